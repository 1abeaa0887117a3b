// The Markdown of a tracking issue: made from metadata, read back, written out.
#include <algorithm>
#include <unistd.h>

#include <fmt/format.h>

#include "base/files.h"
#include "base/limits.h"
#include "base/named_path.h"
#include "base/strings.h"
#include "base/utf8.h"
#include "features/track/issue_copies.h"
#include "features/track/issue_record.h"
#include "features/track/issue_text.h"
#include "features/track/track.h"
#include "proposal/milestones.h"
#include "proposal/summary.h"
#include "proposal/unmerged.h"
#include "store/events.h"
#include "text/sentence.h"

namespace milepost::track {

namespace {

// Where the proposal is: the pull request until that is merged.
std::string proposal_link(const TrackedProposal& tracked, const ProposalState& state) {
  const Card& card = tracked.card();
  if (card.unmerged && card.unmerged->candidate) return card.unmerged->place;
  if (const IssueField* const field = tracked.form().find_field(IssueValue::kProposal)) {
    for (const LinkState& link : state.links) {
      const bool held = std::ranges::find(field->kinds, link.kind) != field->kinds.end();
      if (held && !link.merged && !link.closed) return link.reference;
    }
  }
  const std::string& url = tracked.process().layout.url;
  return url.empty() ? tracked.card().path : fmt::format("{}/{}", url, tracked.card().path);
}

// A line that says what users get, else the title.
std::string proposed_line(const TrackedProposal& tracked) {
  constexpr std::size_t kParagraphs = 3;
  constexpr std::size_t kLongestLine = 200;  // columns
  const Examined& examined = tracked.examined();
  const std::string line = benefit_in(
      summary_of(tracked.process(), examined.proposal->document, examined.judgement, kParagraphs),
      kLongestLine);
  return line.empty() ? subject_line(tracked.card().title) : line;
}

std::string proposed_sentences(const TrackedProposal& tracked, const IssueField* form) {
  const Examined& examined = tracked.examined();
  return std::string(first_sentences(
      summary_of(tracked.process(), examined.proposal->document, examined.judgement),
      form ? form->most : 0));
}

IssueWords words_of(const TrackedProposal& tracked, const ProposalState& state,
                    const NewIssueOptions& given) {
  const Card& card = tracked.card();
  const IssueField* const form = tracked.form().find_field(IssueValue::kDescription);
  IssueWords words;
  const bool one_line = form && form->lines == 1;
  words.description = one_line ? single_spaced(given.description) : given.description;
  if (words.description.empty()) {
    words.description = !card.has_text() ? subject_line(card.title)
                        : one_line       ? proposed_line(tracked)
                                         : proposed_sentences(tracked, form);
  }
  words.proposal = proposal_link(tracked, state);
  words.discussion = given.discussion;
  words.contact = !given.contact.empty() ? given.contact
                  : card.authors.empty() ? std::string()
                                         : "@" + card.authors.front();
  std::vector<std::string> groups;
  if (!card.group.empty()) groups.push_back(card.group);
  groups.insert(groups.end(), card.participating_groups.begin(), card.participating_groups.end());
  words.groups = fmt::format("{}", fmt::join(groups, ", "));
  for (const auto& [stage, release] : card.milestones) {
    const auto version = parse_version(release);
    // As the form asks for it: "x.y".
    words.targets.emplace_back(stage, version ? to_string(*version).substr(1) : release);
  }
  return words;
}

// Without those that say nothing.
events::Tracked filled(events::Tracked tracked) {
  std::erase_if(tracked.texts, [](const auto& text) { return text.second.empty(); });
  return tracked;
}

// A description that nobody gave is proposed.
events::Tracked first_texts(const std::string& title, const IssueWords& words, bool proposed) {
  const bool has = proposed && !words.description.empty();
  return filled({{{events::IssueText::kTitle, title},
                  {events::IssueText::kDescription, words.description},
                  {events::IssueText::kContact, words.contact},
                  {events::IssueText::kDiscussion, words.discussion},
                  {events::IssueText::kProposed, has ? "description" : ""}}});
}

// What the metadata has for a field of the issue; "" when it says nothing of it.
std::string metadata_value(const IssueWords& words, const IssueField& field) {
  if (field.is == IssueValue::kProposal) return words.proposal;
  if (field.is == IssueValue::kGroups) return words.groups;
  if (field.is != IssueValue::kTarget) return {};
  const auto target =
      std::ranges::find(words.targets, field.stage, &std::pair<std::string, std::string>::first);
  return target == words.targets.end() ? std::string() : target->second;
}

}  // namespace

void keep_text(const TrackedProposal& tracked, const Actor& actor, KeptIssue kept,
               Decision& decision) {
  const Sha256& sha256 = tracked.record().store().sha256();
  std::vector<Digest> texts;
  const auto keep = [&](std::string text) {
    texts.push_back(sha256.of(text));
    decision.texts.push_back(std::move(text));
    return texts.back().hex();
  };
  events::Imported imported{
      std::string(tracked.release()), kept.from, keep(std::move(kept.text)), {}};
  if (!kept.copy.empty()) imported.copy = keep(std::move(kept.copy));
  decision.events.push_back(tracked.event(actor, imported));
  decision.events.back().texts = std::move(texts);
}

Result<std::shared_ptr<const Source>> read_issue_file(const Workspace& workspace,
                                                      const std::string& file) {
  auto source = file == "-"
                    ? read_descriptor(STDIN_FILENO, "<stdin>", kLimits.document_bytes)
                    : read_named(file.starts_with('/') ? file : workspace.here() + "/" + file, file,
                                 kLimits.document_bytes, workspace.root());
  if (!source) return tl::unexpected(std::move(source.error()).within(file));
  if (utf8::looks_binary((*source)->text())) return failure(file + ": is no Markdown");
  return source;
}

Result<IssueDraft> new_issue(const Workspace& workspace, const NewIssueOptions& options) {
  TRY(const auto opened, TrackedProposal::open(workspace, options, Access::kWrite));
  return draft_issue(*opened, options);
}

Result<IssueDraft> draft_issue(TrackedProposal& tracked, const NewIssueOptions& options,
                               const std::vector<NewEvent>& first) {
  TRY(const Actor actor, tracked.actor());
  // What the proposal says anybody may put into an issue.
  const bool own_words = !options.title.empty() || !options.description.empty() ||
                         !options.contact.empty() || !options.discussion.empty();
  if (own_words) {
    TRY(tracked.check_editor(actor));
  }
  IssueDraft draft;
  draft.title = subject_line(options.title.empty() ? tracked.card().title : options.title);
  auto events = tracked.act([&](const ProposalState& state) -> Result<Decision> {
    if (!state.tracker.base.empty()) {
      return failure(fmt::format("{} has a tracking issue already: milepost track show {}",
                                 called(tracked.card()), called(tracked.card())));
    }
    const IssueWords words = words_of(tracked, state, options);
    draft.text = write_issue(tracked.form(), words);
    Decision decision{first, {}};
    decision.events.push_back(
        tracked.event(actor, first_texts(draft.title, words, trim(options.description).empty())));
    keep_text(tracked, actor, {draft.text, "template", {}}, decision);
    return decision;
  });
  if (!events) return tl::unexpected(std::move(events.error()));
  if (!options.dry_run) {
    TRY(draft.text, exported_text(tracked, false));
  }
  draft.outcome = {fmt::format("made the tracking issue of {}", called(tracked.card())),
                   std::move(*events)};
  return draft;
}

Result<std::string> issue_text(TrackedProposal& tracked, const ProposalState& state,
                               bool computed) {
  TRY(const auto issue, tracked.need_issue(state));
  IssueEdits edits(*issue);
  write_record(*issue, state, tracked.release(), edits);
  if (!computed) return edits.text();
  const Tracker tracker = make_tracker(tracked.input(state, *issue));
  for (const ItemView& view : tracker.items) {
    const IssueItem& item = *view.item;
    if (item.absent || !view.computed) continue;
    const bool aside = view.state && view.state->mark == Mark::kNotApplicable;
    const bool done = view.status == ItemStatus::kDone;
    if (item.struck != aside) edits.strike(item, aside);
    if (!aside && item.ticked != done) edits.tick(item, done);
  }
  return edits.text();
}

Result<Decision> take_metadata(TrackedProposal& tracked, const ProposalState& state,
                               const Actor& actor) {
  TRY(tracked.check_editor(actor));
  TRY(const auto issue, tracked.need_issue(state));
  // The text as it was imported: what the record has changed since stays its own.
  const std::string before(issue->document.text());
  TRY(const CheckedIssue checked,
      check_issue(tracked, state, std::make_shared<const Source>("issue", before)));
  const IssueWords words = words_of(tracked, state, {});
  IssueEdits edits(*issue);
  for (const IssueFieldText& field : issue->fields) {
    const bool wrong =
        std::ranges::find(checked.findings, field.span, &Finding::span) != checked.findings.end();
    const std::string value = wrong ? metadata_value(words, *field.field) : std::string();
    if (!value.empty()) edits.set(field, value);
  }
  Decision decision;
  const std::string title = subject_line(tracked.card().title);
  if (!state.tracker.title.empty() && state.tracker.title != title) {
    decision.events.push_back(tracked.event(actor, filled({{{events::IssueText::kTitle, title}}})));
  }
  std::string text = edits.text();
  if (text != before) keep_text(tracked, actor, {std::move(text), "metadata", {}}, decision);
  return decision;
}

Result<std::string> export_labels(const Workspace& workspace, const ExportOptions& options) {
  TRY(const auto tracked, TrackedProposal::open(workspace, options, Access::kRead));
  TRY(const ProposalState state, tracked->record().state_of(tracked->card()));
  TRY(const auto issue, tracked->need_issue(state));
  std::string lines;
  for (const LabelView& label : make_tracker(tracked->input(state, *issue)).labels) {
    if (label.stands()) lines += label.label + "\n";
  }
  return lines;
}

Result<std::string> export_issue(const Workspace& workspace, const ExportOptions& options) {
  TRY(const auto opened, TrackedProposal::open(workspace, options, Access::kRead));
  return exported_text(*opened, options.computed);
}

}  // namespace milepost::track
