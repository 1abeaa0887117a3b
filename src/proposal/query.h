// The query language of `list`, `show` and `graph`:
//
//   status:implementable stage:beta milestone:>=v1.33 -group:sig-node
//   created:2024..2025 (author:@jane OR reviewer:@jane) text:"cgroup v2" cache
//
// Terms stand side by side when all must hold; OR, parentheses and `-` do what
// they say; commas give alternatives; `*` stands for any text, `none` for a field
// that is not set; tracked:v1.37 and at-risk:v1.37 ask where a proposal stands in a
// release, awaits:@jane and approved-by:@jane what people have still to do, or did. A word without
// a field is looked for in title and number. A mistake is an error with its column. Immutable;
// threads may share it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "base/span.h"
#include "process/process.h"
#include "proposal/card.h"

namespace milepost {

struct QueryFault {
  std::string message;  // "unknown field in the query"
  std::string hint;     // beside the caret: `did you mean "status"?`
  Span span;            // in the query's text
};

// The text of a proposal's document, asked for only when everything else holds.
using BodyText = std::function<std::string_view()>;

// What only the record knows: that a proposal is tracked or at risk in a release, awaits
// somebody, or is approved by them.
enum class RecordTermKind : std::uint8_t { kApprovedBy, kAtRisk, kAwaits, kTracked };

std::string_view name(RecordTermKind kind);  // as queries have it: "approved-by"

struct RecordTerm {
  RecordTermKind kind = RecordTermKind::kTracked;
  Version release = {};
  std::string person = {};  // a handle in lower case
  friend auto operator<=>(const RecordTerm&, const RecordTerm&) = default;
};

// Whether it is so of a proposal; only asked for what record_terms() names.
using RecordMatcher = std::function<bool(const Card& card, const RecordTerm& term)>;

class Query {
 public:
  // `me` is the handle that @me stands for; "" when nobody said.
  static tl::expected<Query, QueryFault> parse(std::string_view text, const Process& process,
                                               std::string_view me);

  // What has to be known before anything can be matched; no term twice.
  std::vector<RecordTerm> record_terms() const;

  bool matches(const Card& card, const BodyText& body, const RecordMatcher& in_record) const;

  struct Node;  // of the parsed query

 private:
  explicit Query(std::shared_ptr<const Node> root) : root_(std::move(root)) {}

  std::shared_ptr<const Node> root_;  // null: everything
};

// A field by which proposals are asked for, sorted and shown: one of ours, such
// as `group` or `milestone`, `milestone.beta` for one stage's, or a key of the
// process's own metadata.
struct QueryField {
  enum class Kind : std::uint8_t { kText, kNumber, kDate, kVersion, kPerson };
  std::string name;
  Kind kind = Kind::kText;
  std::string stage;             // of `milestone.STAGE`
  const Field* field = nullptr;  // of the process, when it is none of ours
};

// Whether a proposal can have several values in it.
bool has_several(const QueryField& field);

// Nothing when there is no such field; `meant` is then the nearest name or "".
tl::expected<QueryField, std::string> find_query_field(std::string_view name,
                                                       const Process& process);

// The names of our own fields.
std::vector<std::string> query_field_names();

// What a proposal says in a field: no value, one, or several.
std::vector<std::string> values_of(const Card& card, const QueryField& field);

// The same, or what stands there where that is not understood: "0.0", "never".
std::vector<std::string> shown_values(const Card& card, const QueryField& field,
                                      const Process& process);

// Whether a comes before b by this field; cards without a value come last.
bool comes_before(const Card& a, const Card& b, const QueryField& field);

}  // namespace milepost
