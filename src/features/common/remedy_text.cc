#include "features/common/remedy_text.h"

#include <type_traits>
#include <vector>

#include <fmt/format.h>

namespace milepost {

namespace {

// " --release v1.38", or nothing.
std::string option(std::string_view name, std::string_view value) {
  return value.empty() ? std::string() : fmt::format(" {} {}", name, value);
}

std::string_view chosen(const std::string& release) {
  return release.empty() ? std::string_view("RELEASE") : std::string_view(release);
}

std::string place(const Spot& spot) { return fmt::format("{}:{}", spot.path, spot.line); }

// Each with its arguments; what is to be chosen stands in capitals or is "…".
struct CommandWords {
  std::string operator()(const remedy::Approve& r) const {
    return fmt::format("milepost approve {} --role {}{}{}", r.proposal, r.role,
                       option("--to", r.stage), option("--as", r.as));
  }
  std::string operator()(const remedy::CompareApproved& r) const {
    return fmt::format("milepost diff {} --approved --role {} --by {}", r.proposal, r.role, r.by);
  }
  std::string operator()(const remedy::Unhold& r) const {
    return fmt::format("milepost unhold {}", r.proposal);
  }
  std::string operator()(const remedy::Resolve& r) const {
    return fmt::format("milepost resolve {} {} --comment \"…\"", r.proposal, r.concern);
  }
  std::string operator()(const remedy::OptIn& r) const {
    return fmt::format("milepost release opt-in {} {}", chosen(r.release),
                       fmt::join(r.proposals, " "));
  }
  std::string operator()(const remedy::OptOut& r) const {
    return fmt::format("milepost release opt-out {} {}", r.release, r.proposal);
  }
  std::string operator()(const remedy::RequestException& r) const {
    return exception("request", r) + " --until DAY --reason \"…\"";
  }
  std::string operator()(const remedy::ApproveException& r) const {
    return exception("approve", r) + (r.lacks_end ? " --until DAY" : "");
  }
  std::string operator()(const remedy::RejectException& r) const {
    return exception("reject", r) + " --reason \"…\"";
  }
  std::string operator()(const remedy::Promote& r) const {
    const bool set = r.brings == remedy::Brings::kRelease;
    return fmt::format("milepost promote {} --to {}{}{}", r.proposal, r.to,
                       option("--release", set ? chosen(r.release) : r.release),
                       r.needs_reason ? " --reason \"…\"" : "");
  }
  std::string operator()(const remedy::AskWhy& r) const {
    return fmt::format("milepost why {}{}{}", r.proposal, option("--to", r.to),
                       option("--release", r.release));
  }
  std::string operator()(const remedy::FillSections& r) const { return check(r); }
  std::string operator()(const remedy::MendFindings& r) const { return check(r); }
  std::string operator()(const remedy::MendMetadata& r) const {
    return fmt::format("milepost check {}", r.proposal);
  }
  std::string operator()(const remedy::Upgrade& r) const {
    return fmt::format("milepost upgrade {}", r.proposal);
  }
  std::string operator()(const remedy::AddRelease& r) const {
    return fmt::format("milepost release new {} --start YYYY-MM-DD", r.release);
  }
  std::string operator()(const remedy::ApplyFreeze& r) const {
    return fmt::format("milepost release freeze {} {} --apply", r.release, r.freeze);
  }
  std::string operator()(const remedy::PostMessages& r) const {
    return fmt::format("milepost release messages {} {}", r.release, r.freeze);
  }
  std::string operator()(const remedy::ConfirmDescription& r) const {
    return fmt::format("milepost track describe {}", r.proposal);
  }
  std::string operator()(const remedy::TickItem& r) const {
    return fmt::format("milepost track tick {} {}", r.proposal, r.item);
  }
  std::string operator()(const remedy::ApproveItem& r) const {
    return fmt::format("milepost track approve {} {}", r.proposal, r.item);
  }
  std::string operator()(const remedy::SetLabel& r) const {
    return fmt::format("milepost track label {} {}{}", r.proposal, r.label,
                       r.remove ? " --remove" : "");
  }
  std::string operator()(const remedy::SetTrackerStatus& r) const {
    return fmt::format("milepost track status {} {}", r.proposal, r.value);
  }
  std::string operator()(const remedy::TakeSide& r) const {
    constexpr std::string_view kSides[] = {"metadata", "document", "issue"};
    return fmt::format("milepost track settle {} --take {}", r.proposal,
                       kSides[static_cast<std::size_t>(r.side)]);
  }
  std::string operator()(const remedy::NameText& r) const {
    return fmt::format("milepost track new --number {} --pr OWNER/REPOSITORY#N", r.proposal);
  }
  std::string operator()(const remedy::LinkPullRequest& r) const {
    return fmt::format("milepost track link-pr {} OWNER/REPOSITORY#N --kind {}", r.proposal,
                       r.kind);
  }
  std::string operator()(const remedy::TrackIssue& r) const {
    return fmt::format("milepost track new {}", r.proposal);
  }
  std::string operator()(const remedy::FixBoxes& r) const {
    return fmt::format("milepost drift --fix {}", r.proposal);
  }

 private:
  template <typename Exception>
  static std::string exception(std::string_view verb, const Exception& r) {
    return fmt::format("milepost release exception {} {} {} --freeze {}", verb, r.release,
                       r.proposal, r.freeze);
  }
  template <typename Checked>
  static std::string check(const Checked& r) {
    return fmt::format("milepost check {}{}", r.proposal, option("--to", r.stage));
  }
};

// What a command does, where its name alone does not say so.
struct EffectWords {
  template <typename What>
  std::string_view operator()(const What&) const {
    return {};
  }
  std::string_view operator()(const remedy::FillSections&) const { return " says more"; }
  std::string_view operator()(const remedy::MendFindings&) const { return " says more"; }
  std::string_view operator()(const remedy::MendMetadata&) const { return " says where"; }
  std::string_view operator()(const remedy::Upgrade&) const { return " brings in what is missing"; }
  std::string_view operator()(const remedy::TrackIssue&) const { return " makes it"; }
  std::string_view operator()(const remedy::FixBoxes&) const { return " sets the boxes"; }
  std::string_view operator()(const remedy::Promote& r) const {
    switch (r.brings) {
      case remedy::Brings::kRelease: return " sets it";
      case remedy::Brings::kFinalPlace: return " moves it there";
      case remedy::Brings::kMove: break;
    }
    return {};
  }
};

struct EditWords {
  std::string operator()(const remedy::Advice& r) const { return r.text; }
  std::string operator()(const remedy::GiveReason&) const { return "say it with --reason \"…\""; }
  std::string operator()(const remedy::Override&) const {
    return "only --override with a --reason leads there";
  }
  std::string operator()(const remedy::LeaveTo& r) const { return "it is for " + r.people; }
  std::string operator()(const remedy::AimLater& r) const {
    return r.by_option ? "aim at a later release with --release" : "aim at a later release";
  }
  std::string operator()(const remedy::NameRelease&) const {
    return "say in which release it came out: --release RELEASE";
  }
  std::string operator()(const remedy::AwaitRelease&) const { return "wait for the release"; }
  std::string operator()(const remedy::SettleDebate&) const {
    return "settle it, then take the UNRESOLVED marks away";
  }
  std::string operator()(const remedy::TickBoxes&) const { return "tick what is done"; }
  std::string operator()(const remedy::AddLink& r) const {
    return fmt::format("link to it in {}", fmt::join(r.sections, ", "));
  }
  std::string operator()(const remedy::FillFields&) const { return "fill in the metadata"; }
  std::string operator()(const remedy::NamePeople& r) const {
    return "name somebody in " + r.field;
  }
  std::string operator()(const remedy::NameSuccessor& r) const {
    return r.field.empty() ? "link to the successor beside the status" : "name it in " + r.field;
  }
  std::string operator()(const remedy::ConfirmCriteria& r) const {
    if (!r.field.empty()) return "where it is so, add the word to " + r.field;
    return fmt::format("where it is so: milepost confirm {} {}", r.proposal,
                       fmt::join(r.criteria, " "));
  }
  std::string operator()(const remedy::SetMilestone& r) const {
    return "set the milestone of " + r.stage;
  }
  std::string operator()(const remedy::SetToCome& r) const {
    return fmt::format("set {} in {} to a release to come", r.field, place(r.spot));
  }
  std::string operator()(const remedy::EditFields& r) const {
    std::string text;
    for (const remedy::FieldValueAt& one : r.fields) {
      text += text.empty()
                  ? fmt::format("set {}: {} in {}", one.field, one.value, place(one.spot))
                  : fmt::format(", and {}: {} in line {}", one.field, one.value, one.spot.line);
    }
    return text;
  }
  std::string operator()(const remedy::AddToCalendar& r) const { return "add it to " + r.file; }
  std::string operator()(const remedy::EnterApprover& r) const {
    return fmt::format("name who approved {} under {} in {}", r.review, r.stage, r.path);
  }
  std::string operator()(const remedy::TakeOut& r) const {
    return fmt::format("take {} out of {}{}", r.what, place(r.spot),
                       r.import ? " and import that" : "");
  }
  std::string operator()(const remedy::FetchText& r) const { return r.command; }
  std::string operator()(const remedy::MergeText& r) const { return "merge " + r.place; }
  std::string operator()(const remedy::DeclareGate& r) const {
    return fmt::format("add {} to {}", r.gate, r.files);
  }
  std::string operator()(const remedy::SetGateStage& r) const {
    return fmt::format("set {} to {} in {}", r.gate, r.stage, place(r.spot));
  }
  std::string operator()(const remedy::SetGateDefault& r) const {
    return fmt::format("set the default of {} to {} in {}", r.gate, r.on, place(r.spot));
  }
  std::string operator()(const remedy::SetGateVersion& r) const {
    return fmt::format("set the version to {} in {}", r.version, place(r.spot));
  }
};

// As a part of a sentence.
std::string words(const remedy::Edit& edit) { return std::visit(EditWords(), edit); }
std::string words(const remedy::Command& command) {
  // Beside another way out, the command would hide it.
  if (std::holds_alternative<remedy::RequestException>(command)) return "ask for an exception";
  return std::visit(CommandWords(), command).append(std::visit(EffectWords(), command));
}

}  // namespace

std::string command_text(const Remedy& remedy) {
  const auto* const command = std::get_if<remedy::Command>(&remedy.what);
  return command ? std::visit(CommandWords(), *command) : std::string();
}

std::string remedy_text(const Remedy& remedy) {
  std::string text = std::visit([](const auto& what) { return words(what); }, remedy.what);
  return remedy.before.empty() ? text : fmt::format("{}: {}", remedy.before, text);
}

std::string how_text(const Verdict& verdict) {
  std::vector<std::string> texts;
  for (const Remedy& remedy : verdict.remedies) texts.push_back(remedy_text(remedy));
  return fmt::format("{}", fmt::join(texts, ", or "));
}

std::string detail_text(const Detail& detail) {
  if (!detail.remedy) return detail.text;
  return fmt::format("{} {}", detail.text, command_text(*detail.remedy));
}

}  // namespace milepost
