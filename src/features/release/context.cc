#include "features/release/context.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/common/recorded_name.h"
#include "proposal/milestones.h"
#include "store/record.h"
#include "workspace/names.h"

namespace milepost::release {

Result<const Releases*> releases_of(const Workspace& workspace) {
  const Process& process = workspace.process();
  if (process.calendar.file.empty()) {
    return failure(fmt::format("the process {} has no releases", process.name),
                   ErrorKind::kNotFound);
  }
  TRY(const Releases& releases, workspace.calendar());
  return &releases;
}

Result<const Release*> find_release(const Process& process, const Releases& releases,
                                    const std::string& name) {
  const auto version = parse_version(name);
  const Release* const found = version ? releases.find(*version) : nullptr;
  if (found) return found;
  return failure(
      fmt::format("{} has no release {}; milepost release new {} --start DAY adds it",
                  process.calendar.file, name, version ? to_string(*version) : "RELEASE"),
      ErrorKind::kNotFound);
}

Result<ReleaseContext> find_context(const Workspace& workspace, const ReleaseOptions& options) {
  TRY(auto selection, workspace.select({.whole = true}));
  TRY(const auto releases, releases_of(workspace));
  TRY(const auto release, find_release(workspace.process(), *releases, options.release));
  return ReleaseContext{workspace, std::move(selection), *releases, *release};
}

Result<std::string> stream_meant(const Workspace& workspace, const std::string& word) {
  TRY(const Card* const card, find_meant(workspace, word));
  return card ? stream_of(*card) : stream_named(recorded_name(word, workspace));
}

bool aims_at(const Process& process, const Card& card, const Version& release) {
  const Status* const status = process.find_status(card.status);
  if (status && (status->failed || status->successor)) return false;
  const auto planned = milestone_at(process, *card.metadata, card.metadata->known_stage);
  const auto latest = latest_milestone(process, *card.metadata);
  return (planned && planned->version == release) || (latest && latest->version == release);
}

bool is_of_release(const Process& process, const Card& card, const Version& release,
                   const ProposalState& state) {
  return aims_at(process, card, release) || state.find_participation(to_string(release));
}

bool is_finished_well(const Process& process, const Card& card) {
  const Status* const status = process.find_status(card.status);
  return status && status->closed && !status->failed && !status->successor;
}

Card gone_card(const std::string& called) {
  Card card;
  const bool is_number = std::ranges::all_of(called, is_digit);
  (is_number ? card.number : card.path) = called;
  card.title = "its files are gone";
  card.metadata = std::make_shared<const Metadata>();
  return card;
}

}  // namespace milepost::release
