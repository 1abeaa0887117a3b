// Drift between a proposal's tracking issue and its metadata and document.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/drift/words.h"
#include "features/track/issue_text.h"
#include "gates/conditions.h"
#include "process/heading_key.h"
#include "process/moves.h"
#include "rules/issue/issues.h"

namespace milepost::drift {

namespace {

class IssueDrifts {
 public:
  IssueDrifts(const DriftInput& input, const DriftIssue& issue)
      : input_(input),
        issue_(issue),
        form_(*issue.issue.form),
        stage_(input.card.metadata->known_stage) {}

  std::vector<Drift> find() {
    for (const LabelState& label : input_.state.labels) compare_label(label);
    compare_status();
    compare_title();
    for (const Finding& finding : issue_.findings) compare_field(finding);
    for (const track::ListDrift& list : issue_.lists) {
      if (list.box.empty()) compare_box(list);
    }
    return std::move(found_);
  }

 private:
  const std::string& number() const { return called(input_.card); }
  Spot issue_spot(Span span) const { return spot_of(issue_.issue.document.source(), span); }

  // Bringing the metadata to one of the stages, where that is a step up.
  void add_promotion(const GoesWith& with, std::vector<Steps>& remedies) const {
    for (const std::string& stage : with.stages) {
      if (stage_before(input_.process, stage) != stage_) continue;
      remedies.push_back({remedy::Promote{number(), stage}});
      return;
    }
  }

  // Bringing the metadata to one of the statuses, where a move leads there.
  void add_move(const GoesWith& with, std::vector<Steps>& remedies) const {
    const Status* const status = input_.process.find_status(input_.card.status);
    if (!status) return;
    for (const Move& move : status->moves) {
      if (std::ranges::find(with.statuses, move.to) == with.statuses.end()) continue;
      remedies.push_back({remedy::Promote{number(), move.to, "", move.reason}});
      return;
    }
  }

  void compare_label(const LabelState& label) {
    const TrackedLabel* const form = form_.find_label(label.label);
    if (!form) return;
    const bool by_stage = !form->with.stage(stage_);
    if (!by_stage && form->with.status(input_.card.status)) return;
    Drift drift{by_stage ? DriftKind::kStageLabel : DriftKind::kStatusLabel,
                by_stage ? "the stage and the label" : "the status and the label",
                by_stage ? stage_side(input_) : status_side(input_),
                record_side(with_action(
                    fmt::format("{} {}", label.label, label.confirmed ? "confirmed" : "claimed"),
                    label.action)),
                {}};
    Steps relabel;
    for (const TrackedLabel& other : form_.labels) {
      const bool right = by_stage && !other.with.stages.empty() && other.with.stage(stage_) &&
                         other.with.status(input_.card.status);
      if (!right || input_.state.find_label(other.id)) continue;
      relabel.emplace_back(remedy::SetLabel{number(), other.id});
      break;
    }
    relabel.emplace_back(remedy::SetLabel{number(), label.label, true});
    drift.remedies.push_back(std::move(relabel));
    if (by_stage) {
      add_promotion(form->with, drift.remedies);
    } else {
      add_move(form->with, drift.remedies);
    }
    found_.push_back(std::move(drift));
  }

  bool fits(const TrackerValue& value) const {
    return value.with.stage(stage_) && value.with.status(input_.card.status);
  }

  // What leads from one value to the nearest that fits; nothing when none does.
  Steps way_from(const TrackerValue& from) const {
    const auto& values = form_.status.values;
    std::vector<std::size_t> before(values.size(), values.size());
    std::vector<const TrackerValue*> queue{&from};
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const TrackerValue* value = queue[i];
      if (fits(*value)) return steps_to(from, *value, before);
      for (const std::string& to : value->moves) {
        const TrackerValue* const next = form_.status.find(to);
        const auto index = static_cast<std::size_t>(next - values.data());
        if (next == &from || before[index] != values.size()) continue;
        before[index] = static_cast<std::size_t>(value - values.data());
        queue.push_back(next);
      }
    }
    return {};
  }

  Steps steps_to(const TrackerValue& from, const TrackerValue& to,
                 const std::vector<std::size_t>& before) const {
    const auto& values = form_.status.values;
    Steps steps;
    for (const TrackerValue* at = &to; at != &from;) {
      steps.emplace_back(remedy::SetTrackerStatus{number(), at->id});
      at = &values[before[static_cast<std::size_t>(at - values.data())]];
    }
    std::ranges::reverse(steps);
    return steps;
  }

  void compare_status() {
    const TrackerValue* const value = form_.status.find(status_of(form_, input_.state));
    if (!value || fits(*value)) return;
    const bool by_stage = !value->with.stage(stage_);
    Drift drift{DriftKind::kIssueStatus,
                by_stage ? "the stage and the issue's status" : "the status and the issue's status",
                by_stage ? stage_side(input_) : status_side(input_),
                {fmt::format("{}: {}", form_.status.label, value->id),
                 issue_spot(issue_.issue.status_span)},
                {}};
    if (Steps way = way_from(*value); !way.empty()) drift.remedies.push_back(std::move(way));
    if (by_stage) {
      add_promotion(value->with, drift.remedies);
    } else {
      add_move(value->with, drift.remedies);
    }
    // Nothing leads there: one has to say it.
    if (drift.remedies.empty()) {
      const Field* const field =
          input_.process.field(by_stage ? FieldRole::kStage : FieldRole::kStatus);
      drift.remedies.push_back(
          {set_field(drift.one.spot, field ? field->id : "",
                     by_stage ? value->with.stages.front() : value->with.statuses.front())});
    }
    found_.push_back(std::move(drift));
  }

  Steps take(remedy::Side side) const { return {remedy::TakeSide{number(), side}}; }
  Steps take_metadata() const { return take(remedy::Side::kMetadata); }

  DriftSide field_side(FieldRole role, const std::string& says) const {
    const Field* const field = input_.process.field(role);
    const YamlNode* const node = input_.card.metadata->find(input_.process, role);
    return metadata_side(input_, node ? node->span : Span{},
                         field ? fmt::format("{}: {}", field->id, says) : says);
  }

  void compare_title() {
    const std::string& title = input_.state.tracker.title;
    if (title.empty() || input_.card.title.empty()) return;
    if (heading_words(title) == heading_words(track::subject_line(input_.card.title))) return;
    found_.push_back({DriftKind::kIssueTitle,
                      "the title",
                      field_side(FieldRole::kTitle, input_.card.title),
                      {title, {fmt::format("issue {}", number()), 0, 0}},
                      {take_metadata()}});
  }

  // What the rules on issues found, as far as the metadata says otherwise.
  void compare_field(const Finding& finding) {
    const auto text = std::ranges::find(issue_.issue.fields, finding.span, &IssueFieldText::span);
    if (text == issue_.issue.fields.end() || !first_time(*text)) return;
    DriftSide two{fmt::format("{}: {}", title_of(*text->field), text->value),
                  issue_spot(text->span)};
    switch (text->field->is) {
      case IssueValue::kProposal:
        found_.push_back(
            {DriftKind::kIssueLink,
             "the place of the proposal",
             {input_.card.path, {input_.repository.shown_path(input_.card.path), 0, 0}},
             std::move(two),
             {take_metadata()}});
        break;
      case IssueValue::kGroups: {
        std::vector<std::string> groups{input_.card.group};
        for (const std::string& group : input_.card.participating_groups) groups.push_back(group);
        found_.push_back({DriftKind::kIssueGroups,
                          "the groups",
                          field_side(FieldRole::kGroup, fmt::format("{}", fmt::join(groups, ", "))),
                          std::move(two),
                          {take_metadata()}});
        break;
      }
      case IssueValue::kTarget: compare_target(*text, std::move(two)); break;
      default: break;
    }
  }

  // A rule may say two things about one field.
  bool first_time(const IssueFieldText& text) {
    const bool fresh = std::ranges::find(told_, &text) == told_.end();
    if (fresh) told_.push_back(&text);
    return fresh;
  }

  void compare_target(const IssueFieldText& text, DriftSide two) {
    const std::string& stage = text.field->stage;
    const auto milestone = milestone_of(input_.process, *input_.card.metadata, stage);
    if (!milestone) return;
    const Version& version = milestone->version;
    // Out of order in the issue alone: nothing is said otherwise.
    if (parse_version(cut(text.value, ' ').first) == version) return;
    found_.push_back(
        {DriftKind::kIssueTarget,
         fmt::format("the target of {}", stage),
         metadata_side(input_, milestone->span, fmt::format("{}: {}", stage, to_string(version))),
         std::move(two),
         {take_metadata()}});
  }

  static DriftSide lacks(std::string path) { return {"no such item", {std::move(path), 0, 0}}; }

  void compare_box(const track::ListDrift& list) {
    const DriftSide one{fmt::format("[{}] {}", list.in_document ? 'x' : ' ', list.key),
                        {list.path, list.line, list.column}};
    const std::string about = fmt::format("the list {}", list.list);
    if (list.found_in == track::FoundIn::kDocument) {
      found_.push_back({DriftKind::kListItem,
                        about,
                        one,
                        lacks(fmt::format("issue {}", number())),
                        {take(remedy::Side::kDocument),
                         {remedy::TakeOut{list.key, {list.path, list.line, list.column}}}}});
      return;
    }
    const std::uint32_t item = issue_.issue.find_item(list.list, list.key);
    if (item == kNone) return;
    const DriftSide two{fmt::format("[{}] {}", list.in_issue ? 'x' : ' ', list.key),
                        issue_spot(issue_.issue.items[item].box)};
    if (list.found_in == track::FoundIn::kIssue) {
      found_.push_back({DriftKind::kListItem,
                        about,
                        lacks(list.path),
                        two,
                        {take(remedy::Side::kIssue), {remedy::TakeOut{list.key, two.spot, true}}}});
      return;
    }
    found_.push_back({DriftKind::kList,
                      about,
                      one,
                      two,
                      {take(remedy::Side::kIssue), take(remedy::Side::kDocument)}});
  }

  const DriftInput& input_;
  const DriftIssue& issue_;
  const TrackingForm& form_;
  const std::string_view stage_;
  std::vector<const IssueFieldText*> told_;
  std::vector<Drift> found_;
};

}  // namespace

std::vector<Drift> box_drifts(const DriftInput& input, const std::vector<track::ListDrift>& boxes) {
  std::vector<Drift> found;
  for (const track::ListDrift& box : boxes) {
    if (box.box.empty()) continue;
    const auto shown = [&](bool ticked) {
      return fmt::format("[{}] {}", ticked ? 'x' : ' ', box.key);
    };
    Drift& drift =
        found.emplace_back(Drift{DriftKind::kBox,
                                 "what is computed",
                                 {shown(box.in_document), {box.path, box.line, box.column}},
                                 {shown(box.in_issue), {box.evidence, 0, 0}},
                                 {{remedy::FixBoxes{called(input.card)}}}});
    drift.box = box.box;
    drift.ticked = box.in_issue;
  }
  return found;
}

std::vector<Drift> issue_drifts(const DriftInput& input, const DriftIssue& issue) {
  return IssueDrifts(input, issue).find();
}

}  // namespace milepost::drift
