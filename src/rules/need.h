// Whether what the process asks for under conditions is asked of a proposal.
#pragma once

#include "base/span.h"
#include "process/field.h"
#include "rules/rule.h"

namespace milepost {

// The condition concerns the proposal's kind: it names it, or names none.
bool is_of_kind(const RuleInput& in, const When& need);

// All of the conditions hold. The milestone is the latest, else that of the stage in
// force; a proposal without any has not come to the release a condition names. Judged for
// a stage (--for), a proposal that is still asked for little counts as one in a
// status that is asked for all.
bool is_asked(const RuleInput& in, const When& need);

// The field must say something now.
bool is_needed(const RuleInput& in, const Field& field);

// The questionnaire says that there is nothing for the field to name: another way
// is ticked, the answer is in the author's own words, or the proposal's template
// did not ask.
bool is_answered_otherwise(const RuleInput& in, const Field& field);

// Where to point in the metadata when what is asked for is not there at all: the
// stage that asks for it, or the first line.
Span asking_place(const RuleInput& in);

}  // namespace milepost
