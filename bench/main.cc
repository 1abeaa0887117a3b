// milepost_bench: `table` prints the table of docs/performance.md, `history`, `store`
// and `release` its parts about git, the record and releases; anything else is for Google
// Benchmark, which measures the parts.

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "history_table.h"
#include "release_table.h"
#include "store_table.h"
#include "table.h"

namespace {

constexpr const char* kUsage =
    "usage: milepost_bench table --milepost PROGRAM [--proposals N] [--rounds N] [--corpus DIR]\n"
    "       milepost_bench history --milepost PROGRAM [--proposals N]\n"
    "       milepost_bench store\n"
    "       milepost_bench release --milepost PROGRAM [--rounds N]\n"
    "       milepost_bench [--benchmark_filter=REGEX …]\n";

bool read_count(std::string_view text, std::size_t& into) {
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), into);
  return failed == std::errc() && end == text.data() + text.size() && into > 0;
}

using Print = int (*)(const milepost::bench::TableOptions&);

int print_with(Print print, int count, char** arguments) {
  milepost::bench::TableOptions options;
  std::error_code failed;
  for (int i = 2; i < count; i += 2) {
    const std::string_view name = arguments[i];
    const std::string_view value = i + 1 < count ? arguments[i + 1] : "";
    bool right = !value.empty();
    if (name == "--milepost") {
      options.milepost = std::filesystem::absolute(value, failed).string();
    } else if (name == "--corpus") {
      options.corpus = std::filesystem::absolute(value, failed).string();
    } else if (name == "--proposals") {
      right = read_count(value, options.proposals);
    } else if (name == "--rounds") {
      right = read_count(value, options.rounds);
    } else {
      right = false;
    }
    if (!right) {
      fmt::print(stderr, "bench: wrong option {} {}\n{}", name, value, kUsage);
      return 2;
    }
  }
  if (options.milepost.empty()) {
    fmt::print(stderr, "{}", kUsage);
    return 2;
  }
  return print(options);
}

int print_history_of(const milepost::bench::TableOptions& options) {
  return milepost::bench::print_history({options.milepost, options.proposals});
}

int print_release_of(const milepost::bench::TableOptions& options) {
  milepost::bench::ReleaseOptions release;
  release.milepost = options.milepost;
  release.rounds = options.rounds;
  return milepost::bench::print_release(release);
}

int print_all(const milepost::bench::TableOptions& options) {
  for (const Print print : {milepost::bench::print_table, print_history_of, print_release_of}) {
    if (const int status = print(options); status != 0) return status;
  }
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string_view first = count > 1 ? arguments[1] : "";
  if (first == "table") return print_with(print_all, count, arguments);
  if (first == "release") return print_with(print_release_of, count, arguments);
  if (first == "history") return print_with(print_history_of, count, arguments);
  if (first == "store") return milepost::bench::print_store_table({});
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
