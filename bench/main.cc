// milepost_bench: `table` and `store` print the tables of docs/performance.md;
// anything else is for Google Benchmark, which measures the parts.

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "store_table.h"
#include "table.h"

namespace {

constexpr const char* kUsage =
    "usage: milepost_bench table --milepost PROGRAM [--proposals N] [--rounds N] [--corpus DIR]\n"
    "       milepost_bench store\n"
    "       milepost_bench [--benchmark_filter=REGEX …]\n";

bool read_count(std::string_view text, std::size_t& into) {
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), into);
  return failed == std::errc() && end == text.data() + text.size() && into > 0;
}

int table(int count, char** arguments) {
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
  return milepost::bench::print_table(options);
}

}  // namespace

int main(int count, char** arguments) {
  if (count > 1 && std::string_view(arguments[1]) == "table") return table(count, arguments);
  if (count > 1 && std::string_view(arguments[1]) == "store") {
    return milepost::bench::print_store_table({});
  }
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
