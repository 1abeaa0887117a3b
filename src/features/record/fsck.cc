#include "features/record/fsck.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/change_set.h"
#include "base/named_path.h"
#include "base/strings.h"
#include "base/whole_file.h"
#include "features/record/fsck_references.h"
#include "features/record/status.h"
#include "store/record.h"
#include "store/verify.h"
#include "workspace/numbers.h"

namespace milepost::record {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kCheckpointBytes = 4096;

bool is_mendable(const Verification& found) {
  return !found.more && std::ranges::all_of(found.damages, &Damage::mendable);
}

// A file of no bytes: whoever was to make a record has died before it was made.
bool is_empty_file(const std::string& path) {
  std::error_code unknown;
  return fs::is_regular_file(path, unknown) && fs::file_size(path, unknown) == 0 && !unknown;
}

class Fsck {
 public:
  Fsck(const Workspace& workspace, const FsckOptions& options)
      : workspace_(workspace), options_(options) {}

  Result<FsckReport> run() {
    TRY(const auto store, open_store(workspace_, Access::kInspect));
    TRY(check_record(*store));
    TRY(check_what_is_named(*store));
    TRY(check_changes());
    TRY(check_numbers(*store));
    TRY(write_checkpoint());
    return std::move(report_);
  }

 private:
  void add(bool damage, FsckArea area, std::string message, std::uint64_t event = 0) {
    report_.findings.push_back({damage, area, event, std::move(message)});
  }

  std::string checkpoint_path() const {
    return (fs::path(workspace_.here()) / options_.checkpoint).string();
  }

  Result<std::optional<Checkpoint>> read_checkpoint() const {
    std::error_code ignored;
    if (options_.checkpoint.empty() || !fs::exists(checkpoint_path(), ignored)) {
      return std::nullopt;
    }
    const auto source =
        read_named(checkpoint_path(), options_.checkpoint, kCheckpointBytes, workspace_.root());
    if (!source) return tl::unexpected(Error(source.error()).within(options_.checkpoint));
    auto checkpoint = parse_checkpoint((*source)->text());
    if (!checkpoint) return failure(options_.checkpoint + " " + checkpoint.error().message);
    return *checkpoint;
  }

  Result<void> check_record(const Store& store) {
    TRY(const auto checkpoint, read_checkpoint());
    TRY(auto found, verify(store, checkpoint));
    report_.record = {store.name(), store.is_there(), store.id(), found.head, found.counts};
    report_.more = found.more;
    report_.mendable = !found.damages.empty() && is_mendable(found);
    if (!store.is_there() && workspace_.options().store.empty() && is_empty_file(store.name())) {
      add(false, FsckArea::kRecord,
          fmt::format("{} is empty: nothing is recorded yet, and the next that is recorded "
                      "completes it; if something was, put a copy in its place",
                      store.name()));
    }
    note_times(found);
    note_sums(found);
    for (Damage& damage : found.damages) {
      add(true, FsckArea::kRecord, std::move(damage.message), damage.event);
    }
    report_.checkpoint = options_.checkpoint;
    if (checkpoint) {
      report_.outcome =
          report_.is_damaged() ? CheckpointOutcome::kDamaged : CheckpointOutcome::kMatched;
    } else if (!options_.checkpoint.empty()) {
      report_.outcome = CheckpointOutcome::kNotWritten;
    }
    return {};
  }

  // Only where events can be read.
  Result<void> check_what_is_named(const Store& store) {
    if (!workspace_.recognised() || report_.is_damaged()) return {};
    const Releases releases = workspace_.calendar().value_or(Releases());
    TRY(auto found, check_references(store, workspace_.process(), releases));
    std::ranges::move(found, std::back_inserter(report_.findings));
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
    note(found.own_moment, "recorded for another moment than the clock's (--now)");
    note(found.going_back, "recorded for a moment before that of an earlier one");
  }

  // An earlier program may have made them, or somebody may have changed them: both are undone.
  void note_sums(const Verification& found) {
    if (found.other_sums == 0) return;
    add(false, FsckArea::kRecord,
        fmt::format(
            "{} not what the events come to; the record says that {} made by other rules "
            "(version {}), so the next command that opens it makes {} anew",
            found.other_sums == 1 ? "1 sum is" : fmt::format("{} sums are", found.other_sums),
            found.other_sums == 1 ? "it was" : "they were", found.sums_version,
            found.other_sums == 1 ? "it" : "them"));
  }

  Result<void> check_changes() {
    TRY(const auto unsettled, unsettled_changes(workspace_.root()));
    for (const UnsettledChange& change : unsettled) {
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

  Result<void> check_numbers(const Store& store) {
    if (!workspace_.recognised()) return {};
    TRY(const auto numbers, Numbers::read(workspace_.repository(), workspace_.index()));
    if (const auto& odd = numbers.odd_reservations(); !odd.empty()) {
      add(true, FsckArea::kNumbers, "reserved, but no numbers: " + listed(odd));
    }
    if (const auto unused = numbers.unused_reservations(); !unused.empty()) {
      add(false, FsckArea::kNumbers,
          fmt::format("{} of {} reserved numbers are those of no proposal: {}", unused.size(),
                      numbers.reservations(), listed(texts_of_numbers(unused))));
    }
    return check_names(numbers, store);
  }

  static std::vector<std::string> texts_of_numbers(const std::vector<std::uint64_t>& numbers) {
    std::vector<std::string> texts;
    for (const std::uint64_t number : numbers) texts.push_back(std::to_string(number));
    return texts;
  }

  // Each stream is that of one proposal.
  Result<void> check_names(const Numbers& numbers, const Store& store) {
    std::unordered_map<std::string, std::vector<std::string>> paths;
    for (const Card& card : workspace_.index().cards) paths[stream_of(card)].push_back(card.path);
    const auto moved = store.state(kMovesStream);
    const Moves moves = moved && *moved ? Moves::read(**moved) : Moves();
    std::vector<std::string> unknown;
    std::vector<std::string> shared;
    const auto look = [&](std::string_view part, std::string_view state) {
      const std::string stream = moves.name_of(std::string(part));
      const std::string name = stream.substr(stream_named("").size());
      const auto here = paths.find(stream);
      if (here != paths.end()) {
        if (here->second.size() > 1)
          shared.push_back(fmt::format("{} ({})", name, listed(here->second)));
      } else if (!read_proposal_state(state).candidate &&
                 (name != plain_number(name) || !numbers.has_proposal(name))) {
        unknown.push_back(name);
      }
    };
    // Damage that keeps states from being read is reported already.
    auto done = store.for_each_state(stream_named(""), look);
    if (!done && !report_.is_damaged()) return done;
    if (!unknown.empty()) {
      add(false, FsckArea::kRepository,
          fmt::format("the record has events of proposals that are not here: {}; when one has "
                      "another name now, record it with milepost store move OLD NEW",
                      listed(unknown)));
    }
    if (!shared.empty()) {
      add(false, FsckArea::kRepository,
          "the record cannot tell proposals of one number apart: " + listed(shared));
    }
    return {};
  }

  Result<void> write_checkpoint() {
    const bool wanted = report_.outcome == CheckpointOutcome::kNotWritten ||
                        (options_.renew && report_.outcome == CheckpointOutcome::kMatched);
    if (!wanted) return {};
    if (!report_.record.is_there) {
      return failure("nothing is recorded yet, so there is nothing a checkpoint could say");
    }
    for (const FsckFinding& finding : report_.findings) {
      if (finding.damage && finding.area == FsckArea::kRecord) return {};
    }
    TRY(auto file, WholeFile::begin(checkpoint_path(), 0644, workspace_.root()));
    auto done =
        file.add(to_text({report_.record.id, report_.record.head, workspace_.now()})).and_then([&] {
          return file.finish();
        });
    if (done) report_.outcome = CheckpointOutcome::kWritten;
    return done;
  }

  const Workspace& workspace_;
  const FsckOptions& options_;
  FsckReport report_;
};

}  // namespace

Result<FsckReport> fsck(const Workspace& workspace, const FsckOptions& options) {
  return Fsck(workspace, options).run();
}

Result<std::size_t> rebuild_record(const Workspace& workspace, const RebuildOptions& options) {
  TRY(const auto store, open_store(workspace, Access::kInspect));
  if (store->is_mirror()) {
    return failure(store->name() + " keeps the record: make its sums anew where that is");
  }
  if (!store->is_there()) return failure(store->name() + ": nothing is recorded yet");
  TRY(const auto found, verify(*store, std::nullopt));
  if (!is_mendable(found)) {
    const auto worst = std::ranges::find(found.damages, false, &Damage::mendable);
    return failure(fmt::format(
        "{}: only what events sum up to can be made anew, but {}; milepost fsck tells more, and "
        "milepost store import takes over a copy",
        store->name(), worst == found.damages.end() ? "there is more damage" : worst->message));
  }
  if (options.dry_run) return found.damages.size();
  TRY(store->rebuild());
  return found.damages.size();
}

}  // namespace milepost::record
