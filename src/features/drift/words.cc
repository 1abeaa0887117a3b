#include "features/drift/words.h"

#include <fmt/format.h>

#include "gates/conditions.h"

namespace milepost::drift {

Remedy run(std::string command) { return {true, std::move(command)}; }
Remedy edit(std::string text) { return {false, std::move(text)}; }

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

std::string said(std::string_view what, const Deed& deed) {
  return fmt::format("{} {}", what, deed_text(deed));
}

std::string set_field(const Spot& spot, std::string_view key, std::string_view value) {
  return fmt::format("set {}: {} in {}:{}", key, value, spot.path, spot.line);
}

std::string set_milestone(const DriftInput& input, const Version& from, const Version& to,
                          MovedStage stage) {
  const Metadata& metadata = *input.card.metadata;
  const std::string value = fmt::format("\"{}\"", to_string(to));
  std::string text;
  const auto latest = latest_milestone(input.process, metadata);
  if (latest && latest->version == from) {
    text = set_field(spot_of(*metadata.source, latest->span),
                     input.process.field(FieldRole::kLatestMilestone)->id, value);
  }
  const auto of_stage = milestone_of(input.process, metadata, input.stage);
  if (of_stage && of_stage->version == from && stage == MovedStage::kToo) {
    const Spot spot = spot_of(*metadata.source, of_stage->span);
    text += text.empty() ? set_field(spot, input.stage, value)
                         : fmt::format(", and {}: {} in line {}", input.stage, value, spot.line);
  }
  return text;
}

std::optional<bool> is_out(const DriftInput& input, const Version& version) {
  const Release* const release = input.releases.find(version);
  if (!release || input.process.calendar.dates.empty()) return std::nullopt;
  const auto date = release->date(input.process.calendar.dates.back().id);
  if (!date) return std::nullopt;
  return *date <= input.now;
}

}  // namespace milepost::drift
