#include "release_table.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include <fmt/format.h>

#include "generate.h"
#include "measure.h"
#include "record_place.h"
#include "scratch.h"
#include "store/record.h"

namespace milepost::bench {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRelease = "v1.40";
constexpr std::size_t kOneOf = 100;  // so many proposals have one in the release
constexpr const char* kNow = "2027-01-20";

constexpr const char* kCalendar =
    "schema: 1\nreleases:\n  - name: v1.40\n    start: 2027-01-04\n    prr-freeze: 2027-02-03\n"
    "    enhancements-freeze: 2027-02-10\n    docs-placeholder: 2027-02-24\n"
    "    code-freeze: 2027-03-17\n    docs-freeze: 2027-03-31\n    release: 2027-04-20\n";

bool write_file(const std::string& path, std::string_view text) {
  std::error_code failed;
  fs::create_directories(fs::path(path).parent_path(), failed);
  std::ofstream out(path, std::ios::binary);
  out << text;
  return static_cast<bool>(out.flush());
}

// As generated, but for those that aim at the release.
bool write_proposals(const std::string& root, std::size_t count) {
  const Generator generator(count);
  constexpr std::string_view kLatest = "latest-milestone: \"v1.33\"";
  for (std::size_t i = 0; i < generator.count(); ++i) {
    SyntheticProposal made = generator.make(i);
    const std::size_t at = made.metadata.find(kLatest);
    if (i % kOneOf == 0 && at != made.metadata.npos) {
      made.metadata.replace(at, kLatest.size(), fmt::format("latest-milestone: \"{}\"", kRelease));
    }
    const std::string folder = root + "/" + made.folder;
    if (!write_file(folder + "/README.md", made.document) ||
        !write_file(folder + "/kep.yaml", made.metadata)) {
      return false;
    }
  }
  return write_file(root + "/releases.yaml", kCalendar) &&
         write_file(root + "/milepost.yaml", "schema: 1\nprocess: kep\n");
}

// Ticks and links over many releases for every proposal; an opt-in for those in this one.
Result<void> write_record(const StorePlace& place, const ReleaseOptions& options) {
  auto store = Store::open(place, record_projection(), Access::kWrite);
  if (!store) return tl::unexpected(std::move(store.error()));
  const Generator generator(options.proposals);
  std::vector<std::string> streams;
  for (std::size_t i = 0; i < generator.count(); ++i) {
    const std::string folder = generator.make(i).folder;
    const std::string name = folder.substr(folder.rfind('/') + 1);
    streams.push_back("proposal/" + name.substr(0, name.find('-')));
  }
  constexpr std::size_t kTogether = 5000;
  std::vector<NewEvent> batch;
  const auto flush = [&]() -> Result<void> {
    const auto done = (*store)->append(batch, {});
    batch.clear();
    if (!done) return tl::unexpected(done.error());
    return {};
  };
  for (std::size_t i = 0; i < options.events; ++i) {
    const std::size_t proposal = i % streams.size();
    const std::size_t round = i / streams.size();
    NewEvent& event = batch.emplace_back();
    event.stream = streams[proposal];
    event.by = "lead";
    event.time = Instant{1'790'000'000 + static_cast<std::int64_t>(i)};
    if (round == 0 && proposal % kOneOf == 0) {
      event.kind = "opted-in";
      event.fields = {{"release", std::string(kRelease)}};
    } else {
      event.kind = "ticked";
      event.fields = {{"list", "signoff"},
                      {"release", fmt::format("v1.{}", 30 + round % 4)},
                      {"item", fmt::format("item {}", round % 10)}};
    }
    if (batch.size() == kTogether) {
      if (auto done = flush(); !done) return done;
    }
  }
  return batch.empty() ? Result<void>() : flush();
}

// How long the board takes, with the record at an address; in the folder when there is
// none.
bool print_status(const ReleaseOptions& options, const std::string& root,
                  const std::string& address) {
  if (const auto made = write_record({root, address}, options); !made) {
    fmt::print(stderr, "bench: {}\n", made.error().message);
    return false;
  }
  std::vector<std::string> words{options.milepost,      "release", "status",
                                 std::string(kRelease), "--now",   kNow};
  if (!address.empty()) words.insert(words.end(), {"--store", address});
  Times times;
  double peak = 0;
  for (std::size_t i = 0; i < options.rounds; ++i) {
    const auto done = spawn(words, root);
    if (!done || done->status != 0) {
      fmt::print(stderr, "bench: release status failed\n");
      return false;
    }
    times.add(done->milliseconds);
    peak = std::max(peak, done->peak_megabytes);
  }
  fmt::print("{:<44}{:>10}{:>28}  {}\n",
             address.empty() ? "release status, SQLite" : "release status, PostgreSQL",
             fmt::format("{:.1f} ms", times.median()), fmt::format("{:.0f} MB", peak), "≤ 300 ms");
  return true;
}

}  // namespace

int print_release(const ReleaseOptions& options) {
  const Scratch scratch;
  const std::string root = scratch.path() + "/release";
  if (scratch.path().empty() || !write_proposals(root, options.proposals)) {
    fmt::print(stderr, "bench: the proposals cannot be written\n");
    return 2;
  }
  fmt::print("\n{:<44}{:>10}{:>28}  {}\n",
             fmt::format("release, {} proposals, {} events", options.proposals, options.events),
             "median", "", "target");
  if (!print_status(options, root, {})) return 2;
  const char* const server = std::getenv("MILEPOST_TEST_POSTGRES");
  if (server == nullptr) return 0;
  const RecordPlace place(server);
  return print_status(options, root, place.get().address) ? 0 : 2;
}

}  // namespace milepost::bench
