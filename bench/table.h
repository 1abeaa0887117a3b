// The table `./dev bench` prints: milepost's parts and the whole of it beside the
// floor, other parsers and other checkers, on one corpus in one run.
#pragma once

#include <cstddef>
#include <string>

namespace milepost::bench {

struct TableOptions {
  std::size_t proposals = 655;
  std::size_t rounds = 11;
  std::string milepost;  // the program
  std::string corpus;    // a repository to measure on instead of a synthetic one
};

// Returns an exit status.
int print_table(const TableOptions& options);

}  // namespace milepost::bench
