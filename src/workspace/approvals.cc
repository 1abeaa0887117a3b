#include "workspace/approvals.h"

#include <algorithm>
#include <map>
#include <memory>
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

// What an approved text said, section by section; nothing when it is not kept.
std::map<std::string, std::string> words_then(const ApprovalInput& input, const Role& role,
                                              const ApprovalState& approval) {
  std::map<std::string, std::string> words;
  auto text = input.kept_text(approval.text);
  if (!text) return words;
  const auto source = std::make_shared<const Source>(input.text.proposal.document.source().path(),
                                                     std::move(*text));
  const Proposal then(Document(source), input.text.proposal.metadata);
  const Judgement judgement = input.judge.judge(then, {});
  for (CoveredSection& section :
       covered_text(input.process, {then, judgement}, answers_for(input.process, role))) {
    words.emplace(std::move(section.title), std::move(section.words));
  }
  return words;
}

std::string shown_title(const std::string& title) { return title.empty() ? "the head" : title; }

// The sections that differ from those approved.
std::vector<std::string> changes_since(const ApprovalInput& input, const Role& role,
                                       const ApprovalState& approval) {
  std::map<std::string, std::string> then(approval.sections.begin(), approval.sections.end());
  const auto now = covered_text(input.process, input.text, answers_for(input.process, role));
  std::vector<std::string> changes;
  std::map<std::string, std::string> words;
  bool read = false;
  for (const CoveredSection& section : now) {
    const auto before = then.find(section.title);
    const bool known = before != then.end();
    const bool same = known && before->second == digest_of_words(input.sha256, section.words);
    if (known) then.erase(before);
    if (same) continue;
    if (!std::exchange(read, true)) words = words_then(input, role, approval);
    const auto old_words = words.find(section.title);
    const std::string title = shown_title(section.title);
    if (!known) {
      changes.push_back(fmt::format("{}: new", title));
    } else if (old_words == words.end()) {
      changes.push_back(fmt::format("{}: changed", title));
    } else {
      changes.push_back(
          fmt::format("{}: {}", title, word_changes(old_words->second, section.words)));
    }
  }
  for (const auto& [title, digest] : then) {
    changes.push_back(fmt::format("{}: gone", shown_title(title)));
  }
  return changes;
}

}  // namespace

std::string digest_of_words(const Sha256& sha256, std::string_view words) {
  constexpr std::size_t kDigits = 32;  // enough to tell a section from any other
  return sha256.of(words).hex().substr(0, kDigits);
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
    approval.changes = changes_since(input, *role, state);
    approval.valid = approval.changes.empty();
    if (!approval.valid) {
      approval.note =
          fmt::format("void: {} changed since", counted(approval.changes.size(), "section"));
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
         fmt::format("@{} holds it since {}{}", action.by, to_string(date_of(action.time)),
                     action.comment.empty() ? "" : ": " + action.comment)});
  }
  for (const ConcernState& concern : state.concerns) {
    if (concern.resolved) continue;
    objections.push_back(
        {concern.id, concern.action.by, to_string(date_of(concern.action.time)),
         fmt::format("a concern of @{}: {}", concern.action.by, concern.action.comment)});
  }
  return objections;
}

}  // namespace milepost
