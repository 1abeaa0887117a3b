#include "features/check/judge_changes.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/same_lines.h"
#include "base/strings.h"
#include "proposal/reviews.h"
#include "rules/config_changes.h"

namespace milepost::check {

namespace {

using SourcePointer = std::shared_ptr<const Source>;

// Somebody who approves a proposal, or is to.
struct Approval {
  std::string who;  // in lower case, without an @
  SourcePointer source;
  Span span;
};

// By what is approved: a field, or a stage of a review.
using Approvals = std::map<std::string, std::vector<Approval>>;

void add_people(const Process& process, const YamlNode* node, const SourcePointer& source,
                std::vector<Approval>& approvals) {
  for (const Scalar& person : people_in(process, node)) {
    const auto handle = read_handle(person.text);
    approvals.push_back({lower(handle ? handle->name : person.text), source, person.span});
  }
}

Approvals approvals_of(const Workspace& at, const Card* card) {
  Approvals approvals;
  if (!card) return approvals;
  const Process& process = at.process();
  for (const Field& field : process.fields) {
    if (!field.holds_people() || field.role == FieldRole::kAuthors) continue;
    add_people(process, card->metadata->find(field), card->metadata->source, approvals[field.id]);
  }
  for (const ReviewFile* file : at.facts().reviews_of(*card)) {
    for (const std::string& stage : process.stage_names()) {
      add_people(process, file->approver(stage), file->source,
                 approvals[fmt::format("{}/{}", file->review->id, stage)]);
    }
  }
  return approvals;
}

bool approves(const Approvals& approvals, const std::string& what, const std::string& who) {
  const auto found = approvals.find(what);
  return found != approvals.end() &&
         std::ranges::find(found->second, who, &Approval::who) != found->second.end();
}

Rosters rosters_of(const Workspace& at) {
  std::vector<ReadError> ignored;  // whoever reads them to judge by them tells
  return read_rosters(at.repository(), ignored);
}

// Those that somebody or something is held against; others only tell whom to ask.
std::set<std::string_view> judging_rosters(const Process& process) {
  std::set<std::string_view> rosters;
  for (const Field& field : process.fields) rosters.insert(field.roster);
  for (const Review& review : process.reviews) rosters.insert(review.roster);
  for (const Role& role : process.roles) rosters.insert(role.roster);
  return rosters;
}

// A roster as one finds it: the file it comes from, or else the configuration.
SourcePointer file_of(const Workspace& at, const std::string& roster) {
  const RosterSource* from = at.process().find_roster(cut(roster, '/').first);
  const std::string name = from && !from->file.empty() ? from->file : "milepost.yaml";
  auto source = at.repository().read(name);
  return source ? *source : std::make_shared<const Source>(at.shown_path(name), "");
}

// Of a file on one side of the change; null when it is not there.
SourcePointer read_config(const Workspace& at, const std::string& path) {
  if (path.empty() || at.repository().tree->kind(path) != PathKind::kFile) return nullptr;
  return at.repository().read(path).value_or(nullptr);
}

bool is_inner_config(std::string_view path) { return path.ends_with("/milepost.yaml"); }

}  // namespace

std::vector<ProcessChange> roster_changes(const JudgedChange& change, const ChangePlan& plan) {
  std::vector<ProcessChange> found;
  if (!change.after_itself || !change.after_itself->recognised()) return found;
  const Rosters before = rosters_of(*change.before_itself);
  const Rosters after = rosters_of(*change.after_itself);
  const std::set<std::string_view> judging = judging_rosters(change.before_itself->process());
  for (const std::string& roster : after.unknown_since(before)) {
    if (!judging.contains(cut(roster, '/').first)) continue;
    found.push_back(
        {file_of(*change.after_itself, roster),
         {0, 0},
         fmt::format("nobody is on the roster {} any more, so anybody may approve", roster),
         true});
  }
  const std::map<std::string, std::string> joined = after.added_since(before);
  if (joined.empty()) return found;
  for (const TouchedProposal& proposal : plan.proposals) {
    const Approvals were = approvals_of(*plan.before, proposal.before);
    for (const auto& [what, approvals] : approvals_of(plan.after, proposal.after)) {
      for (const Approval& approval : approvals) {
        const auto enrolled = joined.find(approval.who);
        if (enrolled == joined.end() || approves(were, what, approval.who)) continue;
        found.push_back({approval.source, approval.span,
                         fmt::format("@{} approves and joins the roster {} in the same change",
                                     approval.who, enrolled->second),
                         true});
      }
    }
  }
  return found;
}

std::vector<ProcessChange> inner_config_changes(const ChangePlan& plan) {
  std::vector<ProcessChange> found;
  std::set<std::string> paths;
  for (const GitChange& file : plan.files) {
    for (const std::string& path : {file.path, file.old_path}) {
      if (is_inner_config(path)) paths.insert(path);
    }
  }
  for (const std::string& path : paths) {
    const SourcePointer was = read_config(*plan.before, path);
    const SourcePointer is = read_config(plan.after, path);
    if (was && !is) {
      found.push_back({was, {0, 0}, "the configuration of a folder is gone", true});
    } else if (is && !was) {
      found.push_back(
          {is, {0, 0}, "a new configuration takes its folder out of the process", true});
    } else if (is && was && !same_lines(is->text(), was->text())) {
      auto changes = config_changes(was.get(), is, ConfigCompared::kAll);
      if (changes.empty()) {
        changes.push_back({is, first_new_line(*was, *is), "what proposals are judged by changes"});
      }
      std::ranges::move(changes, std::back_inserter(found));
    }
  }
  return found;
}

}  // namespace milepost::check
