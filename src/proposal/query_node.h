// A parsed query: what the parser of queries makes and matching reads.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "proposal/query.h"

namespace milepost {

// One of the values a term accepts, as text with `*` for anything, or as a range
// of what its field's kind compares.
struct Accepted {
  std::string text;  // in lower case; for text and people
  bool none = false;
  bool any = false;
  std::optional<std::string> least, most;      // normalised so that they compare as text
  bool least_open = false, most_open = false;  // the ends themselves do not count
};

struct Query::Node {
  enum class Op : std::uint8_t { kAll, kAny, kNot, kField, kWord, kText, kRecord };
  Op op = Op::kAll;
  std::vector<Node> below;
  QueryField field;
  std::vector<Accepted> accepted;
  std::vector<RecordTerm> terms;  // of kRecord: any of them
  std::string text;               // of a word or of text:, in lower case

  // What takes longest to answer is asked last: looking at a card, at what is known of many
  // proposals at once, reading a document, judging a gate.
  int cost() const {
    int most = op == Op::kText ? 2 : 0;
    for (const RecordTerm& term : terms) most = std::max(most, asks_gates(term.kind) ? 3 : 1);
    for (const Node& node : below) most = std::max(most, node.cost());
    return most;
  }
};

// A text that compares as the value does: versions and numbers padded, dates as
// they are. Nothing for a value that does not compare.
std::optional<std::string> comparable(QueryField::Kind kind, std::string_view value);

}  // namespace milepost
