// Every rule's function, for the registry. Each is defined in the file of its
// name.
#pragma once

#include "process/process.h"
#include "proposal/facts.h"
#include "proposal/judgement.h"
#include "proposal/links.h"
#include "proposal/proposal.h"
#include "rules/rule.h"

namespace milepost {

void directive_key_unknown(const TemplateInput& in, Sink& sink);
void directive_unclosed(const TemplateInput& in, Sink& sink);
void directive_value_wrong(const TemplateInput& in, Sink& sink);
void directive_stage_unknown(const TemplateInput& in, Sink& sink);
void heading_undirected(const TemplateInput& in, Sink& sink);
void directive_misplaced(const TemplateInput& in, Sink& sink);
void directive_contradicted(const TemplateInput& in, Sink& sink);
void section_missing(const RuleInput& in, Sink& sink);
void section_placeholder(const RuleInput& in, Sink& sink);
void section_unfilled(const RuleInput& in, Sink& sink);
void section_boilerplate(const RuleInput& in, Sink& sink);
void section_commented_out(const RuleInput& in, Sink& sink);
void section_renamed(const RuleInput& in, Sink& sink);
void section_duplicate(const RuleInput& in, Sink& sink);
void section_level(const RuleInput& in, Sink& sink);
void section_order(const RuleInput& in, Sink& sink);
void section_not_applicable(const RuleInput& in, Sink& sink);
void section_merged(const RuleInput& in, Sink& sink);
void choice_incomplete(const RuleInput& in, Sink& sink);
void section_delegated(const RuleInput& in, Sink& sink);
void section_drift(const RuleInput& in, Sink& sink);
void section_ahead(const RuleInput& in, Sink& sink);
void summary_thin(const RuleInput& in, Sink& sink);
void topic_untested(const RuleInput& in, Sink& sink);
void review_unnamed(const RuleInput& in, Sink& sink);
void promise_due(const RuleInput& in, Sink& sink);
void mark_left(const RuleInput& in, Sink& sink);
void acknowledgement_open(const RuleInput& in, Sink& sink);
void entry_wrong(const RuleInput& in, Sink& sink);
void history_behind(const RuleInput& in, Sink& sink);
void metadata_unreadable(const RuleInput& in, Sink& sink);
void key_repeated(const RuleInput& in, Sink& sink);
void value_indirect(const RuleInput& in, Sink& sink);
void value_unknown(const RuleInput& in, Sink& sink);
void date_impossible(const RuleInput& in, Sink& sink);
void field_missing(const RuleInput& in, Sink& sink);
void field_missing_elsewhere(const RepositoryInput& in, Sink& sink);
void field_unknown(const RuleInput& in, Sink& sink);
void field_type_wrong(const RuleInput& in, Sink& sink);
void field_placeholder(const RuleInput& in, Sink& sink);
void path_mismatch(const RuleInput& in, Sink& sink);
void number_taken(const RuleInput& in, Sink& sink);
void group_unknown(const RuleInput& in, Sink& sink);
void date_implausible(const RuleInput& in, Sink& sink);
void person_malformed(const RuleInput& in, Sink& sink);
void author_approves(const RuleInput& in, Sink& sink);
void title_differs(const RuleInput& in, Sink& sink);
void value_overlong(const RuleInput& in, Sink& sink);
void spelling_unusual(const RuleInput& in, Sink& sink);
void name_mismatch(const RuleInput& in, Sink& sink);
void field_excluded(const RuleInput& in, Sink& sink);
void criteria_unconfirmed(const RuleInput& in, Sink& sink);
void conflict_unresolved(const RuleInput& in, Sink& sink);
void conflict_unresolved_elsewhere(const RepositoryInput& in, Sink& sink);
void template_metadata_wrong(const RepositoryInput& in, Sink& sink);
void address_malformed(const RuleInput& in, Sink& sink);
void milestone_unset(const RuleInput& in, Sink& sink);
void milestone_order(const RuleInput& in, Sink& sink);
void milestone_behind(const RuleInput& in, Sink& sink);
void stage_behind_status(const RuleInput& in, Sink& sink);
void answer_missing(const RuleInput& in, Sink& sink);
void answer_differs(const RuleInput& in, Sink& sink);
void gate_shared(const RuleInput& in, Sink& sink);
void review_missing(const RuleInput& in, Sink& sink);
void review_number_wrong(const RuleInput& in, Sink& sink);
void review_unapproved(const RuleInput& in, Sink& sink);
void review_off_roster(const RuleInput& in, Sink& sink);
void review_orphan(const RepositoryInput& in, Sink& sink);
void review_unreadable(const RuleInput& in, Sink& sink);
void review_unreadable_alone(const RepositoryInput& in, Sink& sink);
void move_illegal(const ChangeInput& in, Sink& sink);
void move_unexplained(const ChangeInput& in, Sink& sink);
void stage_skipped(const ChangeInput& in, Sink& sink);
void stage_hasty(const ChangeInput& in, Sink& sink);
void process_weakened(const ProcessChangeInput& in, Sink& sink);
void process_changed(const ProcessChangeInput& in, Sink& sink);
void cross_cutting_unnamed(const RuleInput& in, Sink& sink);
void number_changed(const ChangeInput& in, Sink& sink);
void approvers_changed(const ChangeInput& in, Sink& sink);
void approved_text_changed(const ChangeInput& in, Sink& sink);
void answer_changed(const ChangeInput& in, Sink& sink);
void proposal_deleted(const ChangeInput& in, Sink& sink);
void implemented_rewritten(const ChangeInput& in, Sink& sink);
void change_mixed(const ChangeInput& in, Sink& sink);
void relation_unresolved(const RuleInput& in, Sink& sink);
void relation_one_sided(const RuleInput& in, Sink& sink);
void successor_missing(const RuleInput& in, Sink& sink);
void relation_cycle(const RuleInput& in, Sink& sink);
void relation_status_order(const RuleInput& in, Sink& sink);
void link_broken(const RuleInput& in, Sink& sink);
void anchor_broken(const RuleInput& in, Sink& sink);
void link_moved(const RuleInput& in, Sink& sink);
void link_dead(const RuleInput& in, Sink& sink);
void link_miswritten(const RuleInput& in, Sink& sink);
void issue_field_empty(const IssueInput& in, Sink& sink);
void issue_description_form(const IssueInput& in, Sink& sink);
void issue_preamble_left(const IssueInput& in, Sink& sink);
void issue_link_form(const IssueInput& in, Sink& sink);
void issue_groups_differ(const IssueInput& in, Sink& sink);
void issue_targets_wrong(const IssueInput& in, Sink& sink);
void issue_placeholder_left(const IssueInput& in, Sink& sink);
void issue_status_unknown(const IssueInput& in, Sink& sink);
void item_unfounded(const IssueInput& in, Sink& sink);
void list_drift(const IssueInput& in, Sink& sink);
void issue_item_missing(const IssueInput& in, Sink& sink);
void issue_contact_form(const IssueInput& in, Sink& sink);
void title_missing(const RuleInput& in, Sink& sink);
void title_placeholder(const RuleInput& in, Sink& sink);
void title_several(const RuleInput& in, Sink& sink);
void unresolved_open(const RuleInput& in, Sink& sink);
void unresolved_malformed(const RuleInput& in, Sink& sink);
void instructions_left(const RuleInput& in, Sink& sink);
void headings_swallowed(const RuleInput& in, Sink& sink);
void comment_end_stray(const RuleInput& in, Sink& sink);
void checkbox_odd(const RuleInput& in, Sink& sink);
void encoding_damaged_in_template(const TemplateInput& in, Sink& sink);
void encoding_damaged(const RuleInput& in, Sink& sink);
void line_overlong(const RuleInput& in, Sink& sink);
void encoding_marks(const RuleInput& in, Sink& sink);
void document_missing(const RuleInput& in, Sink& sink);
void toc_missing(const RuleInput& in, Sink& sink);
void toc_stale(const RuleInput& in, Sink& sink);
void toc_several(const RuleInput& in, Sink& sink);
void toc_misread(const RuleInput& in, Sink& sink);
void proposal_stuck(const RuleInput& in, Sink& sink);
void stage_permanent(const RuleInput& in, Sink& sink);
void milestone_past(const RuleInput& in, Sink& sink);
void status_unclosed(const RuleInput& in, Sink& sink);

}  // namespace milepost
