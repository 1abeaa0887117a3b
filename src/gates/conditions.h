// How each type of condition is judged. Each fills in what it found: whether the
// condition holds, in which words, and where. One that leaves no words has nothing
// to say about this step.
#pragma once

#include "base/positions.h"
#include "gates/gate.h"

namespace milepost {

void judge_template(const GateInput& input, const Condition& condition, Verdict& verdict);
void judge_sections(const GateInput& input, const Condition& condition, Verdict& verdict);
void judge_findings(const GateInput& input, const Condition& condition, Verdict& verdict);
void judge_resolved(const GateInput& input, const Condition& condition, Verdict& verdict);
void judge_checklist(const GateInput& input, const Condition& condition, Verdict& verdict);
// What can be done about those of its items that are listed, and whom they wait for.
void settle_checklist(const GateInput& input, const Condition& condition, Verdict& verdict);
void judge_merged(const GateInput& input, const Condition& condition, Verdict& verdict);
void judge_links(const GateInput& input, const Condition& condition, Verdict& verdict);

void judge_fields(const GateInput& input, const Condition& condition, Verdict& verdict);
void judge_status(const GateInput& input, const Condition& condition, Verdict& verdict);
void judge_top(const GateInput& input, const Condition& condition, Verdict& verdict);
void judge_successor(const GateInput& input, const Condition& condition, Verdict& verdict);
void judge_criteria(const GateInput& input, const Condition& condition, Verdict& verdict);
void judge_place(const GateInput& input, const Condition& condition, Verdict& verdict);

void judge_milestone(const GateInput& input, const Condition& condition, Verdict& verdict);
void judge_releases(const GateInput& input, const Condition& condition, Verdict& verdict);
void judge_shipped(const GateInput& input, const Condition& condition, Verdict& verdict);

void judge_approval(const GateInput& input, const Condition& condition, Verdict& verdict);
void judge_review(const GateInput& input, const Condition& condition, Verdict& verdict);
void judge_agreed(const GateInput& input, const Condition& condition, Verdict& verdict);
void judge_issue(const GateInput& input, const Condition& condition, Verdict& verdict);
void judge_record(const GateInput& input, const Condition& condition, Verdict& verdict);

// What is missing of a text that is not merged and cannot be read; nothing of any other.
std::optional<Verdict> missing_text(const RuleInput& in);

// Says whom it waits for.
void wait_for(const GateInput& input, const Role& role, Verdict& verdict);

Spot spot_of(const Source& source, Span span);
// For many of one text, in their order.
Spot spot_of(const Source& source, Span span, Positions& positions);

// The first release whose deadlines all lie ahead; nullptr when there is none.
const Release* next_release(const Calendar& calendar, const Releases& releases, Instant now);

// The release a step is for, as a version.
std::optional<Version> release_of(const Step& step);

}  // namespace milepost
