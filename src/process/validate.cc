#include "process/validate.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "process/heading_key.h"
#include "process/validate_parts.h"

namespace milepost {

namespace {

// Every ladder but the first says which stage of the first each of its own
// counts as.
void validate_ladders(PackErrors& errors, const Process& process) {
  for (std::size_t i = 0; i < process.ladders.size(); ++i) {
    const Ladder& ladder = process.ladders[i];
    const Ladder& first = process.ladders.front();
    if (i == 0 && !ladder.counts_as.empty()) {
      errors.add(ladder.place, fmt::format("`{}` is the first ladder, which the others are "
                                           "measured by: it needs no `counts-as`",
                                           ladder.id));
    }
    if (ladder.stages.empty()) {
      errors.add(ladder.place, fmt::format("ladder `{}` has no stages", ladder.id));
    }
    std::vector<std::string_view> named;
    for (const auto& [stage, words] : ladder.in_code) named.push_back(stage);
    for (const auto& [stage, on] : ladder.on_by_default) named.push_back(stage);
    for (const std::string_view stage : named) {
      if (std::ranges::find(ladder.stages, stage) == ladder.stages.end()) {
        errors.unknown(ladder.place, "stage", stage, ladder.stages);
      }
    }
    for (const std::string& stage : ladder.stages) {
      const auto all = process.stage_names();
      if (std::ranges::count(all, stage) > 1) {
        errors.add(ladder.place, fmt::format("the stage `{}` stands on two ladders, or twice "
                                             "on one",
                                             stage));
      }
      if (i == 0) continue;
      const auto equal = ladder.counts_as.find(stage);
      if (equal == ladder.counts_as.end()) {
        errors.add(ladder.place,
                   fmt::format("`counts-as` must say which stage of `{}` the stage `{}` "
                               "counts as",
                               first.id, stage));
      } else if (std::ranges::find(first.stages, equal->second.stage) == first.stages.end()) {
        errors.unknown(equal->second.place, "stage", equal->second.stage, first.stages);
      }
    }
  }
}

void validate_statuses(PackErrors& errors, const Process& process) {
  for (const Status& status : process.statuses) {
    if (!status.due.empty() && !process.find_gate(status.due)) {
      errors.unknown(status.due_place, "gate", status.due, ids(process.gates));
    }
    for (const Move& move : status.moves) {
      if (!process.find_status(move.to)) {
        errors.unknown(move.place, "status", move.to, ids(process.statuses));
      }
      for (const std::string& role : move.by) {
        if (process.find_role(role)) continue;
        errors.unknown(move.place, "role", role, ids(process.roles));
      }
    }
  }
}

void validate_gate(PackErrors& errors, const Process& process, const Gate& gate) {
  if (!gate.status.empty() && !process.find_status(gate.status)) {
    errors.unknown(gate.status_place, "status", gate.status, ids(process.statuses));
  }
  if (!gate.stage.empty() && !process.has_stage(gate.stage)) {
    errors.unknown(gate.stage_place, "stage", gate.stage, process.stage_names());
  }
  for (std::size_t i = 0; i < gate.after.size(); ++i) {
    if (process.find_gate(gate.after[i])) continue;
    errors.unknown(gate.after_places[i], "gate", gate.after[i], ids(process.gates));
  }
  for (std::size_t i = 0; i < gate.sections.size(); ++i) {
    if (any_template_has(process, gate.sections[i])) continue;
    errors.no_section(gate.section_places[i], gate.sections[i], section_titles(process));
  }
}

// Walks `after` from one gate. Gates are few, so each is walked on its own. A circle is told at
// the first of its gates.
void refuse_circle(PackErrors& errors, const Process& process, const Gate& start,
                   std::vector<const Gate*>& told) {
  std::string_view through;
  std::vector<const Gate*> open{&start};
  std::vector<const Gate*> seen;
  while (!open.empty()) {
    const Gate* gate = open.back();
    open.pop_back();
    for (const std::string& name : gate->after) {
      const Gate* before = process.find_gate(name);
      if (before == &start) through = gate->id;
      if (!before || std::ranges::find(seen, before) != seen.end()) continue;
      seen.push_back(before);
      open.push_back(before);
    }
  }
  const auto is_told = [&](const Gate* gate) {
    return std::ranges::find(told, gate) != told.end();
  };
  if (through.empty() || std::ranges::any_of(seen, is_told)) return;
  told.push_back(&start);
  errors.add(start.place,
             fmt::format("gate `{}` comes after itself, through `{}`: one of the `after` must go",
                         start.id, through));
}

void validate_gates(PackErrors& errors, const Process& process) {
  for (const Gate& gate : process.gates) {
    validate_gate(errors, process, gate);
  }
  std::vector<const Gate*> told;
  for (const Gate& gate : process.gates) {
    refuse_circle(errors, process, gate, told);
  }
}

// Other names must lead somewhere, in the pack that gives them.
void validate_renames(PackErrors& errors, const Process& process) {
  if (has_own_template(process)) return;
  for (const Process::RenameTarget& target : process.rename_targets) {
    if (any_template_has(process, target.title)) continue;
    errors.no_section(target.place, target.title, section_titles(process));
  }
}

void validate_templates(PackErrors& errors, const Process& process) {
  for (const Kind& kind : process.kinds) {
    for (const TemplateSection& section : kind.pattern->sections()) {
      if (section.stage.empty() || process.has_stage(section.stage)) continue;
      errors.unknown({&kind.pattern->document().source(), section.stage_span}, "stage",
                     section.stage, process.stage_names());
    }
  }
  for (const EntryForm& form : process.words.entries) {
    if (!form.from.empty() && !process.has_stage(form.from)) {
      errors.unknown(form.from_place, "stage", form.from, process.stage_names());
    }
  }
  for (const StagePhrase& phrase : process.phrases) {
    if (!phrase.stage.empty() && !process.has_stage(phrase.stage)) {
      errors.unknown(phrase.stage_place, "stage", phrase.stage, process.stage_names());
    }
  }
}

void validate_need(PackErrors& errors, const Process& process, const When& need) {
  if (!need.from.empty() && !process.has_stage(need.from)) {
    errors.unknown(need.from_place, "stage", need.from, process.stage_names());
  }
  for (std::size_t i = 0; i < need.statuses.size(); ++i) {
    if (process.find_status(need.statuses[i])) continue;
    errors.unknown(need.status_places[i], "status", need.statuses[i], ids(process.statuses));
  }
  for (std::size_t i = 0; i < need.kinds.size(); ++i) {
    if (process.find_kind(need.kinds[i])) continue;
    errors.unknown(need.kind_places[i], "kind", need.kinds[i], ids(process.kinds));
  }
  if (!need.with.empty() && !process.find_field(need.with)) {
    errors.unknown(need.with_place, "field", need.with, ids(process.fields));
  }
}

void validate_roster(PackErrors& errors, const Process& process, const std::string& roster,
                     const Place& place) {
  if (roster.empty() || process.find_roster(roster)) return;
  errors.unknown(place, "roster", roster, ids(process.rosters));
}

// What the process itself lists is a status, a stage or a kind.
bool has_values(const Field& field) {
  return !field.values.empty() || field.role == FieldRole::kStatus ||
         field.role == FieldRole::kStage || field.role == FieldRole::kKind;
}

void validate_field(PackErrors& errors, const Process& process, const Field& field) {
  if (field.type == FieldType::kEnum && !has_values(field)) {
    errors.add(field.place, fmt::format("`{}` is an enum and has no `values`", field.id));
  }
  if (field.unique && field.role != FieldRole::kNumber) {
    errors.add(field.place, "only the number of a proposal can be `unique`");
  }
  validate_need(errors, process, field.needed);
  validate_roster(errors, process, field.roster, field.roster_place);
  if (!field.path_part.empty() && !process.layout.path.names(field.path_part)) {
    errors.add(field.place, fmt::format("`layout: path:` has no part {{{}}}", field.path_part));
  }
  for (const auto* statuses : {&field.open_in, &field.empty_in}) {
    for (const std::string& status : *statuses) {
      if (!process.find_status(status)) {
        errors.unknown(field.place, "status", status, ids(process.statuses));
      }
    }
  }
  if (!field.answer.section.empty() && !has_own_template(process) &&
      !any_template_has(process, field.answer.section)) {
    errors.no_section(field.answer.place, field.answer.section, section_titles(process));
  }
  for (const Field& part : field.fields) validate_field(errors, process, part);
}

void validate_fields(PackErrors& errors, const Process& process) {
  for (const Field& field : process.fields) {
    validate_field(errors, process, field);
    const auto same = [&](const Field& other) {
      return field.role != FieldRole::kOther && other.role == field.role;
    };
    const auto first = std::ranges::find_if(process.fields, same);
    if (first != process.fields.end() && &*first == &field &&
        std::ranges::count_if(process.fields, same) > 1) {
      errors.add(field.place,
                 fmt::format("two fields are the `{}`",
                             field_role_names()[static_cast<std::size_t>(field.role)]));
    }
  }
  for (const Review& review : process.reviews) {
    validate_need(errors, process, review.needed);
    validate_roster(errors, process, review.roster, review.roster_place);
    if (!review.file.empty() && !review.file.names("number")) {
      errors.add(review.place,
                 fmt::format("the `file` of review `{}` has no part {{number}}", review.id));
    }
  }
}

}  // namespace

bool any_template_has(const Process& process, std::string_view title) {
  return std::ranges::any_of(process.kinds, [&](const Kind& kind) {
    return std::ranges::find(kind.pattern->sections(), heading_key(title), &TemplateSection::key) !=
           kind.pattern->sections().end();
  });
}

bool has_own_template(const Process& process) {
  return std::ranges::any_of(process.kinds, [&](const Kind& kind) {
    // A template named on the command line has no place.
    return !kind.place.source ||
           (process.repository_source && kind.place.source == process.repository_source);
  });
}

std::string unknown(std::string_view what, std::string_view name,
                    const std::vector<std::string>& known) {
  const std::string_view meant = nearest(name, known);
  if (!meant.empty())
    return fmt::format("no {} is called `{}`; did you mean `{}`?", what, name, meant);
  if (known.empty()) return fmt::format("no {} is called `{}`; the process has none", what, name);
  return fmt::format("no {} is called `{}`; there are {}", what, name, fmt::join(known, ", "));
}

std::vector<std::string> section_titles(const Process& process) {
  std::vector<std::string> titles;
  for (const Kind& kind : process.kinds) {
    for (const TemplateSection& section : kind.pattern->sections()) {
      titles.push_back(section.title);
    }
  }
  return titles;
}

Result<void> validate(const Process& process) {
  PackErrors errors;
  validate(process, errors);
  if (errors.empty()) return {};
  return failure(to_string(errors.all().front()));
}

void validate(const Process& process, PackErrors& errors) {
  if (process.kinds.empty()) {
    // Where more is wrong, they may be what could not be read.
    if (errors.empty()) errors.add({}, "the process has no kinds, so nothing can be checked");
    errors.doubt_sections();
  }
  validate_ladders(errors, process);
  validate_statuses(errors, process);
  validate_gates(errors, process);
  validate_renames(errors, process);
  validate_fields(errors, process);
  validate_lifecycle(errors, process);
  validate_tracking(errors, process, process.tracking);
  for (const Kind& kind : process.kinds) validate_tracking(errors, process, kind.tracking);
  validate_templates(errors, process);
  validate_layout(errors, process);
}

}  // namespace milepost
