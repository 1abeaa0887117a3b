#include <algorithm>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/codes.h"
#include "rules/rule.h"

namespace milepost {

namespace {

constexpr Severity kInfo = Severity::kInfo;
constexpr Severity kWarning = Severity::kWarning;
constexpr Severity kError = Severity::kError;

constexpr Rule of_change(Rule rule, void (*check)(const ChangeInput&, Sink&)) {
  rule.check_change = check;
  return rule;
}

constexpr Rule of_age(Rule rule, void (*check)(const RuleInput&, Sink&)) {
  rule.check_metadata = check;
  rule.needs_age = true;
  return rule;
}

constexpr Rule of_process(Rule rule, void (*check)(const ProcessChangeInput&, Sink&)) {
  rule.check_process = check;
  return rule;
}

constexpr Rule remark(Rule rule) {
  rule.remark = true;
  return rule;
}

constexpr Rule of_issue(Rule rule, void (*check)(const IssueInput&, Sink&)) {
  rule.check_issue = check;
  return rule;
}

// clang-format off
constexpr Rule kRules[] = {
    {"MP101", "directive-key-unknown", kWarning, "A directive has a key that means nothing.", nullptr, nullptr, directive_key_unknown},
    {"MP102", "directive-unclosed", kError, "A directive is not closed, and swallows the headings after it.", nullptr, nullptr, directive_unclosed},
    {"MP103", "directive-value-wrong", kError, "`required` is neither true nor false.", nullptr, nullptr, directive_value_wrong},
    {"MP104", "directive-stage-unknown", kError, "A directive names a stage the process does not have.", nullptr, nullptr, directive_stage_unknown},
    {"MP105", "heading-undirected", kInfo, "A heading of a template with directives has none.", nullptr, nullptr, heading_undirected},
    {"MP106", "directive-misplaced", kWarning, "A directive does not stand right after a heading.", nullptr, nullptr, directive_misplaced},
    {"MP107", "directive-contradicted", kWarning, "A directive asks for what its parent's undoes.", nullptr, nullptr, directive_contradicted},
    remark({"MP201", "section-missing", kError, "A section the proposal's template requires is not there.", section_missing}),
    remark({"MP202", "section-placeholder", kWarning, "A section that is due says only \"TBD\" or a placeholder.", section_placeholder}),
    remark({"MP203", "section-unfilled", kWarning, "A section that is due is empty or has only instructions.", section_unfilled}),
    remark({"MP204", "section-boilerplate", kWarning, "A section that is due has only the template's own lines.", section_boilerplate}),
    {"MP205", "section-commented-out", kError, "Sections that are due stand inside comments.", section_commented_out},
    remark({"MP206", "section-renamed", kInfo, "A heading is recognised although it is written differently.", section_renamed}),
    {"MP207", "section-duplicate", kWarning, "A section of the template stands twice in one place.", section_duplicate},
    remark({"MP208", "section-level", kInfo, "A heading stands at another level than in the template.", section_level}),
    remark({"MP209", "section-order", kInfo, "Sections stand in another order than in the template.", section_order}),
    remark({"MP210", "section-not-applicable", kInfo, "Many sections that are due answer \"N/A\".", section_not_applicable}),
    remark({"MP211", "section-merged", kInfo, "One heading stands for two sections of the template.", section_merged}),
    remark({"MP212", "choice-incomplete", kWarning, "A ticked choice lacks what it asks for.", choice_incomplete}),
    remark({"MP213", "section-drift", kInfo, "Newer templates ask for sections the proposal lacks.", section_drift}),
    remark({"MP214", "section-ahead", kInfo, "What the first stage will ask of an early proposal.", section_ahead}),
    remark({"MP215", "summary-thin", kInfo, "A section that wants a paragraph has less.", summary_thin}),
    remark({"MP216", "topic-untested", kInfo, "The test plan does not cover what another section describes.", topic_untested}),
    remark({"MP217", "review-unnamed", kInfo, "The risks speak of security or UX, but name no reviewer.", review_unnamed}),
    {"MP218", "section-delegated", kInfo, "The proposal leaves its sections to another.", section_delegated},
    remark({"MP220", "promise-due", kWarning, "What an answer promised for a stage is due.", promise_due}),
    remark({"MP221", "mark-left", kWarning, "Text is marked as unfinished.", mark_left}),
    remark({"MP225", "acknowledgement-open", kWarning, "What a section asks to acknowledge is not ticked.", acknowledgement_open}),
    remark({"MP226", "entry-wrong", kWarning, "An entry has an impossible day or share, or lacks its link.", entry_wrong}),
    remark({"MP227", "history-behind", kInfo, "The history does not tell of a stage that is out.", history_behind}),
    {"MP301", "metadata-unreadable", kError, "The metadata is not YAML, or past the limits.", nullptr, metadata_unreadable},
    {"MP302", "key-repeated", kError, "A key stands twice in the metadata.", nullptr, key_repeated},
    {"MP303", "value-indirect", kWarning, "The metadata uses anchors, aliases or tags.", nullptr, value_indirect},
    {"MP304", "value-unknown", kError, "A value is none of those the process has.", nullptr, value_unknown},
    {"MP305", "date-impossible", kError, "A date is not a day of the calendar.", nullptr, date_impossible},
    {"MP306", "field-missing", kError, "A field the process needs is absent or empty.", nullptr, field_missing, nullptr, field_missing_elsewhere},
    {"MP307", "field-unknown", kWarning, "The metadata has a field the process does not know.", nullptr, field_unknown},
    {"MP308", "field-type-wrong", kError, "A field holds another type of value than it should.", nullptr, field_type_wrong},
    {"MP309", "field-placeholder", kWarning, "A field still says what the template's metadata does.", nullptr, field_placeholder},
    {"MP310", "path-mismatch", kError, "The number or group is not that of the path.", nullptr, path_mismatch},
    {"MP311", "number-taken", kError, "Two proposals carry one number.", nullptr, number_taken},
    {"MP313", "group-unknown", kWarning, "A group is not on the roster.", nullptr, group_unknown},
    {"MP314", "date-implausible", kWarning, "A date is in the future, or before the first one.", nullptr, date_implausible},
    remark({"MP315", "milestone-unset", kWarning, "The release a proposal is meant for is not named.", nullptr, milestone_unset}),
    {"MP316", "milestone-order", kWarning, "A later stage has an earlier release.", nullptr, milestone_order},
    {"MP317", "milestone-behind", kWarning, "The latest milestone is before that of the stage.", nullptr, milestone_behind},
    {"MP318", "stage-behind-status", kError, "The status asks for a stage that is not reached.", nullptr, stage_behind_status},
    {"MP319", "person-malformed", kWarning, "An entry for a person is not a handle.", nullptr, person_malformed},
    remark({"MP320", "author-approves", kInfo, "An author also approves or reviews the proposal.", nullptr, author_approves}),
    {"MP321", "answer-missing", kWarning, "A field that repeats an answer is due and empty.", answer_missing},
    {"MP322", "answer-differs", kWarning, "A field and the answer it repeats name different things.", answer_differs},
    {"MP323", "gate-shared", kWarning, "Two proposals claim the same feature gate.", nullptr, gate_shared},
    remark({"MP324", "title-differs", kInfo, "The document's title is not that of the metadata.", title_differs}),
    {"MP325", "value-overlong", kInfo, "A title is longer than the process allows.", nullptr, value_overlong},
    remark({"MP326", "spelling-unusual", kInfo, "A value is understood, but not written as usual.", nullptr, spelling_unusual}),
    remark({"MP327", "name-mismatch", kInfo, "The file is not named after the title.", name_mismatch}),
    {"MP328", "field-excluded", kWarning, "A field or review is there that the proposal's kind has not.", nullptr, field_excluded},
    {"MP329", "criteria-unconfirmed", kWarning, "The criteria of the proposal's kind are not all confirmed.", nullptr, criteria_unconfirmed},
    {"MP330", "conflict-unresolved", kError, "A merge conflict is left in a file.", nullptr, conflict_unresolved, nullptr, conflict_unresolved_elsewhere},
    {"MP331", "template-metadata-wrong", kError, "The metadata of a template could be no proposal's.", nullptr, nullptr, nullptr, template_metadata_wrong},
    {"MP332", "address-malformed", kWarning, "An address in the metadata is not written as one.", nullptr, address_malformed},
    {"MP401", "relation-unresolved", kWarning, "A related proposal is not where the metadata says.", nullptr, relation_unresolved},
    {"MP402", "relation-one-sided", kInfo, "A proposal replaces another that does not say so.", nullptr, relation_one_sided},
    {"MP403", "successor-missing", kError, "The status needs a successor, and none is named.", nullptr, successor_missing},
    {"MP404", "relation-cycle", kWarning, "Proposals replace or require each other in a circle.", nullptr, relation_cycle},
    {"MP405", "relation-status-order", kWarning, "A proposal relies on one that failed or is not done.", nullptr, relation_status_order},
    {"MP406", "link-broken", kWarning, "A link or image leads to a file that is not there.", link_broken},
    {"MP407", "anchor-broken", kWarning, "A link leads to a heading that is not there.", anchor_broken},
    {"MP408", "link-moved", kInfo, "A link leads to where a proposal once was.", link_moved},
    {"MP409", "link-dead", kWarning, "A page on the web is not there any more.", link_dead, nullptr, nullptr, nullptr, true},
    {"MP410", "link-miswritten", kWarning, "A link shows as text, since its brackets are wrong.", link_miswritten},
    {rules::kReviewMissing, "review-missing", kError, "A review that is due has no file, or it lies elsewhere.", nullptr, review_missing},
    {"MP502", "review-number-wrong", kWarning, "A review file names another number than its own.", nullptr, review_number_wrong},
    {rules::kReviewUnapproved, "review-unapproved", kError, "A review has no approver for the stage in force.", nullptr, review_unapproved},
    {"MP504", "review-off-roster", kWarning, "Who approved a review is not on its roster.", nullptr, review_off_roster},
    {"MP505", "review-orphan", kWarning, "A review file belongs to no proposal.", nullptr, nullptr, nullptr, review_orphan},
    {"MP506", "review-unreadable", kError, "A review file is not YAML, or says what means nothing.", nullptr, review_unreadable, nullptr, review_unreadable_alone},
    of_change({"MP507", "move-illegal", kError, "The status went where the process has no way."}, move_illegal),
    of_change({"MP508", "move-unexplained", kWarning, "A move that needs a reason is given none."}, move_unexplained),
    of_change({"MP509", "stage-skipped", kError, "The stage left the order of its ladder."}, stage_skipped),
    of_change({"MP510", "number-changed", kError, "A proposal was given another number."}, number_changed),
    of_change({"MP511", "approvers-changed", kInfo, "Others are to approve than before."}, approvers_changed),
    of_change({"MP512", "approved-text-changed", kInfo, "What was approved says something else now."}, approved_text_changed),
    of_change({"MP513", "answer-changed", kWarning, "An answer changed after its review."}, answer_changed),
    of_change({"MP514", "proposal-deleted", kError, "A proposal was deleted."}, proposal_deleted),
    of_change({"MP515", "implemented-rewritten", kWarning, "A closed proposal was rewritten."}, implemented_rewritten),
    of_change({"MP516", "change-mixed", kInfo, "One change does several things."}, change_mixed),
    of_change({"MP517", "stage-hasty", kWarning, "A stage was left after fewer releases than the process asks for."}, stage_hasty),
    {"MP518", "cross-cutting-unnamed", kInfo, "A proposal across groups leaves out who looks after such.", cross_cutting_unnamed},
    of_process({"MP519", "process-weakened", kError, "A change asks less of proposals than before."}, process_weakened),
    of_process({"MP520", "process-changed", kInfo, "A change touches what proposals are judged by."}, process_changed),
    {"MP601", "title-missing", kError, "The document has no title.", title_missing},
    {"MP602", "title-placeholder", kError, "The title is still the template's.", title_placeholder},
    {"MP603", "title-several", kInfo, "There are more headings of level 1 than the title.", title_several},
    {"MP604", "unresolved-open", kWarning, "Text is still under debate.", unresolved_open},
    {"MP605", "unresolved-malformed", kWarning, "An UNRESOLVED block lacks a part or is misspelt.", unresolved_malformed},
    remark({"MP606", "instructions-left", kInfo, "Instructions of the template are left.", instructions_left}),
    {"MP607", "headings-swallowed", kError, "A code block or unclosed comment hides required headings.", headings_swallowed},
    {"MP608", "comment-end-stray", kInfo, "A `-->` closes no comment.", comment_end_stray},
    {"MP609", "checkbox-odd", kInfo, "A box to tick is not written as one.", checkbox_odd},
    {"MP610", "encoding-damaged", kWarning, "Text was saved in the wrong encoding.", encoding_damaged, nullptr, encoding_damaged_in_template},
    remark({"MP611", "line-overlong", kInfo, "Prose runs past the width the process asks for.", line_overlong}),
    {"MP612", "suppression-unused", kWarning, "A suppression suppresses nothing."},
    {"MP613", "encoding-marks", kInfo, "A byte order mark or carriage returns.", encoding_marks},
    {"MP614", "document-missing", kError, "There is metadata, but no document.", nullptr, document_missing},
    {"MP615", "toc-missing", kInfo, "The template has a table of contents, the document none.", toc_missing},
    remark({"MP616", "toc-stale", kInfo, "The table of contents lists other headings than there are.", toc_stale}),
    {"MP617", "toc-several", kInfo, "There are several tables of contents, or markers that do not pair up.", toc_several},
    {"MP620", "toc-misread", kInfo, "mdtoc finds other headings than readers do.", toc_misread},
    of_issue({"MP701", "issue-field-empty", kWarning, "A field of a tracking issue says nothing."}, issue_field_empty),
    of_issue({"MP702", "issue-description-form", kWarning, "The description of a tracking issue is too short or too long."}, issue_description_form),
    of_issue({"MP703", "issue-preamble-left", kWarning, "The template's preamble is left in a tracking issue."}, issue_preamble_left),
    of_issue({"MP704", "issue-link-form", kWarning, "A link of a tracking issue is none, or leads to the wrong place."}, issue_link_form),
    of_issue({"MP705", "issue-groups-differ", kWarning, "A tracking issue names other groups than the metadata."}, issue_groups_differ),
    of_issue({"MP706", "issue-targets-wrong", kError, "The targets of a tracking issue are no releases, out of order, or not the metadata's."}, issue_targets_wrong),
    of_issue({"MP707", "issue-placeholder-left", kInfo, "A placeholder of a tracking issue waits for its links."}, issue_placeholder_left),
    of_issue({"MP708", "issue-status-unknown", kError, "The status of a tracking issue is none of the process's."}, issue_status_unknown),
    of_issue({"MP709", "item-unfounded", kError, "An item is ticked although it is not so."}, item_unfounded),
    of_issue({"MP710", "list-drift", kWarning, "A list says one thing in the document and another in the issue."}, list_drift),
    of_issue({"MP711", "issue-item-missing", kError, "An item of the template is missing from a tracking issue, or was moved."}, issue_item_missing),
    of_issue({"MP712", "issue-contact-form", kWarning, "The contact of a tracking issue is nobody one can reach."}, issue_contact_form),
    of_age({"MP901", "proposal-stuck", kInfo, "A proposal is what it is for longer than nine of ten were."}, proposal_stuck),
    of_age({"MP902", "stage-permanent", kInfo, "A stage before the last has been kept for three releases."}, stage_permanent),
    of_age({"MP903", "milestone-past", kInfo, "The last release a proposal names is out, and it is not done."}, milestone_past),
    of_age({"MP904", "status-unclosed", kInfo, "The last stage is out, and the status still open."}, status_unclosed),
};
// clang-format on

}  // namespace

std::span<const Rule> all_rules() { return kRules; }

const Rule* find_rule(std::string_view code_or_name) {
  const auto found = std::ranges::find_if(kRules, [&](const Rule& rule) {
    return equal_ignoring_case(rule.code, code_or_name) ||
           equal_ignoring_case(rule.name, code_or_name);
  });
  return found == std::end(kRules) ? nullptr : &*found;
}

}  // namespace milepost
