#include "features/drift/words.h"

#include <fmt/format.h>

#include "gates/conditions.h"

namespace milepost::drift {

std::string_view name(DriftKind kind) {
  constexpr std::string_view kNames[] = {"stage-label",
                                         "status-label",
                                         "issue-status",
                                         "issue-title",
                                         "issue-link",
                                         "issue-groups",
                                         "issue-target",
                                         "list-item",
                                         "list",
                                         "milestone-unknown",
                                         "milestone-past",
                                         "release-left",
                                         "opt-in",
                                         "review-unentered",
                                         "review-approver",
                                         "review-unrecorded",
                                         "review-missing",
                                         "gate-missing",
                                         "gate-left",
                                         "gate-stage",
                                         "gate-default",
                                         "gate-version",
                                         "box"};
  return kNames[static_cast<std::size_t>(kind)];
}

DriftSide metadata_side(const DriftInput& input, Span span, std::string says) {
  const auto& source = input.card.metadata->source;
  return {std::move(says), source ? spot_of(*source, span)
                                  : Spot{input.repository.shown_path(input.card.path), 0, 0}};
}

namespace {

DriftSide value_side(const DriftInput& input, const FieldValue& value, FieldRole role,
                     std::string_view otherwise) {
  const Field* const field = input.process.field(role);
  if (!value.present()) return metadata_side(input, {}, std::string(otherwise));
  return {fmt::format("{}: {}", field ? field->id : "", value.text),
          spot_of(*value.source, value.span)};
}

}  // namespace

DriftSide stage_side(const DriftInput& input) {
  return value_side(input, input.card.metadata->stage, FieldRole::kStage, input.stage);
}

DriftSide status_side(const DriftInput& input) {
  return value_side(input, input.card.metadata->status, FieldRole::kStatus, input.card.status);
}

DriftSide record_side(std::string says) {
  return {std::move(says), Spot{std::string(kTheRecord), 0, 0}};
}

std::string with_action(std::string_view what, const Action& action) {
  return fmt::format("{} {}", what, action_text(action));
}

remedy::EditFields set_field(const Spot& spot, std::string_view key, std::string_view value) {
  return {{{std::string(key), std::string(value), spot}}};
}

remedy::EditFields set_milestone(const DriftInput& input, const Version& from, const Version& to,
                                 MovedStage stage) {
  const Metadata& metadata = *input.card.metadata;
  const std::string value = fmt::format("\"{}\"", to_string(to));
  remedy::EditFields edits;
  const auto latest = latest_milestone(input.process, metadata);
  if (latest && latest->version == from) {
    edits.fields.push_back({input.process.field(FieldRole::kLatestMilestone)->id, value,
                            spot_of(*metadata.source, latest->span)});
  }
  const auto of_stage = milestone_of(input.process, metadata, input.stage);
  if (of_stage && of_stage->version == from && stage == MovedStage::kToo) {
    edits.fields.push_back({input.stage, value, spot_of(*metadata.source, of_stage->span)});
  }
  return edits;
}

std::optional<bool> is_out(const DriftInput& input, const Version& version) {
  const Release* const release = input.releases.find(version);
  if (!release || input.process.calendar.dates.empty()) return std::nullopt;
  const auto date = release->date(input.process.calendar.dates.back().id);
  if (!date) return std::nullopt;
  return *date <= input.now;
}

}  // namespace milepost::drift
