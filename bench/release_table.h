// The part of the table that `./dev bench` prints about releases: how long `release
// status` takes where there are many proposals and a long record.
#pragma once

#include <cstddef>
#include <string>

namespace milepost::bench {

struct ReleaseOptions {
  std::string milepost;  // the program
  std::size_t proposals = 10'000;
  std::size_t events = 200'000;
  std::size_t rounds = 5;
};

// Returns an exit status.
int print_release(const ReleaseOptions& options);

}  // namespace milepost::bench
