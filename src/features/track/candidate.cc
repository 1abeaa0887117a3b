#include "features/track/candidate.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "base/version.h"
#include "issue/pull_request.h"
#include "process/validate.h"
#include "proposal/unmerged.h"
#include "workspace/identity.h"

namespace milepost::track {

namespace {

constexpr std::size_t kLongestNumber = 15;

Result<void> check_group(const Workspace& workspace, const std::string& group) {
  const Field* const field = workspace.process().field(FieldRole::kGroup);
  if (!field) {
    if (group.empty()) return {};
    return failure("proposals belong to no group here; leave --group out");
  }
  const Rosters& rosters = workspace.facts().rosters();
  const bool listed = !field->roster.empty() && rosters.knows(field->roster);
  const std::vector<std::string> known =
      listed ? rosters.names(field->roster) : std::vector<std::string>();
  if (group.empty()) {
    return failure("which group? Name it with --group" +
                   (known.empty() ? std::string() : fmt::format(": {}", fmt::join(known, ", "))));
  }
  if (!listed || rosters.spelled(field->roster, group) == group) return {};
  return failure(unknown("group", group, known));
}

// The digits that a part of a path begins with, before a hyphen: "keps/sig-a/12-x" has 12.
std::string numbered_part(std::string_view path) {
  while (!path.empty()) {
    const auto [part, rest] = cut(path, '/');
    path = rest;
    const std::size_t end = std::min(part.find('-'), part.size());
    const std::string number = plain_number(part.substr(0, end));
    if (!number.empty() && end < part.size()) return number;
  }
  return {};
}

}  // namespace

Result<void> check_candidate(const Workspace& workspace, const Candidate& candidate) {
  const Process& process = workspace.process();
  if (process.layout.numbering == Numbering::kUnnumbered) {
    return failure("proposals have no number here, so none can be known before its text");
  }
  const std::string number = plain_number(candidate.number);
  if (number.empty() || number == "0" || number.size() > kLongestNumber) {
    return failure(fmt::format("--number is the number of an issue, not \"{}\"", candidate.number));
  }
  const std::string_view title = candidate.says.title;
  if (trim(title).empty()) return failure("what is it called? Say it with --title");
  if (printable(title) != title) return failure("the title must be one line of plain text");
  return check_group(workspace, candidate.says.group);
}

Result<std::unique_ptr<TrackedProposal>> open_candidate(const Workspace& workspace,
                                                        const Candidate& candidate,
                                                        const TrackOptions& options) {
  TRY(check_candidate(workspace, candidate));
  if (const auto& judged = workspace.judging(); !judged) return tl::unexpected(judged.error());
  TRY(const auto person, need_identity(workspace.process(), workspace.root(), options.person));
  auto selection = std::make_shared<Selection>();
  Card& card = selection->cards.emplace_back();
  card.metadata = std::make_shared<const Metadata>();
  card.files.has_document = false;
  card.number = plain_number(candidate.number);
  card.title = candidate.says.title;
  card.group = candidate.says.group;
  card.kind = workspace.process().kinds.front().id;
  card.authors = {person};
  if (!candidate.contact.empty() && !equal_ignoring_case(candidate.contact, person)) {
    card.authors.insert(card.authors.begin(), candidate.contact);
  }
  card.unmerged = std::make_shared<const Unmerged>(Unmerged{candidate.says.text, {}, {}, true});
  selection->workspaces.push_back(workspace.shared_from_this());
  selection->proposals.push_back({&workspace, &card, true, nullptr});
  return TrackedProposal::open(std::move(selection), options, Access::kWrite);
}

Candidate candidate_of(const Issue& issue, std::string number, std::string title) {
  Candidate candidate{std::move(number), {}};
  const auto value = [&](IssueValue is) {
    const IssueFieldText* const field = issue.find(is);
    return field ? std::string(trim(field->value)) : std::string();
  };
  candidate.says.title =
      title.empty() ? single_spaced(value(IssueValue::kDescription)) : std::move(title);
  const std::string groups = value(IssueValue::kGroups);
  candidate.says.group = trim(cut(groups, ',').first);
  if (auto pull = read_pull_request(value(IssueValue::kProposal))) {
    candidate.says.text = std::move(*pull);
  }
  if (const auto contact = read_handle(value(IssueValue::kContact))) {
    candidate.contact = contact->name;
  }
  return candidate;
}

std::string number_in(const Issue& issue) {
  const IssueFieldText* const field = issue.find(IssueValue::kProposal);
  return field ? numbered_part(field->value) : std::string();
}

std::string number_of_issue(std::string_view word) {
  constexpr std::string_view kIssues = "/issues/";
  const std::size_t at = word.rfind(kIssues);
  if (at == word.npos) return std::string(word);
  std::string_view number = word.substr(at + kIssues.size());
  number = number.substr(0, number.find_first_of("/#?"));
  return plain_number(number).empty() ? std::string(word) : plain_number(number);
}

std::vector<std::string> opt_ins_asked(const Issue& issue, const std::string& number) {
  std::vector<std::string> commands;
  for (const IssueFieldText& field : issue.fields) {
    if (field.field->is != IssueValue::kTarget) continue;
    const auto version = parse_version(trim(field.value));
    if (!version || version->is_zero()) continue;
    commands.push_back(fmt::format("milepost release opt-in {} {} --to {}", to_string(*version),
                                   number, field.field->stage));
  }
  return commands;
}

}  // namespace milepost::track
