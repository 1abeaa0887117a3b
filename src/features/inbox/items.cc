#include "features/inbox/items.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "gates/conditions.h"
#include "gates/roles.h"

namespace milepost::inbox {

namespace {

bool is_author_role(const Process& process, std::string_view id) {
  const Role* const role = process.find_role(id);
  const Field* const field = role ? process.find_field(role->field) : nullptr;
  return field && field->role == FieldRole::kAuthors;
}

// A role that a roster gives is a team's, and any of the team will do.
bool is_team_role(const Process& process, std::string_view id) {
  const Role* const role = process.find_role(id);
  return role && !role->roster.empty();
}

// A sign-off list has the approvals themselves among its items, and what they approve is merged
// after them.
bool is_given_last(ConditionType type) {
  return type == ConditionType::kApproval || type == ConditionType::kReview ||
         type == ConditionType::kStatus || type == ConditionType::kChecklist ||
         type == ConditionType::kMerged;
}

// Whether all that comes before an approval is there, as far as it can be known. What
// somebody objects is settled beside approvals, not before them.
bool is_ready(std::span<const Verdict> verdicts) {
  return std::ranges::none_of(verdicts, [](const Verdict& verdict) {
    return verdict.closes() && verdict.holds == Holds::kNo && !is_given_last(verdict.type) &&
           !verdict.is_objection();
  });
}

// What the record says of one person's approval: "Motivation: +2 −0 words".
std::vector<Detail> details_of(const Verdict& verdict, const std::string& person) {
  std::vector<Detail> theirs;
  for (const Detail& detail : verdict.details) {
    if (equal_ignoring_case(detail.by, person)) theirs.push_back(detail);
  }
  return theirs;
}

class GateItems {
 public:
  GateItems(const ItemSubject& of, const JudgedGate& gate) : of_(of), gate_(gate) {}

  std::vector<InboxItem> find() {
    const bool ready = is_ready(gate_.verdicts);
    for (const Verdict& verdict : gate_.verdicts) {
      const bool concerns = verdict.closes() && verdict.kind == VerdictKind::kCondition &&
                            !verdict.who.empty() && !is_author_role(of_.process, verdict.role);
      if (!concerns) continue;
      for (const std::string& person : verdict.again) add_again(verdict, person);
      const bool first = verdict.type == ConditionType::kRecord;
      if (first || ready) add(verdict);
    }
    return std::move(items_);
  }

 private:
  std::string for_stage() const { return gate_.stage.empty() ? "" : " for " + gate_.stage; }

  InboxItem begin(const Verdict& verdict, ItemKind kind) const {
    InboxItem item;
    item.kind = kind;
    item.key = verdict.id;
    item.why = verdict.message;
    if (!verdict.remedies.empty() && verdict.remedies.front().is_command()) {
      item.remedy = verdict.remedies.front();
    }
    item.role = verdict.role;
    item.who = verdict.who;
    item.any = is_team_role(of_.process, verdict.role);
    item.release = gate_.release;
    item.spot = verdict.spot;
    item.since = of_.changed;
    item.since_change = true;
    if (gate_.deadline) {
      item.deadline_title = gate_.title;
      item.deadline = gate_.deadline;
    } else if (verdict.deadline && of_.now < *verdict.deadline) {
      item.deadline_title = verdict.deadline_title;
      item.deadline = verdict.deadline;
    }
    return item;
  }

  void add_again(const Verdict& verdict, const std::string& person) {
    InboxItem again = begin(verdict, ItemKind::kApproveAgain);
    again.key += "/again/" + person;
    again.what = fmt::format("look at it again: what you approved{} has changed", for_stage());
    again.why.clear();
    again.who = {person};
    again.any = false;
    again.details = details_of(verdict, person);
    items_.push_back(std::move(again));
  }

  void add(const Verdict& verdict) {
    InboxItem item = begin(verdict, verdict.type == ConditionType::kApproval ? ItemKind::kApprove
                                    : verdict.type == ConditionType::kReview ? ItemKind::kReview
                                                                             : ItemKind::kConfirm);
    std::erase_if(item.who, [&](const std::string& name) {
      return std::ranges::find(verdict.again, name) != verdict.again.end();
    });
    if (item.who.empty()) return;
    switch (item.kind) {
      case ItemKind::kApprove:
        item.what = fmt::format("approve it{} as {}", for_stage(), verdict.role_title);
        break;
      case ItemKind::kReview: item.what = fmt::format("review it{}", for_stage()); break;
      default:
        item.opts_in = verdict.asks_opt_in();
        if (item.opts_in && gate_.release.empty()) return;  // to none that is known
        item.what = item.opts_in
                        ? fmt::format("opt it in to {} as {}", gate_.release, verdict.role_title)
                        : fmt::format("see to it as {}", verdict.role_title);
    }
    items_.push_back(std::move(item));
  }

  const ItemSubject& of_;
  const JudgedGate& gate_;
  std::vector<InboxItem> items_;
};

std::string waits_for(const Process& process, const Verdict& verdict) {
  constexpr std::size_t kNamed = 3;
  if (is_author_role(process, verdict.role) || verdict.who.empty()) return {};
  if (verdict.who.size() > kNamed) return fmt::format(" (for {})", verdict.role_title);
  return fmt::format(" (for @{})", fmt::join(verdict.who, ", @"));
}

// Words of a debate's context that may be names: "@jane, sig-network: …".
std::vector<std::string> names_in_context(std::string_view context) {
  const auto is_part = [](char c) {
    return is_alnum(c) || c == '-' || c == '_' || c == '.' || c == '@';
  };
  std::vector<std::string> names;
  for (std::size_t i = 0; i < context.size();) {
    std::size_t end = i;
    while (end < context.size() && is_part(context[end])) ++end;
    std::string_view word = context.substr(i, end - i);
    while (word.ends_with('.')) word.remove_suffix(1);
    if (word.starts_with('@')) word.remove_prefix(1);
    if (!word.empty()) names.emplace_back(word);
    i = std::max(end, i + 1);
  }
  return names;
}

// Names with an @ in a text: "@jane", and of "@project/web-leads" the latter.
void add_mentions(std::string_view text, std::vector<std::string>& names) {
  const auto is_part = [](char c) { return is_alnum(c) || c == '-' || c == '_'; };
  for (std::size_t at = text.find('@'); at != text.npos; at = text.find('@', at + 1)) {
    if (at > 0 && (is_part(text[at - 1]) || text[at - 1] == '.')) continue;  // an address
    std::size_t begin = at + 1;
    std::size_t end = begin;
    for (; end < text.size() && (is_part(text[end]) || text[end] == '/'); ++end) {
      if (text[end] == '/') begin = end + 1;
    }
    if (begin < end) names.emplace_back(text.substr(begin, end - begin));
  }
}

// What stands in it, up to the next one: they may be nested, and each is read once.
std::string_view body_of(const Document& document, std::span<const Unresolved> blocks,
                         std::size_t i) {
  const Unresolved& block = blocks[i];
  if (block.close.empty()) return {};
  std::uint32_t end = block.close.begin;
  if (i + 1 < blocks.size() && !blocks[i + 1].open.empty()) {
    end = std::min(end, blocks[i + 1].open.begin);
  }
  return block.open.end < end ? document.text(Span{block.open.end, end}) : std::string_view();
}

}  // namespace

std::string_view name(ItemKind kind) {
  constexpr std::string_view kNames[] = {
      "approve",    "approve-again", "review", "confirm", "decide",  "at-risk",
      "removed",    "settle",        "answer", "agree",   "tick",    "know",
      "unresolved", "freeze",        "post",   "rejudge", "describe"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::vector<InboxItem> items_of_gate(const ItemSubject& of, const JudgedGate& gate) {
  return GateItems(of, gate).find();
}

std::optional<InboxItem> at_risk(const ItemSubject& of, std::span<const JudgedGate> freezes) {
  const auto first = std::ranges::find_if(
      freezes, [](const JudgedGate& freeze) { return !freeze.verdicts.empty(); });
  if (first == freezes.end()) return std::nullopt;
  InboxItem item;
  item.kind = ItemKind::kAtRisk;
  item.key = "at-risk";
  item.who = of.card.authors;
  item.release = first->release;
  item.deadline_title = first->title;
  item.deadline = first->deadline;
  bool own = false;
  std::vector<std::string_view> seen;
  for (const JudgedGate& freeze : freezes) {
    for (const Verdict& verdict : freeze.verdicts) {
      if (std::ranges::find(seen, verdict.id) != seen.end()) continue;
      seen.push_back(verdict.id);
      own = own || verdict.role.empty() || is_author_role(of.process, verdict.role);
      item.details.push_back({verdict.message + waits_for(of.process, verdict)});
    }
  }
  item.what = own ? fmt::format("bring what it lacks{}{}", first->stage.empty() ? "" : " for ",
                                first->stage)
                  : "remind those it waits for";
  item.why =
      fmt::format("at risk: {} missing", item.details.size() == 1
                                             ? "one thing is"
                                             : fmt::format("{} things are", item.details.size()));
  item.remedy = remedy::AskWhy{called(of.card), first->stage, first->release};
  return item;
}

std::vector<InboxItem> items_of_text(const ItemSubject& of, const Document& document) {
  std::vector<InboxItem> items;
  Positions positions;
  const std::span<const Unresolved> blocks = document.unresolved();
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const Unresolved& block = blocks[i];
    if (block.hidden || block.open.empty()) continue;
    const std::string_view context = trim(document.text(block.context));
    const std::string_view body = trim(body_of(document, blocks, i));
    InboxItem item;
    item.who = names_in_context(context);
    add_mentions(body, item.who);
    if (item.who.empty()) continue;
    item.kind = ItemKind::kUnresolved;
    item.spot = spot_of(document.source(), block.open, positions);
    item.key = fmt::format("unresolved/{}", item.spot->line);
    item.what = "settle what is under debate";
    item.why = context.empty() ? trim(cut(body, '\n').first) : context;
    item.since = of.changed;
    item.since_change = true;
    items.push_back(std::move(item));
  }
  return items;
}

}  // namespace milepost::inbox
