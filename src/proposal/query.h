// The query language of every verb that takes proposals:
//
//   status:implementable stage:beta milestone:>=v1.33 -group:sig-node
//   created:2024..2025 (author:@jane OR reviewer:@jane) text:"cgroup v2" cache
//   opted-in:v1.37 missing:prr waiting-for:@jane in-stage:>3releases
//
// Terms stand side by side when all must hold; OR, parentheses and `-` do what
// they say; commas give alternatives; `*` stands for any text, `none` for a field
// that is not set. What only the record, the calendar, git and the gates know is asked of whoever
// matches (RecordTerm). A word without a field is looked for in title and number. A mistake is an
// error with its column. Immutable; threads may share it.
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

// What a proposal's files do not tell by themselves.
enum class RecordTermKind : std::uint8_t {
  kApprovedBy,  // an approval of theirs stands
  kAtRisk,
  kAwaits,  // it is in their inbox
  kTracked,
  kDeferred,    // it was put off from the release
  kException,   // one was asked for in the release, and not refused
  kInStage,     // for so long
  kMissing,     // what keeps it from its next freeze or step
  kOptedIn,     // it is to be in the release
  kRemoved,     // it was taken out of the release
  kWaitingFor,  // its next freeze or step waits for them, or for their role
};

std::string_view name(RecordTermKind kind);  // as queries have it: "approved-by"
std::vector<std::string> record_term_names();
// Whether a gate must be judged to know: of all there is, that takes longest.
bool asks_gates(RecordTermKind kind);

// How long something lasted: at least and at most so many, both ends included.
struct TimeSpan {
  enum class Unit : std::uint8_t { kReleases, kDays };
  Unit unit = Unit::kReleases;
  std::uint32_t least = 0;
  std::uint32_t most = 0;
  friend auto operator<=>(const TimeSpan&, const TimeSpan&) = default;
};

struct RecordTerm {
  RecordTermKind kind = RecordTermKind::kTracked;
  Version release = {};
  std::string person = {};  // a handle in lower case; of waiting-for also the id of a role
  std::string missing = {};
  TimeSpan time = {};
  friend auto operator<=>(const RecordTerm&, const RecordTerm&) = default;
};

// What `missing:` may ask for: the conditions of the process's gates, by their ids and by their
// kinds; sorted.
std::vector<std::string> missing_words(const Process& process);

// Whether the word is a term of a query, such as group:sig-node: what other words beside it are
// parts of, too. A path or an address is none.
bool is_query_term(std::string_view word);

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
