#include "workspace/approvals.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/common_lines.h"
#include "base/strings.h"
#include "proposal/approved_text.h"

namespace milepost {

namespace {

std::vector<std::string_view> words_in(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const auto [word, rest] = cut(text, ' ');
    words.push_back(word);
    text = rest;
  }
  return words;
}

// How many words came and went.
std::string word_changes(const std::string& before, const std::string& after) {
  const auto olds = words_in(before);
  const auto news = words_in(after);
  const std::size_t common = common_lines(olds, news).size();
  return fmt::format("+{} −{} words", news.size() - common, olds.size() - common);
}

// By which rules a text was digested. Those of the first have no mark.
constexpr std::string_view kRules = "v2:";

bool is_of_earlier_rules(const ApprovalState& approval) {
  return std::ranges::none_of(
      approval.sections, [](const auto& section) { return section.second.starts_with(kRules); });
}

std::string digest_of(const Sha256& sha256, const CoveredSection& section) {
  constexpr std::size_t kDigits = 32;  // enough to tell a section from any other
  const std::string all =
      fmt::format("{}\n{}\n{}", section.words.size(), section.words, section.shape);
  return fmt::format("{}{}", kRules, sha256.of(all).hex().substr(0, kDigits));
}

// What an approved text said; nothing when it is not kept.
std::optional<std::vector<CoveredSection>> text_then(const ApprovalInput& input, const Role& role,
                                                     const ApprovalState& approval) {
  auto text = input.kept_text(approval.text);
  if (!text) return std::nullopt;
  const auto source = std::make_shared<const Source>(input.text.proposal.document.source().path(),
                                                     std::move(*text));
  const Proposal then(Document(source), input.text.proposal.metadata);
  const Judgement judgement = input.judge.judge(then, {});
  return covered_text(input.process, {then, judgement}, answers_for(input.process, role));
}

// The record takes people at their word.
std::string person_in(const Action& action) {
  return fmt::format("@{}{}", action.by, action.claimed ? " (claimed)" : "");
}

std::string shown_title(const std::string& title) { return title.empty() ? "the head" : title; }

// Compares what is covered now with what was then.
class ChangesSince {
 public:
  enum class Covers : std::uint8_t { kText, kTextAndFields };

  ChangesSince(const ApprovalInput& input, const Role& role, const ApprovalState& approval,
               Covers covers = Covers::kTextAndFields)
      : input_(input), role_(role), approval_(approval), covers_(covers) {}

  std::vector<std::string> run() {
    auto now = covered_text(input_.process, input_.text, answers_for(input_.process, role_));
    std::map<std::string, std::string> then(approval_.sections.begin(), approval_.sections.end());
    if (is_of_earlier_rules(approval_)) {
      if (!read_then()) return {"approved under earlier rules, and the text was not kept"};
      then.clear();
      for (const auto& [title, section] : *then_) {
        then.emplace(title, digest_of(input_.sha256, section));
      }
    } else if (covers_ == Covers::kTextAndFields) {
      std::ranges::move(covered_fields(input_.process, input_.text), std::back_inserter(now));
    }
    compare(now, std::move(then));
    return std::move(changes_);
  }

 private:
  void compare(const std::vector<CoveredSection>& now, std::map<std::string, std::string> then) {
    bool others = false;  // there are new ones, or some are gone
    bool moved = false;
    for (const CoveredSection& section : now) {
      const auto before = then.find(section.title);
      const bool known = before != then.end();
      const bool same = known && before->second == digest_of(input_.sha256, section);
      if (known) then.erase(before);
      if (same) continue;
      if (section.title == kOrderOfSections) {
        moved = true;
      } else if (known) {
        changes_.push_back(fmt::format("{}: {}", shown_title(section.title), how_changed(section)));
      } else {
        others = true;
        changes_.push_back(fmt::format("{}: new", shown_title(section.title)));
      }
    }
    for (const auto& [title, digest] : then) {
      others = true;
      if (title != kOrderOfSections) changes_.push_back(shown_title(title) + ": gone");
    }
    if (moved && !others) changes_.push_back(fmt::format("{}: changed", kOrderOfSections));
  }

  std::string how_changed(const CoveredSection& section) {
    if (!input_.counts_words || !read_then()) return "changed";
    const auto before = then_->find(section.title);
    if (before == then_->end()) return "changed";
    if (before->second.words == section.words) return "same words, shown in another way";
    return word_changes(before->second.words, section.words);
  }

  bool read_then() {
    if (std::exchange(read_, true)) return then_.has_value();
    auto sections = text_then(input_, role_, approval_);
    if (!sections) return false;
    then_.emplace();
    for (CoveredSection& section : *sections) {
      std::string title = section.title;
      then_->emplace(std::move(title), std::move(section));
    }
    return true;
  }

  const ApprovalInput& input_;
  const Role& role_;
  const ApprovalState& approval_;
  const Covers covers_;
  bool read_ = false;
  std::optional<std::map<std::string, CoveredSection>> then_;  // by title
  std::vector<std::string> changes_;
};

}  // namespace

CoveredDigests digests_of(const Process& process, const JudgedText& text, const Role& role,
                          const Sha256& sha256) {
  CoveredDigests digests = text_digests_of(process, text, role, sha256);
  for (const CoveredSection& section : covered_fields(process, text)) {
    digests.emplace_back(section.title, digest_of(sha256, section));
  }
  return digests;
}

CoveredDigests text_digests_of(const Process& process, const JudgedText& text, const Role& role,
                               const Sha256& sha256) {
  CoveredDigests digests;
  for (const CoveredSection& section : covered_text(process, text, answers_for(process, role))) {
    digests.emplace_back(section.title, digest_of(sha256, section));
  }
  return digests;
}

std::vector<std::string> changes_since(const ApprovalInput& input, const Role& role,
                                       const ItemState& item) {
  if (item.agreed_sections.empty()) return {};  // it was given before items were bound to texts
  const ApprovalState approval{role.id, "", *item.agreed, item.agreed_text, item.agreed_sections};
  return ChangesSince(input, role, approval, ChangesSince::Covers::kText).run();
}

std::vector<Approval> judge_approvals(const ApprovalInput& input, std::string_view role_id,
                                      std::string_view stage) {
  std::vector<Approval> approvals;
  const Role* const role = input.process.find_role(role_id);
  if (!role) return approvals;
  for (const ApprovalState& state : input.state.approvals) {
    if (state.role != role_id || state.stage != stage) continue;
    Approval approval;
    approval.by = state.action.by;
    approval.when = to_string(date_of(state.action.time));
    approval.claimed = state.action.claimed;
    approval.changes = ChangesSince(input, *role, state).run();
    approval.valid = approval.changes.empty();
    if (!approval.valid) {
      approval.note =
          fmt::format("void: {} changed since", counted(approval.changes.size(), "section"));
    } else if (is_of_earlier_rules(state)) {
      approval.note = "under earlier rules: metadata is not covered";
    }
    approvals.push_back(std::move(approval));
  }
  return approvals;
}

std::vector<Objection> objections_of(const ProposalState& state) {
  std::vector<Objection> objections;
  if (state.hold) {
    const Action& action = *state.hold;
    objections.push_back(
        {std::nullopt, action.by, to_string(date_of(action.time)),
         fmt::format("{} holds it since {}{}", person_in(action), to_string(date_of(action.time)),
                     action.comment.empty() ? "" : ": " + action.comment)});
  }
  for (const ConcernState& concern : state.concerns) {
    if (concern.resolved) continue;
    objections.push_back(
        {concern.id, concern.action.by, to_string(date_of(concern.action.time)),
         fmt::format("a concern of {}: {}", person_in(concern.action), concern.action.comment)});
  }
  return objections;
}

}  // namespace milepost
