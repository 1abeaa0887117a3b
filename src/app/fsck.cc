#include "app/fsck.h"

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/numbers.h"
#include "app/record.h"
#include "base/change_set.h"
#include "base/files.h"
#include "base/strings.h"
#include "base/whole_file.h"
#include "store/verify.h"

namespace milepost {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kCheckpointBytes = 4096;
constexpr std::string_view kProposals = "proposal/";

// "1, 2, 3 and 4 more"
template <typename Items>
std::string listed(const Items& items) {
  constexpr std::size_t kMost = 20;
  std::string out;
  for (std::size_t i = 0; i < items.size() && i < kMost; ++i) {
    out += fmt::format("{}{}", i == 0 ? "" : ", ", items[i]);
  }
  if (items.size() > kMost) out += fmt::format(" and {} more", items.size() - kMost);
  return out;
}

class Fsck {
 public:
  explicit Fsck(const FsckRequest& request) : request_(request) {}

  Result<FsckReport> run() {
    auto repository = look_at_repository(request_.record.directory);
    if (!repository) return tl::unexpected(std::move(repository.error()));
    auto store = Store::open({repository->root, request_.record.store}, record_projection(),
                             Access::kInspect);
    if (!store) return tl::unexpected(std::move(store.error()));
    auto done = check_record(**store)
                    .and_then([&] { return check_changes(*repository); })
                    .and_then([&] { return check_numbers(*repository, **store); })
                    .and_then([&] { return write_checkpoint(); });
    if (!done) return tl::unexpected(std::move(done.error()));
    return std::move(report_);
  }

 private:
  void add(bool damage, FsckArea area, std::string message, std::uint64_t event = 0) {
    report_.findings.push_back({damage, area, event, std::move(message)});
  }

  std::string checkpoint_path() const {
    return (fs::path(request_.record.directory) / request_.checkpoint).string();
  }

  Result<std::optional<Checkpoint>> read_checkpoint() const {
    std::error_code ignored;
    if (request_.checkpoint.empty() || !fs::exists(checkpoint_path(), ignored)) {
      return std::nullopt;
    }
    const auto source = read_source(checkpoint_path(), request_.checkpoint, kCheckpointBytes);
    if (!source) return tl::unexpected(Error(source.error()).within(request_.checkpoint));
    auto checkpoint = parse_checkpoint((*source)->text());
    if (!checkpoint) return failure(request_.checkpoint + " " + checkpoint.error().message);
    return *checkpoint;
  }

  Result<void> check_record(const Store& store) {
    const auto checkpoint = read_checkpoint();
    if (!checkpoint) return tl::unexpected(checkpoint.error());
    auto found = verify(store, *checkpoint);
    if (!found) return tl::unexpected(std::move(found.error()));
    report_.record = {store.name(), store.is_there(), store.id(), found->head, found->counts};
    report_.more = found->more;
    note_times(*found);
    for (Damage& damage : found->damages) {
      add(true, FsckArea::kRecord, std::move(damage.message), damage.event);
    }
    report_.checkpoint = request_.checkpoint;
    if (*checkpoint) {
      report_.outcome =
          report_.is_damaged() ? CheckpointOutcome::kDamaged : CheckpointOutcome::kMatched;
    } else if (!request_.checkpoint.empty()) {
      report_.outcome = CheckpointOutcome::kNotWritten;
    }
    return {};
  }

  // Nothing is wrong with these, but whoever relies on a deadline should know of them.
  void note_times(const Verification& found) {
    const auto note = [&](const Verification::Noted& noted, std::string_view what) {
      if (noted.count == 0) return;
      add(false, FsckArea::kRecord,
          fmt::format("{} of {} {} {}, the first of them event {}", noted.count,
                      counted(found.counts.events, "event"), noted.count == 1 ? "was" : "were",
                      what, noted.first),
          noted.first);
    };
    note(found.own_moment, "put down for another moment than the clock's (--now)");
    note(found.going_back, "put down for a moment before that of an earlier one");
  }

  Result<void> check_changes(const Repository& repository) {
    const auto unsettled = unsettled_changes(repository.root);
    if (!unsettled) return tl::unexpected(unsettled.error());
    for (const UnsettledChange& change : *unsettled) {
      if (!change.readable) {
        add(true, FsckArea::kChanges,
            change.journal + " is damaged: look through your files, then remove it");
        continue;
      }
      add(true, FsckArea::kChanges,
          fmt::format("a change{} was cut short; the next command of milepost will {} it",
                      change.paths.empty() ? "" : " to " + listed(change.paths),
                      change.committed ? "finish" : "undo"));
    }
    return {};
  }

  Result<void> check_numbers(const Repository& repository, const Store& store) {
    if (!repository.process) return {};
    const auto numbers = Numbers::read(repository, read_index(repository, 0));
    if (!numbers) return tl::unexpected(numbers.error());
    if (const auto& odd = numbers->odd_reservations(); !odd.empty()) {
      add(true, FsckArea::kNumbers, "reserved, but no numbers: " + listed(odd));
    }
    if (const auto unused = numbers->unused_reservations(); !unused.empty()) {
      add(false, FsckArea::kNumbers,
          fmt::format("{} of {} reserved numbers are those of no proposal: {}", unused.size(),
                      numbers->reservations(), listed(unused)));
    }
    std::vector<std::string> unknown;
    auto done = store.for_each_state(kProposals, [&](std::string_view stream, std::string_view) {
      const std::string number(stream.substr(kProposals.size()));
      if (!numbers->has_proposal(number)) unknown.push_back(number);
    });
    // Damage that keeps states from being read has been said.
    if (!done && !report_.is_damaged()) return done;
    if (!unknown.empty()) {
      add(false, FsckArea::kRepository,
          "the record has events of proposals that are not here: " + listed(unknown));
    }
    return {};
  }

  Result<void> write_checkpoint() {
    const bool wanted = report_.outcome == CheckpointOutcome::kNotWritten ||
                        (request_.renew && report_.outcome == CheckpointOutcome::kMatched);
    if (!wanted) return {};
    if (!report_.record.is_there) {
      return failure("nothing is recorded yet, so there is nothing a checkpoint could say");
    }
    for (const FsckFinding& finding : report_.findings) {
      if (finding.damage && finding.area == FsckArea::kRecord) return {};
    }
    auto file = WholeFile::begin(checkpoint_path(), 0644);
    if (!file) return tl::unexpected(std::move(file.error()));
    auto done =
        file->add(to_text({report_.record.id, report_.record.head, request_.now})).and_then([&] {
          return file->finish();
        });
    if (done) report_.outcome = CheckpointOutcome::kWritten;
    return done;
  }

  const FsckRequest& request_;
  FsckReport report_;
};

}  // namespace

Result<FsckReport> fsck(const FsckRequest& request) { return Fsck(request).run(); }

}  // namespace milepost
