#include "features/search/split.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "proposal/query.h"

namespace milepost::search {

namespace {

constexpr int kDeepest = 50;

// Spaces within quotes part nothing.
std::vector<std::string_view> cut_into_words(std::string_view text) {
  std::vector<std::string_view> words;
  std::size_t at = 0;
  while (at < text.size()) {
    if (is_space(text[at])) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    bool quoted = false;
    while (at < text.size() && (quoted || !is_space(text[at]))) {
      quoted = quoted != (text[at] == '"');
      ++at;
    }
    words.push_back(text.substr(begin, at - begin));
  }
  return words;
}

bool is_term(std::string_view word, const Process& process) {
  if (word.starts_with('"')) return false;
  if (word.starts_with('-')) word.remove_prefix(1);
  if (word.starts_with('(') || !is_query_term(word)) return false;
  const auto [name, value] = cut(word, ':');
  if (value.empty()) return false;
  const std::string field = lower(name);
  if (field == "text" || std::ranges::count(record_term_names(), field) > 0) return true;
  const auto known = find_query_field(field, process);
  return known || !known.error().empty();  // one that is nearly known is a slip, and told so
}

// Parentheses stand alone, at the ends of words that are terms or groups.
std::vector<std::string_view> cut_into_tokens(std::string_view query) {
  std::vector<std::string_view> tokens;
  for (std::string_view word : cut_into_words(query)) {
    while (word.starts_with('(') || word.starts_with("-(")) {
      const std::size_t length = word.front() == '-' ? 2 : 1;
      tokens.push_back(word.substr(0, length));
      word.remove_prefix(length);
    }
    std::size_t closing = 0;
    while (closing < word.size() && word[word.size() - closing - 1] == ')') ++closing;
    if (closing < word.size()) tokens.push_back(word.substr(0, word.size() - closing));
    for (std::size_t i = 0; i < closing; ++i) tokens.push_back(")");
  }
  return tokens;
}

struct Item {
  enum class Kind : std::uint8_t { kFilter, kWord, kExcluded, kOr } kind = Kind::kWord;
  std::string text;
};
using Items = std::vector<Item>;
using Kind = Item::Kind;

// An option such as --feature-gates begins so, too.
bool is_excluded(std::string_view word) {
  return word.size() > 1 && word[0] == '-' && word[1] != '-';
}

bool has(const Items& items, Kind kind) { return std::ranges::count(items, kind, &Item::kind) > 0; }

class Splitter {
 public:
  Splitter(std::vector<std::string_view> tokens, const Process& process)
      : tokens_(std::move(tokens)), process_(process) {}

  Result<Items> read(int depth = 0) {
    Items items;
    while (at_ < tokens_.size()) {
      const std::string_view token = tokens_[at_++];
      if (token == ")" && depth > 0) break;
      if (token == "(" || token == "-(") {
        if (depth == kDeepest) return failure("parentheses stand too deep in each other");
        TRY(Items group, read(depth + 1));
        TRY(add_group(std::move(group), token == "-(", items));
      } else if (token == "OR") {
        items.push_back({Kind::kOr, "OR"});
      } else if (token != ")") {
        items.push_back(item_of(token));
      }
    }
    return join_alternatives(std::move(items));
  }

  bool or_is_word() const { return or_is_word_; }

 private:
  Item item_of(std::string_view token) const {
    if (is_term(token, process_)) return {Kind::kFilter, std::string(token)};
    if (is_excluded(token)) return {Kind::kExcluded, std::string(token.substr(1))};
    return {Kind::kWord, std::string(token)};
  }

  // Words need no parentheses: all of them are looked for.
  static Result<void> add_group(Items group, bool negated, Items& items) {
    if (group.empty()) return {};
    if (has(group, Kind::kWord) || has(group, Kind::kExcluded)) {
      if (negated) {
        return failure("words in parentheses cannot be left out; put \"-\" before each of them");
      }
      std::ranges::move(group, std::back_inserter(items));
      return {};
    }
    std::string text;
    for (const Item& one : group) text += (text.empty() ? "" : " ") + one.text;
    const bool whole = group.size() == 1 && text.starts_with('(');
    if (!whole) text = fmt::format("({})", text);
    items.push_back({Kind::kFilter, negated ? "-" + text : text});
    return {};
  }

  // "a OR b" of two terms is one.
  Result<Items> join_alternatives(Items items) {
    Items joined;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (items[i].kind != Kind::kOr) {
        joined.push_back(std::move(items[i]));
        continue;
      }
      const bool before = !joined.empty() && joined.back().kind == Kind::kFilter;
      const bool after = i + 1 < items.size() && items[i + 1].kind == Kind::kFilter;
      if (before != after) {
        return failure(
            "OR stands between two terms, such as group:sig-node OR group:sig-storage; words are "
            "all looked for, in quotes \"OR\" is one of them");
      }
      if (!before) {
        or_is_word_ = true;
        joined.push_back({Kind::kWord, items[i].text});
        continue;
      }
      joined.back().text = fmt::format("({} OR {})", joined.back().text, items[++i].text);
    }
    return joined;
  }

  const std::vector<std::string_view> tokens_;
  const Process& process_;
  std::size_t at_ = 0;
  bool or_is_word_ = false;
};

}  // namespace

Result<Split> split(std::string_view query, const Process& process) {
  Splitter splitter(cut_into_tokens(query), process);
  TRY(const Items items, splitter.read());
  Split parts;
  parts.or_is_word = splitter.or_is_word();
  for (const Item& item : items) {
    if (item.kind == Kind::kFilter) {
      parts.filters.push_back(item.text);
      continue;
    }
    if (item.kind == Kind::kExcluded) {
      parts.excluded.push_back(item.text);
      continue;
    }
    if (!parts.words.empty()) parts.words += ' ';
    parts.words += item.text;
  }
  return parts;
}

}  // namespace milepost::search
