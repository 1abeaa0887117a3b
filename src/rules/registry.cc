#include <algorithm>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/rule.h"

namespace milepost {

namespace {

constexpr Severity kInfo = Severity::kInfo;
constexpr Severity kWarning = Severity::kWarning;
constexpr Severity kError = Severity::kError;

// clang-format off
constexpr Rule kRules[] = {
    {"MP101", "directive-key-unknown", kWarning, "A directive has a key that means nothing.", nullptr, nullptr, directive_key_unknown},
    {"MP102", "directive-unclosed", kError, "A directive is not closed, and swallows the headings after it.", nullptr, nullptr, directive_unclosed},
    {"MP103", "directive-value-wrong", kError, "`required` is neither true nor false.", nullptr, nullptr, directive_value_wrong},
    {"MP104", "directive-stage-unknown", kError, "A directive names a stage the process does not have.", nullptr, nullptr, directive_stage_unknown},
    {"MP105", "heading-undirected", kInfo, "A heading of a template with directives has none.", nullptr, nullptr, heading_undirected},
    {"MP106", "directive-misplaced", kWarning, "A directive does not stand right after a heading.", nullptr, nullptr, directive_misplaced},
    {"MP107", "directive-contradicted", kWarning, "A directive asks for what its parent's undoes.", nullptr, nullptr, directive_contradicted},
    {"MP201", "section-missing", kError, "A section the proposal's template requires is not there.", section_missing},
    {"MP202", "section-placeholder", kWarning, "A section that is due says only \"TBD\" or a placeholder.", section_placeholder},
    {"MP203", "section-unfilled", kWarning, "A section that is due is empty or has only instructions.", section_unfilled},
    {"MP204", "section-boilerplate", kWarning, "A section that is due has only the template's own lines.", section_boilerplate},
    {"MP205", "section-commented-out", kError, "Sections that are due stand inside comments.", section_commented_out},
    {"MP206", "section-renamed", kInfo, "A heading is recognised although it is written differently.", section_renamed},
    {"MP207", "section-duplicate", kWarning, "A section of the template stands twice in one place.", section_duplicate},
    {"MP208", "section-level", kInfo, "A heading stands at another level than in the template.", section_level},
    {"MP209", "section-order", kInfo, "Sections stand in another order than in the template.", section_order},
    {"MP210", "section-not-applicable", kInfo, "A section that is due answers \"N/A\".", section_not_applicable},
    {"MP211", "section-merged", kInfo, "One heading stands for two sections of the template.", section_merged},
    {"MP212", "choice-incomplete", kWarning, "A ticked choice lacks what it asks for.", choice_incomplete},
    {"MP213", "section-drift", kInfo, "Newer templates ask for sections the proposal lacks.", section_drift},
    {"MP214", "section-ahead", kInfo, "What the first stage will ask of an early proposal.", section_ahead},
    {"MP215", "summary-thin", kInfo, "A section that wants a paragraph has less.", summary_thin},
    {"MP216", "topic-untested", kInfo, "The test plan does not cover what another section describes.", topic_untested},
    {"MP217", "review-unnamed", kInfo, "The risks do not say who reviews security or UX.", review_unnamed},
    {"MP301", "metadata-unreadable", kError, "The metadata is not YAML, or past the limits.", nullptr, metadata_unreadable},
    {"MP302", "key-repeated", kError, "A key stands twice in the metadata.", nullptr, key_repeated},
    {"MP303", "value-indirect", kWarning, "The metadata uses anchors, aliases or tags.", nullptr, value_indirect},
    {"MP304", "value-unknown", kError, "The status, stage or kind is none of the process's.", nullptr, value_unknown},
    {"MP305", "date-impossible", kError, "A date is not a day of the calendar.", nullptr, date_impossible},
    {"MP401", "relation-unresolved", kWarning, "A related proposal is not where the metadata says.", nullptr, relation_unresolved},
    {"MP402", "relation-one-sided", kInfo, "A proposal replaces another that does not say so.", nullptr, relation_one_sided},
    {"MP403", "successor-missing", kError, "The status needs a successor, and none is named.", nullptr, successor_missing},
    {"MP404", "relation-cycle", kWarning, "Proposals replace or require each other in a circle.", nullptr, relation_cycle},
    {"MP405", "relation-status-order", kWarning, "A proposal relies on one that failed or is not done.", nullptr, relation_status_order},
    {"MP406", "link-broken", kWarning, "A link or image leads to a file that is not there.", link_broken},
    {"MP407", "anchor-broken", kWarning, "A link leads to a heading that is not there.", anchor_broken},
    {"MP408", "link-moved", kInfo, "A link leads to where a proposal once was.", link_moved},
    {"MP409", "link-dead", kWarning, "A page on the web is not there any more.", link_dead, nullptr, nullptr, nullptr, true},
    {"MP601", "title-missing", kError, "The document has no title.", title_missing},
    {"MP602", "title-placeholder", kError, "The title is still the template's.", title_placeholder},
    {"MP603", "title-several", kInfo, "There are more headings of level 1 than the title.", title_several},
    {"MP604", "unresolved-open", kWarning, "Text is still under debate.", unresolved_open},
    {"MP605", "unresolved-malformed", kWarning, "An UNRESOLVED block lacks a part or is misspelt.", unresolved_malformed},
    {"MP606", "instructions-left", kInfo, "Instruction comments of the template are left.", instructions_left},
    {"MP607", "headings-swallowed", kError, "A code block or unclosed comment hides required headings.", headings_swallowed},
    {"MP608", "comment-end-stray", kInfo, "A `-->` closes no comment.", comment_end_stray},
    {"MP609", "checkbox-odd", kInfo, "A box to tick is not written as one.", checkbox_odd},
    {"MP610", "encoding-damaged", kWarning, "Text was saved in the wrong encoding.", encoding_damaged, nullptr, encoding_damaged_in_template},
    {"MP611", "line-overlong", kInfo, "Prose runs past the width the process asks for.", line_overlong},
    {"MP612", "suppression-unused", kWarning, "A suppression suppresses nothing."},
    {"MP613", "encoding-marks", kInfo, "A byte order mark or carriage returns.", encoding_marks},
    {"MP614", "document-missing", kError, "There is metadata, but no document.", nullptr, document_missing},
    {"MP615", "toc-missing", kInfo, "The template has a table of contents, the document none.", toc_missing},
    {"MP616", "toc-stale", kInfo, "The table of contents lists other headings than there are.", toc_stale},
    {"MP617", "toc-several", kInfo, "There are several tables of contents, or markers that do not pair up.", toc_several},
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
