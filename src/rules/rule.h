// A rule looks at one proposal, or at one template, and reports what is wrong.
//
// Rules are pure: what they may know arrives as input, and they report through
// the Sink. One rule is one file, one registry row, one page in docs/rules, one
// case that fires and one that stays quiet.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/finding.h"

namespace milepost {

class Document;
class Facts;
class Links;
class Template;
class TocReader;
struct Card;
struct Issue;
struct Judgement;
struct LineChanges;
struct Process;
struct ProcessChange;
struct Proposal;

// Addresses that lead nowhere any more, and how that is known.
using DeadLinks = std::unordered_map<std::string, std::string>;

// A document before the change that is judged. Somebody else wrote it, so the suppressions that it
// has count.
struct FormerText {
  const Document* document = nullptr;  // null: there was none
};

struct RuleInput {
  const Process& process;
  const Proposal& proposal;
  const Judgement& judgement;             // the proposal held against its template
  const Card& card;                       // where it lives, and what its fields say
  const Facts& facts;                     // what is known beyond it
  const Links& links;                     // of its document
  const DeadLinks* dead_links = nullptr;  // null: the web was not asked
  const TocReader* toc = nullptr;         // of its document; the engine gives it to every rule
  const FormerText* former = nullptr;     // null: its own suppressions count
};

struct RepositoryInput {
  const Process& process;
  const Facts& facts;
};

struct TemplateInput {
  const Process& process;
  const Template& subject;
};

// A proposal on one side of a change.
struct ChangeSide {
  const Proposal& proposal;
  const Judgement& judgement;
  const Card& card;
  const Facts& facts;
};

// What a change does to one proposal.
struct ChangeInput {
  const Process& process;
  const ChangeSide* before = nullptr;  // null: the proposal is new
  const ChangeSide* after = nullptr;   // null: it is gone
  const LineChanges& document;
  const LineChanges& metadata;
  bool review_changed = false;              // a file of its reviews
  const std::vector<std::string>& touched;  // the paths of all proposals in the change, in order
  const FormerText* former = nullptr;       // null: its own suppressions count
};

// What speaks against an item of an issue, by its number there. One that is not there is
// told beside another, with a title of its own.
struct ItemDoubt {
  std::uint32_t item = 0;
  std::string why;
  std::string title = {};
};

// A tracking issue.
struct IssueInput {
  const Process& process;
  const Issue& issue;
  const Facts& facts;
  const Card* card = nullptr;               // null: which proposal it tracks is not known
  bool merged = false;                      // the pull request that holds the proposal is merged
  const std::vector<ItemDoubt>& unfounded;  // ticked, although it is not so
  const std::vector<ItemDoubt>& drifts;     // the same list in the document says otherwise
};

// What a change does to what proposals are judged by.
struct ProcessChangeInput {
  const std::vector<ProcessChange>& changes;
  bool accepted = false;  // by somebody who may: the change is judged by what it brings
};

struct Rule {
  std::string_view code;     // "MP201"; never reused
  std::string_view name;     // states the fault: "section-missing"
  Severity severity;         // unless the process or the repository says otherwise
  std::string_view summary;  // one sentence
  void (*check)(const RuleInput&, Sink&) = nullptr;           // looks at the document
  void (*check_metadata)(const RuleInput&, Sink&) = nullptr;  // needs no document
  void (*check_template)(const TemplateInput&, Sink&) = nullptr;
  void (*check_repository)(const RepositoryInput&, Sink&) = nullptr;  // what no proposal has
  bool needs_web = false;                                     // runs only when the web was asked
  void (*check_change)(const ChangeInput&, Sink&) = nullptr;  // compares two versions
  void (*check_issue)(const IssueInput&, Sink&) = nullptr;
  bool needs_age = false;  // asks for the history: runs only when it is named
  bool remark = false;     // its infos are remarks, which proposals at rest are spared
  void (*check_process)(const ProcessChangeInput&, Sink&) = nullptr;

  RuleId id() const { return {code, name, severity}; }
};

// All rules, by code.
std::span<const Rule> all_rules();

// By code or name, ignoring case; nullptr when there is none.
const Rule* find_rule(std::string_view code_or_name);

}  // namespace milepost
