#include "store_table.h"

#include <array>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "measure.h"
#include "record_place.h"
#include "store/store.h"
#include "store/verify.h"

namespace milepost::bench {

namespace {

constexpr std::size_t kBatch = 100;
constexpr std::size_t kSingles = 300;
constexpr std::size_t kTenth = 10;

std::string keep_last(std::string_view, const Event& event) {
  return fmt::format("{} by {}\n", event.kind, event.by);
}
constexpr Projection kProjection{1, keep_last};

struct Figures {
  double batched = 0;  // events a second
  double single = 0;
  double small_rebuild = 0;  // milliseconds
  double rebuild = 0;
  double states = 0;
  double verify = 0;
};

class Measurement {
 public:
  Measurement(const StoreTableOptions& options, Store& store) : options_(options), store_(store) {}

  // Nothing when something failed, which is said.
  std::optional<Figures> run() {
    Figures figures;
    const std::size_t tenth = options_.events / kTenth;
    double appending = append_until(tenth);
    figures.small_rebuild = time_of([&] { expect(store_.rebuild()); });
    appending += append_until(options_.events);
    figures.batched = static_cast<double>(options_.events) / appending * 1000;
    figures.rebuild = time_of([&] { expect(store_.rebuild()); });
    std::size_t seen = 0;
    figures.states = time_of([&] {
      expect(store_.for_each_state("", [&](std::string_view, std::string_view) { ++seen; }));
    });
    figures.verify = time_of([&] {
      const auto found = verify(store_, std::nullopt);
      failed_ = failed_ || !found || !found->damages.empty();
    });
    const double one_by_one = time_of([&] {
      for (std::size_t i = 0; i < kSingles; ++i) append(1);
    });
    figures.single = static_cast<double>(kSingles) / one_by_one * 1000;
    if (failed_ || seen != options_.streams) return std::nullopt;
    return figures;
  }

 private:
  void expect(const Result<void>& done) {
    if (done) return;
    fmt::print(stderr, "bench: {}\n", done.error().message);
    failed_ = true;
  }

  double append_until(std::size_t events) {
    return time_of([&] {
      while (next_ < events && !failed_) append(std::min(kBatch, events - next_));
    });
  }

  void append(std::size_t count) {
    std::vector<NewEvent> events(count);
    for (NewEvent& event : events) {
      event.stream = fmt::format("proposal/{}", next_ * 7919 % options_.streams);
      event.kind = "approved";
      event.by = fmt::format("person{}", next_ % 97);
      event.time = {1'790'000'000 + static_cast<std::int64_t>(next_)};
      event.fields = {{"role", "prr"}, {"stage", "beta"}, {"release", "v1.38"}};
      ++next_;
    }
    const auto result = store_.append(events, {});
    if (!result) expect(tl::unexpected(result.error()));
  }

  const StoreTableOptions& options_;
  Store& store_;
  std::size_t next_ = 0;
  bool failed_ = false;
};

std::optional<Figures> measure(const StoreTableOptions& options, const char* server) {
  const RecordPlace place(server);
  const auto store = Store::open(place.get(), kProjection, Access::kWrite);
  if (!store) {
    fmt::print(stderr, "bench: {}\n", store.error().message);
    return std::nullopt;
  }
  return Measurement(options, **store).run();
}

using Both = std::array<std::optional<Figures>, 2>;

template <typename Show>
void row(std::string_view name, const Both& both, std::string_view target, const Show& show) {
  fmt::print("{:<44}", name);
  for (const auto& figures : both) {
    fmt::print("{:>14}", figures ? show(*figures) : std::string("–"));
  }
  fmt::print("  {}\n", target);
}

auto per_second(double Figures::* figure) {
  return [figure](const Figures& f) { return fmt::format("{:.0f}/s", f.*figure); };
}
auto milliseconds(double Figures::* figure) {
  return [figure](const Figures& f) { return fmt::format("{:.0f} ms", f.*figure); };
}

}  // namespace

int print_store_table(const StoreTableOptions& options) {
  const char* const server = std::getenv("MILEPOST_TEST_POSTGRES");
  Both both;
  both[0] = measure(options, nullptr);
  if (server != nullptr) both[1] = measure(options, server);
  fmt::print("\n{:<44}{:>14}{:>14}  {}\n",
             fmt::format("the record, {} events, {} streams", options.events, options.streams),
             "SQLite", "PostgreSQL", "target");
  row(fmt::format("append, {} events at once", kBatch), both, "≥ 2000/s",
      per_second(&Figures::batched));
  row("append, one event at a time", both, "", per_second(&Figures::single));
  row(fmt::format("sum up anew, {} events", options.events / kTenth), both, "",
      milliseconds(&Figures::small_rebuild));
  row(fmt::format("sum up anew, {} events", options.events), both, "",
      milliseconds(&Figures::rebuild));
  row(fmt::format("{} times the events take", kTenth), both, "linear: ~ 10 ×",
      [](const Figures& f) { return fmt::format("{:.1f} ×", f.rebuild / f.small_rebuild); });
  row("read all states", both, "", milliseconds(&Figures::states));
  row("verify", both, "", milliseconds(&Figures::verify));
  return both[0] && (server == nullptr || both[1]) ? 0 : 2;
}

}  // namespace milepost::bench
