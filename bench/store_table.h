// The part of `./dev bench` about the record: how fast events are appended, summed
// up and read, in both backends side by side.
#pragma once

#include <cstddef>

namespace milepost::bench {

struct StoreTableOptions {
  std::size_t streams = 10'000;
  std::size_t events = 200'000;
};

// PostgreSQL is the server of MILEPOST_TEST_POSTGRES; its column is empty without
// one. Returns an exit status.
int print_store_table(const StoreTableOptions& options);

}  // namespace milepost::bench
