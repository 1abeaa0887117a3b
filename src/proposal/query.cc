#include "proposal/query.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/strings.h"
#include "proposal/query_node.h"

namespace milepost {

namespace {

using Node = Query::Node;

// In the order of RecordTermKind.
constexpr std::string_view kTermNames[] = {"approved-by", "at-risk",   "awaits",     "tracked",
                                           "deferred",    "exception", "in-stage",   "missing",
                                           "opted-in",    "removed",   "waiting-for"};

bool fits(const Accepted& accepted, const std::string& value) {
  if (accepted.least) {
    if (value < *accepted.least || (accepted.least_open && value == *accepted.least)) return false;
  }
  if (accepted.most) {
    // "2024" as the upper end takes in all of 2024.
    const std::string_view head = std::string_view(value).substr(0, accepted.most->size());
    if (head > *accepted.most || (accepted.most_open && head == *accepted.most)) return false;
  }
  return true;
}

// `*` stands for any text; without one, people and groups are meant whole.
bool like(std::string_view pattern, std::string_view text) {
  const std::size_t star = pattern.find('*');
  if (star == pattern.npos) return pattern == text;
  if (!text.starts_with(pattern.substr(0, star))) return false;
  text.remove_prefix(star);
  pattern.remove_prefix(star + 1);
  for (std::size_t next = pattern.find('*'); next != pattern.npos; next = pattern.find('*')) {
    const std::size_t at = text.find(pattern.substr(0, next));
    if (at == text.npos) return false;
    text.remove_prefix(at + next);
    pattern.remove_prefix(next + 1);
  }
  return text.size() >= pattern.size() && text.ends_with(pattern);
}

bool accepts(const Accepted& accepted, const QueryField& field,
             const std::vector<std::string>& values) {
  if (accepted.none) return values.empty();
  if (accepted.any) return !values.empty();
  return std::ranges::any_of(values, [&](const std::string& value) {
    if (accepted.least || accepted.most) {
      const auto compared = comparable(field.kind, value);
      return compared && fits(accepted, *compared);
    }
    // A title or path is asked for by a part of it.
    const std::string text = lower(value);
    const bool part = field.name == "title" || field.name == "path";
    return part && accepted.text.find('*') == accepted.text.npos
               ? text.find(accepted.text) != text.npos
               : like(accepted.text, text);
  });
}

bool holds(const Node& node, const Card& card, const BodyText& body,
           const RecordMatcher& in_record) {
  const auto each = [&](const Node& below) { return holds(below, card, body, in_record); };
  switch (node.op) {
    case Node::Op::kAll: return std::ranges::all_of(node.below, each);
    case Node::Op::kAny: return std::ranges::any_of(node.below, each);
    case Node::Op::kNot: return !holds(node.below.front(), card, body, in_record);
    case Node::Op::kWord:
      return card.number == node.text ||
             find_ignoring_case(card.title, node.text) != std::string::npos;
    case Node::Op::kText: return find_ignoring_case(body(), node.text) != std::string_view::npos;
    case Node::Op::kRecord:
      return std::ranges::any_of(node.terms,
                                 [&](const RecordTerm& term) { return in_record(card, term); });
    case Node::Op::kField: {
      const std::vector<std::string> values = values_of(card, node.field);
      return std::ranges::any_of(node.accepted, [&](const Accepted& accepted) {
        return accepts(accepted, node.field, values);
      });
    }
  }
  return false;
}

void add_terms(const Node& node, std::vector<RecordTerm>& terms) {
  terms.insert(terms.end(), node.terms.begin(), node.terms.end());
  for (const Node& below : node.below) add_terms(below, terms);
}

}  // namespace

std::optional<std::string> comparable(QueryField::Kind kind, std::string_view value) {
  if (kind == QueryField::Kind::kVersion) {
    const auto version = parse_version(value);
    if (!version) return std::nullopt;
    return fmt::format("{:010}.{:010}.{:010}", version->major, version->minor, version->patch);
  }
  if (kind == QueryField::Kind::kNumber) {
    const std::string number = plain_number(value);
    constexpr std::size_t kDigits = 20;
    if (number.empty() || number.size() > kDigits) return std::nullopt;
    return std::string(kDigits - number.size(), '0') + number;
  }
  return std::string(value);
}

std::string_view name(RecordTermKind kind) { return kTermNames[static_cast<std::size_t>(kind)]; }

std::vector<std::string> record_term_names() {
  return {std::begin(kTermNames), std::end(kTermNames)};
}

bool asks_gates(RecordTermKind kind) {
  return kind == RecordTermKind::kMissing || kind == RecordTermKind::kWaitingFor;
}

std::vector<std::string> missing_words(const Process& process) {
  std::set<std::string> words;
  for (const Gate& gate : process.gates) {
    for (const Condition& condition : gate.conditions) {
      if (condition.type == ConditionType::kNothing) continue;
      words.insert(condition.id);
      // "record" says where it is known from, not what is missing.
      words.insert(condition.type == ConditionType::kRecord
                       ? condition.id
                       : condition_type_names()[static_cast<std::size_t>(condition.type)]);
    }
  }
  if (!words.empty()) words.insert("issue");
  return {words.begin(), words.end()};
}

bool is_query_term(std::string_view word) {
  while (word.starts_with('-') || word.starts_with('(')) word.remove_prefix(1);
  const auto [field, value] = cut(word, ':');
  if (field.size() == word.size() || field.empty() || !is_alpha(field.front())) return false;
  return !value.starts_with("//") && std::ranges::all_of(field, [](char c) {
    return is_alnum(c) || c == '-' || c == '_' || c == '.';
  });
}

std::vector<RecordTerm> Query::record_terms() const {
  std::vector<RecordTerm> terms;
  if (root_) add_terms(*root_, terms);
  std::ranges::sort(terms);
  const auto same = std::ranges::unique(terms);
  terms.erase(same.begin(), same.end());
  return terms;
}

bool Query::matches(const Card& card, const BodyText& body, const RecordMatcher& in_record) const {
  return !root_ || holds(*root_, card, body, in_record);
}

}  // namespace milepost
