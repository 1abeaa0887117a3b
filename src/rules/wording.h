// Words that several rules put together.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "proposal/judgement.h"
#include "rules/rule.h"

namespace milepost {

// `"Goals", "Drawbacks" and 3 more`.
std::string listed(const std::vector<std::string_view>& titles);

// The same with three at most, of sections of the template: those highest up come first.
std::string few_listed(const Template& pattern, std::vector<std::size_t> sections);

// "from beta", or "" when the section is due from the start.
std::string from_stage(const TemplateSection& section);

// The template's section with its parent when it is a question, so that a
// reader finds it: `Scalability › Will enabling …?`.
std::string path_of(const Template& pattern, std::size_t t);

// Whether nothing more is asked of the proposal in its status.
bool is_closed(const RuleInput& in);

// Whether nobody is at work on it: it is closed, or the release it was last worked on for, else
// its last date, is long past.
bool is_at_rest(const RuleInput& in);

// A warning, or an info when it blocks nobody any more.
Severity warning_while_open(const RuleInput& in);

// An error, or a warning about a document that blocks nobody any more. Asked about the step that
// is to close it, it still does.
Severity error_while_open(const RuleInput& in);

// Of what a section lacks: an error, but nobody fills the gaps of a proposal that is done with.
Severity severity_of_gap(const RuleInput& in);

// The first line of a multi-line span, for pointing at.
Span first_line(const Source& source, Span span);

// Where to point when a finding is about the whole document: its title, or its
// first line.
Span title_place(const RuleInput& in);

// What the title still has of the template's; "" for nothing.
std::string_view placeholder_in_title(const RuleInput& in);

// Asked for, there, and not answered, while its parent is not already said to be
// so. A parent is said to be so for all below it, unless one of those says more
// than nothing.
bool unanswered(const RuleInput& in, std::size_t t);

// Those below it that are due and missing, while nothing is said: neither by it nor below it.
// They are said with it.
std::vector<std::size_t> lacking_with(const RuleInput& in, std::size_t t);

// ` and lacks its sections "A" and "B"`, of the same; or "".
std::string and_lacks(const RuleInput& in, std::size_t t);

// Whether a gate asks for the section by its name.
bool is_named_by_gate(const RuleInput& in, std::size_t t);

// A warning, or an info for what only newer templates ask and about closed proposals.
Severity severity_of_unanswered(const RuleInput& in, std::size_t t);

// Whether all that the section says is a sentence or two with a "no" or "not": that there is
// nothing to upgrade, or that the questions are out of scope.
bool denies_briefly(const RuleInput& in, std::uint32_t t);

// "it is due from beta", or that newer templates ask for it.
std::string due_text(const RuleInput& in, std::size_t t);

// `"Scalability" with its sections "A", "B", "C" and 4 more`: those that are as it is.
std::string with_children(const RuleInput& in, std::size_t t);

}  // namespace milepost
