// From the text of a query to its nodes.
#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"
#include "process/validate.h"
#include "proposal/query_node.h"

namespace milepost {

namespace {

using Node = Query::Node;

constexpr std::size_t kMostNodes = 1000;  // of a query; people write a dozen
constexpr int kMostDepth = 50;

std::optional<RecordTermKind> record_term_called(std::string_view word) {
  const std::vector<std::string> names = record_term_names();
  const auto found = std::ranges::find(names, word);
  if (found == names.end()) return std::nullopt;
  return static_cast<RecordTermKind>(found - names.begin());
}

// The known word that is written so, in any case; null when there is none.
const std::string* find_known(const std::vector<std::string>& known, std::string_view written) {
  const auto found = std::ranges::find_if(
      known, [&](const std::string& word) { return equal_ignoring_case(word, written); });
  return found == known.end() ? nullptr : &*found;
}

// A whole number at the beginning of the text, which loses it.
std::optional<std::uint32_t> take_count(std::string_view& text) {
  std::uint32_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return count;
}

// ">3releases", "400..500days", "2releases".
std::optional<TimeSpan> read_time(std::string_view text) {
  constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
  std::string_view sign;
  for (const std::string_view known : {">=", "<=", ">", "<", "="}) {
    if (sign.empty() && text.starts_with(known)) sign = known;
  }
  text.remove_prefix(sign.size());
  const auto count = take_count(text);
  if (!count) return std::nullopt;
  TimeSpan time{TimeSpan::Unit::kReleases, *count, *count};
  if (sign == ">" && *count < kMost) ++time.least;
  if (sign == "<" && *count == 0) return std::nullopt;
  if (sign == "<") --time.most;
  if (sign.starts_with('>')) time.most = kMost;
  if (sign.starts_with('<')) time.least = 0;
  if (sign.empty() && text.starts_with("..")) {
    text.remove_prefix(2);
    const auto most = take_count(text);
    if (!most) return std::nullopt;
    time.most = *most;
  }
  if (text == "day" || text == "days") {
    time.unit = TimeSpan::Unit::kDays;
  } else if (text != "release" && text != "releases") {
    return std::nullopt;
  }
  return time;
}

class Parser {
 public:
  Parser(std::string_view text, const Process& process, std::string_view me)
      : text_(text), process_(process), me_(me) {}

  tl::expected<std::optional<Node>, QueryFault> parse() {
    skip_space();
    if (at_ == text_.size()) return std::optional<Node>();
    Node root = read_any(0);
    if (!fault_ && at_ < text_.size()) {
      fail({here(), here() + 1}, "there is nothing to close", "remove this parenthesis");
    }
    if (fault_) return tl::unexpected(*fault_);
    return std::optional<Node>(std::move(root));
  }

 private:
  std::uint32_t here() const { return static_cast<std::uint32_t>(at_); }

  void fail(Span span, std::string message, std::string hint = {}) {
    if (!fault_) fault_ = QueryFault{std::move(message), std::move(hint), span};
    at_ = text_.size();
  }

  void skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }

  bool at_or() const {
    const std::string_view rest = text_.substr(at_);
    return rest.starts_with("OR") && (rest.size() == 2 || is_space(rest[2]) || rest[2] == '(');
  }

  Node read_any(int depth) {
    Node node;
    node.op = Node::Op::kAny;
    node.below.push_back(read_all(depth));
    while (!fault_ && at_ < text_.size() && at_or()) {
      const std::uint32_t begin = here();
      at_ += 2;
      skip_space();
      if (at_ == text_.size() || text_[at_] == ')' || at_or()) {
        fail({begin, begin + 2}, "OR has nothing after it", "add what else may hold, or remove it");
        break;
      }
      node.below.push_back(read_all(depth));
    }
    std::ranges::stable_sort(node.below, {}, &Node::cost);
    return node.below.size() == 1 ? std::move(node.below.front()) : std::move(node);
  }

  Node read_all(int depth) {
    Node node;
    const std::uint32_t begin = here();
    while (!fault_ && at_ < text_.size() && text_[at_] != ')' && !at_or()) {
      node.below.push_back(read_term(depth));
      skip_space();
    }
    if (!fault_ && node.below.empty()) {
      const bool is_or = at_ < text_.size() && at_or();
      fail({begin, std::min(begin + (is_or ? 2 : 1), static_cast<std::uint32_t>(text_.size()))},
           is_or ? "OR has nothing before it" : "there is nothing between the parentheses");
    }
    std::ranges::stable_sort(node.below, {}, &Node::cost);
    return node.below.size() == 1 ? std::move(node.below.front()) : std::move(node);
  }

  Node read_term(int depth) {
    const std::uint32_t begin = here();
    if (++nodes_ > kMostNodes || depth > kMostDepth) {
      fail({begin, begin + 1}, "the query is too long to be meant");
      return {};
    }
    if (text_[at_] == '-' && at_ + 1 < text_.size() && !is_space(text_[at_ + 1])) {
      ++at_;
      Node node;
      node.op = Node::Op::kNot;
      node.below.push_back(read_term(depth + 1));
      return node;
    }
    if (text_[at_] == '(') {
      ++at_;
      skip_space();
      Node node = read_any(depth + 1);
      if (fault_) return {};
      if (at_ == text_.size()) {
        fail({begin, begin + 1}, "this parenthesis is not closed");
        return {};
      }
      ++at_;
      return node;
    }
    return read_comparison();
  }

  Node read_comparison() {
    const std::uint32_t begin = here();
    std::size_t end = at_;
    while (end < text_.size() &&
           (is_alnum(text_[end]) || text_[end] == '-' || text_[end] == '_' || text_[end] == '.')) {
      ++end;
    }
    if (end == at_ || end >= text_.size() || text_[end] != ':') return read_word(begin);
    const std::string name = lower(text_.substr(at_, end - at_));
    const Span name_span{begin, static_cast<std::uint32_t>(end)};
    at_ = end + 1;
    Node node;
    if (name == "text") {
      node.op = Node::Op::kText;
      node.text = lower(read_value(name_span));
      return node;
    }
    if (const auto kind = record_term_called(name)) {
      node.op = Node::Op::kRecord;
      read_terms(node, *kind, name_span);
      return node;
    }
    auto field = find_query_field(name, process_);
    if (!field) {
      fail(name_span, "unknown field in the query", hint_for(name, field.error(), peek_value()));
      return {};
    }
    node.op = Node::Op::kField;
    node.field = std::move(*field);
    read_accepted(node, name_span);
    return node;
  }

  // The values of a term that the record answers, with commas between.
  void read_terms(Node& node, RecordTermKind kind, Span name_span) {
    const std::uint32_t begin = here();
    const std::string whole = read_value(name_span);
    std::string_view rest = whole;
    while (!rest.empty() && !fault_) {
      const auto [value, after] = cut(rest, ',');
      node.terms.push_back(term_of(kind, value, {begin, here()}));
      rest = after;
    }
  }

  RecordTerm term_of(RecordTermKind kind, std::string_view value, Span span) {
    switch (kind) {
      case RecordTermKind::kApprovedBy:
      case RecordTermKind::kAwaits:
      case RecordTermKind::kWaitingFor: return of_person(kind, value, span);
      case RecordTermKind::kMissing: return of_missing(value, span);
      case RecordTermKind::kInStage: return of_time(value, span);
      default: return of_release(kind, value, span);
    }
  }

  RecordTerm of_release(RecordTermKind kind, std::string_view value, Span span) {
    const auto version = parse_version(value);
    if (!version || version->is_zero()) {
      fail(span, fmt::format("\"{}\" is no release", value), "this is a version, such as v1.33");
      return {};
    }
    return {kind, *version};
  }

  RecordTerm of_person(RecordTermKind kind, std::string_view value, Span span) {
    std::string person = lower(handle(value, span));
    const auto read = read_handle(person);
    if (!fault_ && (!read || !read->alone)) {
      const bool role = kind == RecordTermKind::kWaitingFor && !process_.roles.empty();
      fail(span, fmt::format("\"{}\" is nobody's handle", value),
           role ? fmt::format("somebody such as @jane, @me, or a role: {}",
                              fmt::join(ids(process_.roles), ", "))
                : "somebody such as @jane, or @me");
    }
    return {kind, {}, std::move(person)};
  }

  RecordTerm of_missing(std::string_view value, Span span) {
    const std::vector<std::string> known = missing_words(process_);
    const std::string* const word = find_known(known, value);
    if (word == nullptr) {
      const std::string_view meant = nearest(value, known);
      fail(span, fmt::format("no gate of the process asks for \"{}\"", value),
           known.empty()   ? "the process has no gates"
           : meant.empty() ? fmt::format("there are {}", fmt::join(known, ", "))
                           : fmt::format("did you mean \"{}\"?", meant));
      return {};
    }
    return {RecordTermKind::kMissing, {}, {}, *word};
  }

  RecordTerm of_time(std::string_view value, Span span) {
    const auto time = read_time(lower(value));
    if (!time) {
      fail(span, fmt::format("\"{}\" is no length of time", value),
           "so many releases or days, such as >3releases or >=400days");
      return {};
    }
    return {RecordTermKind::kInStage, {}, {}, {}, *time};
  }

  Node read_word(std::uint32_t begin) {
    Node node;
    node.op = Node::Op::kWord;
    node.text = lower(read_value({begin, begin + 1}));
    return node;
  }

  // A word or a quoted text. Faults point at it, or at `field` when there is
  // nothing.
  std::string read_value(Span field) {
    const std::uint32_t begin = here();
    std::string value;
    if (at_ < text_.size() && text_[at_] == '"') {
      const std::size_t close = text_.find('"', at_ + 1);
      if (close == text_.npos) {
        fail({begin, static_cast<std::uint32_t>(text_.size())}, "this quote is not closed");
        return {};
      }
      value = text_.substr(at_ + 1, close - at_ - 1);
      at_ = close + 1;
    } else {
      while (at_ < text_.size() && !is_space(text_[at_]) && text_[at_] != '(' && text_[at_] != ')')
        value += text_[at_++];
    }
    if (value.empty()) {
      fail(field,
           fmt::format("nothing is asked for after {}",
                       text_.substr(field.begin, field.end - field.begin)),
           "a value belongs after the colon; none finds what is not set");
    }
    return value;
  }

  std::string_view peek_value() const {
    std::size_t end = at_;
    while (end < text_.size() && !is_space(text_[end]) && text_[end] != ')') ++end;
    return text_.substr(at_, end - at_);
  }

  void read_accepted(Node& node, Span name_span) {
    const std::uint32_t begin = here();
    const bool quoted = begin < text_.size() && text_[begin] == '"';
    const std::string whole = read_value(name_span);
    if (fault_) return;
    std::string_view rest = whole;
    std::uint32_t offset = begin + (quoted ? 1 : 0);
    do {
      // A quoted text is one value, commas and all.
      const auto [value, after] = quoted ? std::pair(rest, std::string_view()) : cut(rest, ',');
      const Span span{offset, offset + static_cast<std::uint32_t>(value.size())};
      read_one(node, value, span);
      offset = span.end + 1;
      rest = after;
    } while (!rest.empty() && !fault_);
  }

  void read_one(Node& node, std::string_view value, Span span) {
    Accepted accepted;
    accepted.none = value == "none";
    accepted.any = value == "*";
    const QueryField::Kind kind = node.field.kind;
    if (!accepted.none && !accepted.any) {
      if (kind == QueryField::Kind::kNumber || kind == QueryField::Kind::kDate ||
          kind == QueryField::Kind::kVersion) {
        read_range(kind, value, span, accepted);
      } else {
        accepted.text =
            lower(kind == QueryField::Kind::kPerson ? handle(value, span) : std::string(value));
        refuse_unknown(node.field, accepted.text, span);
      }
    }
    node.accepted.push_back(std::move(accepted));
  }

  std::string handle(std::string_view value, Span span) {
    if (value.starts_with('@')) value.remove_prefix(1);
    if (value != "me") return std::string(value);
    if (me_.empty()) {
      fail(span, "nobody said who @me is", "--as HANDLE or MILEPOST_AS says it");
    }
    return std::string(me_.starts_with('@') ? me_.substr(1) : me_);
  }

  void read_range(QueryField::Kind kind, std::string_view value, Span span, Accepted& accepted) {
    const auto bound = [&](std::string_view text) -> std::optional<std::string> {
      auto found = kind == QueryField::Kind::kDate ? date_bound(text) : comparable(kind, text);
      if (!found) {
        constexpr std::string_view kWanted[] = {"", "a number, such as 4211",
                                                "a day, month or year: 2024-03-01, 2024-03, 2024",
                                                "a version, such as v1.33", ""};
        fail(span, fmt::format("\"{}\" does not compare", text),
             fmt::format("this is {}", kWanted[static_cast<std::size_t>(kind)]));
      }
      return found;
    };
    if (const std::size_t dots = value.find(".."); dots != value.npos) {
      if (dots > 0) accepted.least = bound(value.substr(0, dots));
      if (dots + 2 < value.size()) accepted.most = bound(value.substr(dots + 2));
      return;
    }
    const auto after = [&](std::size_t count) { return bound(value.substr(count)); };
    if (value.starts_with(">=")) {
      accepted.least = after(2);
    } else if (value.starts_with("<=")) {
      accepted.most = after(2);
    } else if (value.starts_with('>')) {
      // Later than 2024 is later than all of it.
      accepted.least = after(1);
      accepted.least_open = true;
      if (kind == QueryField::Kind::kDate && accepted.least) *accepted.least += '~';
    } else if (value.starts_with('<')) {
      accepted.most = after(1);
      accepted.most_open = true;
    } else {
      accepted.least = accepted.most = bound(value.starts_with('=') ? value.substr(1) : value);
    }
  }

  // A year, a month or a day.
  static std::optional<std::string> date_bound(std::string_view text) {
    constexpr std::string_view kFirst = "0000-01-01";
    if (text.size() != 4 && text.size() != 7 && text.size() != kFirst.size()) return std::nullopt;
    if (!parse_date(std::string(text) + std::string(kFirst.substr(text.size())))) {
      return std::nullopt;
    }
    return std::string(text);
  }

  std::vector<std::string> known_values(std::string_view field) const {
    std::vector<std::string> known;
    if (field == "status") {
      for (const Status& status : process_.statuses) known.push_back(status.id);
    } else if (field == "stage") {
      known = process_.stage_names();
    } else if (field == "kind") {
      for (const Kind& kind : process_.kinds) known.push_back(kind.id);
    }
    return known;
  }

  // A status, stage or kind the process does not have would silently find
  // nothing.
  void refuse_unknown(const QueryField& field, const std::string& value, Span span) {
    const std::vector<std::string> known = known_values(field.name);
    if (known.empty() || value.find('*') != value.npos || find_known(known, value)) return;
    fail(span, fmt::format("no {} is called \"{}\"", field.name, value),
         hint_for(field.name, nearest(value, known), value));
  }

  // "did you mean …?", and which field has such a value.
  std::string hint_for(std::string_view field, std::string_view meant,
                       std::string_view value) const {
    std::string hint;
    if (!meant.empty()) hint = fmt::format("did you mean \"{}\"?", meant);
    for (const std::string_view other : {"status", "stage", "kind"}) {
      const std::vector<std::string> known = known_values(other);
      const std::string* const found = find_known(known, value);
      if (other == field || found == nullptr) continue;
      if (!hint.empty()) hint += ' ';
      hint += fmt::format("\"{0}\" is a {1}: {1}:{0}", *found, other);
    }
    if (hint.empty()) {
      const std::vector<std::string> known = known_values(field);
      hint = known.empty()
                 ? fmt::format("there are {}, text, {}", fmt::join(query_field_names(), ", "),
                               fmt::join(record_term_names(), ", "))
                 : fmt::format("there are {}", fmt::join(known, ", "));
    }
    return hint;
  }

  std::string_view text_;
  const Process& process_;
  std::string_view me_;
  std::size_t at_ = 0;
  std::size_t nodes_ = 0;
  std::optional<QueryFault> fault_;
};

}  // namespace

tl::expected<Query, QueryFault> Query::parse(std::string_view text, const Process& process,
                                             std::string_view me) {
  TRY(auto root, Parser(text, process, me).parse());
  if (!root) return Query(nullptr);
  return Query(std::make_shared<const Node>(std::move(*root)));
}

}  // namespace milepost
