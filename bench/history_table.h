// The part of the table that `./dev bench` prints about history: reading it out of
// git beside what git itself takes for the same objects.
#pragma once

#include <cstddef>
#include <string>

namespace milepost::bench {

struct HistoryOptions {
  std::string milepost;  // the program
  std::size_t proposals = 655;
  std::size_t rounds = 5;
};

// Returns an exit status.
int print_history(const HistoryOptions& options);

}  // namespace milepost::bench
