#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "features/record/formats.h"
#include "render/json_value.h"

namespace milepost::record {

namespace {

std::string_view name(FsckArea area) {
  switch (area) {
    case FsckArea::kRecord: return "record";
    case FsckArea::kChanges: return "changes";
    case FsckArea::kNumbers: return "numbers";
    case FsckArea::kRepository: break;
  }
  return "repository";
}

std::string_view name(CheckpointOutcome outcome) {
  switch (outcome) {
    case CheckpointOutcome::kNotAsked: return "none";
    case CheckpointOutcome::kMatched: return "matched";
    case CheckpointOutcome::kDamaged: return "damaged";
    case CheckpointOutcome::kWritten: return "written";
    case CheckpointOutcome::kNotWritten: break;
  }
  return "not-written";
}

std::size_t damages(const FsckReport& report) {
  return static_cast<std::size_t>(std::ranges::count(report.findings, true, &FsckFinding::damage));
}

std::string contents(const RecordStatus& status) {
  return fmt::format("{} in {}, {}", counted(status.counts.events, "event"),
                     counted(status.counts.streams, "stream"),
                     counted(status.counts.texts, "text"));
}

Json json_of(const RecordStatus& status) {
  Json value;
  value["store"] = status.store;
  value["exists"] = status.is_there;
  value["record"] = status.is_there ? Json(status.id) : Json();
  value["events"] = status.counts.events;
  value["streams"] = status.counts.streams;
  value["texts"] = status.counts.texts;
  value["digest"] = status.is_there ? Json(status.head.digest.hex()) : Json();
  return value;
}

std::string checkpoint_line(const FsckReport& report) {
  const std::string file = printable_path(report.checkpoint);
  const std::uint64_t number = report.record.head.number;
  switch (report.outcome) {
    case CheckpointOutcome::kNotAsked: return {};
    case CheckpointOutcome::kMatched:
      return fmt::format("checkpoint: the record is what it was in {}\n", file);
    case CheckpointOutcome::kDamaged:
      return fmt::format("checkpoint: the record is not what it was in {}, or is damaged since\n",
                         file);
    case CheckpointOutcome::kWritten:
      return fmt::format(
          "checkpoint: {} now says what the record is at event {}; keep it "
          "elsewhere\n",
          file, number);
    case CheckpointOutcome::kNotWritten: break;
  }
  return fmt::format("checkpoint: {} was not written, since there is damage\n", file);
}

}  // namespace

std::string render_status_text(const RecordStatus& status) {
  std::string out = fmt::format("store   {}\n", printable_path(status.store));
  if (!status.is_there) return out + "nothing is recorded yet\n";
  out += fmt::format("record  {}\n", printable(status.id));
  out += fmt::format("holds   {}\n", contents(status));
  out += fmt::format("digest  {}\n", status.head.digest.hex());
  return out;
}

std::string render_status_json(const RecordStatus& status) { return json_text(json_of(status)); }

std::string render_fsck_text(const FsckReport& report, bool quiet) {
  std::string out;
  for (const FsckFinding& finding : report.findings) {
    if (quiet && !finding.damage) continue;
    out += fmt::format("{}: {}: {}\n", finding.damage ? "damage" : "note", name(finding.area),
                       printable(finding.message));
  }
  if (report.more) out += "there is more damage than this\n";
  if (quiet) return out;
  out += checkpoint_line(report);
  const std::string store = printable_path(report.record.store);
  out += report.record.is_there ? fmt::format("{}: {}\n", store, contents(report.record))
                                : fmt::format("{}: nothing is recorded yet\n", store);
  const std::size_t wrong = damages(report);
  if (wrong == 0) return out + "no damage\n";
  out += fmt::format("{}{} of damage\n", report.more ? "more than " : "", counted(wrong, "piece"));
  if (report.mendable) out += "the events are sound: milepost store rebuild mends the record\n";
  return out;
}

std::string render_fsck_json(const FsckReport& report) {
  Json findings = Json::array();
  for (const FsckFinding& finding : report.findings) {
    findings.push_back({{"kind", finding.damage ? "damage" : "note"},
                        {"area", name(finding.area)},
                        {"event", finding.event == 0 ? Json() : Json(finding.event)},
                        {"message", finding.message}});
  }
  Json value;
  value["record"] = json_of(report.record);
  value["findings"] = std::move(findings);
  value["more"] = report.more;
  value["checkpoint"] = report.outcome == CheckpointOutcome::kNotAsked
                            ? Json()
                            : Json{{"file", report.checkpoint}, {"outcome", name(report.outcome)}};
  value["damaged"] = report.is_damaged();
  value["mendable"] = report.mendable;
  return json_text(value);
}

}  // namespace milepost::record
