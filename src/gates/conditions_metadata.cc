// Conditions on the metadata and on where the document lies.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "gates/conditions.h"
#include "gates/not_yet.h"
#include "proposal/facts.h"
#include "proposal/judgement.h"
#include "proposal/links.h"
#include "proposal/proposal.h"
#include "rules/metadata/fields.h"
#include "rules/need.h"

namespace milepost {

namespace {

// Where a field is, or belongs.
std::optional<Spot> spot_of_field(const RuleInput& in, const Field& field) {
  const Metadata& metadata = *in.proposal.metadata;
  if (!metadata.source) return std::nullopt;
  const YamlNode* node = metadata.find(field);
  return spot_of(*metadata.source, node ? node->span : asking_place(in));
}

bool says_something(const RuleInput& in, const Field& field) {
  return std::ranges::any_of(values_of(in, field),
                             [&](const FieldScalar& value) { return is_set(in, value); });
}

// What a status leaves open is closed by the move out of it.
bool is_wanted(const RuleInput& in, const Field& field) {
  if (field.needed.always) return true;
  return !field.needed.ever() || is_asked(in, field.needed);
}

// Whether the document answers what one of the fields is about.
bool answers_in_document(const RuleInput& in, const Condition& condition) {
  return std::ranges::any_of(condition.names, [&](const std::string& id) {
    const std::string& title = in.process.find_field(id)->answer.section;
    const std::uint32_t t = title.empty() ? kNone : in.judgement.find(title);
    return t != kNone && !in.judgement.missing(t);
  });
}

std::optional<Spot> spot_of_status(const RuleInput& in) {
  const FieldValue& status = in.proposal.metadata->status;
  if (!status.present()) return std::nullopt;
  return spot_of(*status.source, status.span);
}

// For a process without a field for it: a link beside the status.
const Card* linked_from_status(const RuleInput& in) {
  const FieldValue& status = in.proposal.metadata->status;
  const Document& document = in.proposal.document;
  if (!in.proposal.metadata->status_is_section || status.source != &document.source()) {
    return nullptr;
  }
  const std::uint32_t section = document.section_at(status.span.begin);
  if (section == kNone) return nullptr;
  const Span around = document.sections()[section].span;
  for (const LinkedPlace& place : in.links.places()) {
    if (place.span.begin < around.begin || place.span.begin >= around.end) continue;
    if (place.target.kind != TargetKind::kFile) continue;
    const Card* card = in.facts.index().find(place.target.path);
    if (card && card->path != in.card.path) return card;
  }
  return nullptr;
}

}  // namespace

void judge_fields(const GateInput& input, const Condition& condition, Verdict& verdict) {
  const RuleInput& in = input.in;
  std::vector<std::string_view> said;
  for (const std::string& id : condition.names) {
    const Field& field = *in.process.find_field(id);
    if (says_something(in, field)) {
      said.push_back(field.id);
    } else if (is_wanted(in, field) && !is_answered_otherwise(in, field)) {
      const bool there = in.proposal.metadata->find(field) != nullptr;
      verdict.details.push_back(
          {field.id, there ? "is empty" : "is missing", spot_of_field(in, field)});
    }
  }
  // What is not found may be there all the same.
  if (!verdict.details.empty() && in.proposal.metadata->yaml && !in.proposal.metadata->complete()) {
    verdict.message =
        fmt::format("{}: the metadata cannot be read to its end", fmt::join(condition.names, ", "));
    verdict.spot = verdict.details.front().spot;
    verdict.remedies = {remedy::MendMetadata{called(in.card)}};
    verdict.details.clear();
    return;
  }
  if (verdict.details.empty()) {
    verdict.holds = Holds::kYes;
    verdict.message =
        !said.empty() && !condition.title.empty() ? condition.title
        : !said.empty()
            ? fmt::format("{} {} set", fmt::join(said, ", "), said.size() == 1 ? "is" : "are")
        : answers_in_document(in, condition)
            ? fmt::format("{}: answered in the questionnaire instead",
                          fmt::join(condition.names, ", "))
            : fmt::format("{}: not asked of this proposal", fmt::join(condition.names, ", "));
    return;
  }
  verdict.holds = Holds::kNo;
  verdict.spot = verdict.details.front().spot;
  std::vector<std::string> names;
  for (const Detail& detail : verdict.details) names.push_back(detail.text);
  if (!condition.title.empty()) {
    verdict.message = not_yet(condition.title);
  } else if (verdict.details.size() == 1) {
    verdict.message = fmt::format("{} {}", verdict.details[0].text, verdict.details[0].note);
    verdict.details.clear();
  } else {
    verdict.message = fmt::format("{} say nothing yet", fmt::join(names, ", "));
  }
  verdict.remedies = {remedy::FillFields{std::move(names)}};
}

void judge_status(const GateInput& input, const Condition& condition, Verdict& verdict) {
  const std::string& status = input.step.to_status;
  const bool holds = std::ranges::find(condition.names, status) != condition.names.end();
  verdict.holds = holds ? Holds::kYes : Holds::kNo;
  verdict.message =
      holds ? fmt::format("the status is {}", status)
            : fmt::format("the status is {}, not {}", status.empty() ? "unknown" : status,
                          fmt::join(condition.names, " or "));
  if (status == input.step.from_status) verdict.spot = spot_of_status(input.in);
  verdict.remedies = {remedy::AskWhy{called(input.in.card), condition.names.front()}};
}

void judge_top(const GateInput& input, const Condition&, Verdict& verdict) {
  const Process& process = input.in.process;
  const std::string& stage = input.step.to_stage;
  const std::string_view next = next_stage(process, stage);
  const bool holds = next.empty() && process.has_stage(stage);
  verdict.holds = holds ? Holds::kYes : Holds::kNo;
  verdict.message = holds           ? fmt::format("the stage is {}, the last of its ladder", stage)
                    : stage.empty() ? "it has no stage yet"
                                    : fmt::format("the stage is {}: {} comes first", stage, next);
  const FieldValue& value = input.in.proposal.metadata->stage;
  if (value.present()) verdict.spot = spot_of(*value.source, value.span);
  if (!holds) verdict.remedies = {remedy::AskWhy{called(input.in.card)}};
}

void judge_successor(const GateInput& input, const Condition&, Verdict& verdict) {
  const RuleInput& in = input.in;
  const Field* field = in.process.field(FieldRole::kSupersededBy);
  if (!field) {
    const Card* successor = linked_from_status(in);
    verdict.holds = successor ? Holds::kYes : Holds::kNo;
    verdict.message =
        successor ? fmt::format("its successor is {}", successor->path) : "no successor is named";
    verdict.spot = spot_of_status(in);
    verdict.remedies = {remedy::NameSuccessor{}};
    return;
  }
  verdict.spot = spot_of_field(in, *field);
  verdict.holds = Holds::kNo;
  verdict.message = "no successor is named";
  verdict.remedies = {remedy::NameSuccessor{field->id}};
  for (const Reference& reference : in.facts.references_of(in.card)) {
    if (reference.role != FieldRole::kSupersededBy) continue;
    verdict.spot = spot_of(*reference.source, reference.span);
    if (reference.kind == ReferenceKind::kProposal) {
      verdict.holds = Holds::kYes;
      verdict.message = fmt::format("its successor is {}", reference.card->path);
      return;
    }
    if (reference.kind == ReferenceKind::kWeb) {
      verdict.holds = Holds::kUnknown;
      verdict.message = fmt::format("its successor {} lies elsewhere", reference.target);
    } else {
      verdict.message = fmt::format("its successor \"{}\" does not exist", reference.text);
    }
  }
}

void judge_criteria(const GateInput& input, const Condition&, Verdict& verdict) {
  const RuleInput& in = input.in;
  const Field* field = in.process.field(FieldRole::kCriteria);
  std::vector<Scalar> confirmed;
  if (field) confirmed = scalars(in.proposal.metadata->find(*field));
  const auto recorded = input.evidence.confirmed(in.card, in.judgement.kind->id);
  for (const Criterion& criterion : in.judgement.kind->criteria) {
    const bool said = std::ranges::find(recorded, criterion.id) != recorded.end() ||
                      std::ranges::any_of(confirmed, [&](const Scalar& scalar) {
                        return scalar.text == criterion.id;
                      });
    if (!said) verdict.details.push_back({criterion.question, criterion.id, std::nullopt});
  }
  const std::size_t all = in.judgement.kind->criteria.size();
  verdict.holds = verdict.details.empty() ? Holds::kYes : Holds::kNo;
  verdict.message =
      verdict.details.empty()
          ? fmt::format("all {} criteria of the kind {} are confirmed", all, in.judgement.kind->id)
          : fmt::format("{} of {} criteria of the kind {} {} not confirmed", verdict.details.size(),
                        all, in.judgement.kind->id, verdict.details.size() == 1 ? "is" : "are");
  if (verdict.details.empty()) return;
  const bool in_field = field && !field->own_lacks;
  if (in_field) verdict.spot = spot_of_field(in, *field);
  std::vector<std::string> open;
  for (const Detail& detail : verdict.details) open.push_back(detail.note);
  verdict.remedies = {in_field ? remedy::ConfirmCriteria{field->id, std::move(open)}
                               : remedy::ConfirmCriteria{"", std::move(open), called(in.card)}};
}

void judge_place(const GateInput& input, const Condition&, Verdict& verdict) {
  const RuleInput& in = input.in;
  const std::string wanted = in.process.layout.final_place.path.fill(in.card.parts);
  const std::string& path = in.card.files.document;
  const bool holds = !wanted.empty() && path == wanted;
  verdict.holds = holds ? Holds::kYes : wanted.empty() ? Holds::kUnknown : Holds::kNo;
  verdict.message = holds ? fmt::format("the document is at its final place, {}", path)
                          : fmt::format("the document is not at its final place, {}", wanted);
  verdict.spot = Spot{input.repository.shown_path(path), 0, 0};
  verdict.remedies = {remedy::Promote{called(in.card), in.process.layout.final_place.stage, "",
                                      false, remedy::Brings::kFinalPlace}};
}

}  // namespace milepost
