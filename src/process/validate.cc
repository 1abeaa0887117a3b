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
Result<void> validate_ladders(const Process& process) {
  for (std::size_t i = 0; i < process.ladders.size(); ++i) {
    const Ladder& ladder = process.ladders[i];
    const Ladder& first = process.ladders.front();
    if (i == 0 && !ladder.counts_as.empty()) {
      return failure_at(ladder.place, fmt::format("`{}` is the first ladder, which the others are "
                                                  "measured by: it needs no `counts-as`",
                                                  ladder.id));
    }
    if (ladder.stages.empty()) {
      return failure_at(ladder.place, fmt::format("ladder `{}` has no stages", ladder.id));
    }
    std::vector<std::string_view> named;
    for (const auto& [stage, words] : ladder.in_code) named.push_back(stage);
    for (const auto& [stage, on] : ladder.on_by_default) named.push_back(stage);
    for (const std::string_view stage : named) {
      if (std::ranges::find(ladder.stages, stage) == ladder.stages.end()) {
        return failure_at(ladder.place, unknown("stage", stage, ladder.stages));
      }
    }
    for (const std::string& stage : ladder.stages) {
      const auto all = process.stage_names();
      if (std::ranges::count(all, stage) > 1) {
        return failure_at(ladder.place,
                          fmt::format("the stage `{}` stands on two ladders, or twice "
                                      "on one",
                                      stage));
      }
      if (i == 0) continue;
      const auto equal = ladder.counts_as.find(stage);
      if (equal == ladder.counts_as.end()) {
        return failure_at(ladder.place,
                          fmt::format("`counts-as` must say which stage of `{}` the stage `{}` "
                                      "counts as",
                                      first.id, stage));
      }
      if (std::ranges::find(first.stages, equal->second.stage) == first.stages.end()) {
        return failure_at(equal->second.place, unknown("stage", equal->second.stage, first.stages));
      }
    }
  }
  return {};
}

Result<void> validate_statuses(const Process& process) {
  for (const Status& status : process.statuses) {
    if (!status.due.empty() && !process.find_gate(status.due)) {
      return failure_at(status.due_place, unknown("gate", status.due, ids(process.gates)));
    }
    for (const Move& move : status.moves) {
      if (!process.find_status(move.to)) {
        return failure_at(move.place, unknown("status", move.to, ids(process.statuses)));
      }
      for (const std::string& role : move.by) {
        if (process.find_role(role)) continue;
        return failure_at(move.place, unknown("role", role, ids(process.roles)));
      }
    }
  }
  return {};
}

Result<void> validate_gate(const Process& process, const Gate& gate) {
  if (!gate.status.empty() && !process.find_status(gate.status)) {
    return failure_at(gate.status_place, unknown("status", gate.status, ids(process.statuses)));
  }
  if (!gate.stage.empty() && !process.has_stage(gate.stage)) {
    return failure_at(gate.stage_place, unknown("stage", gate.stage, process.stage_names()));
  }
  for (std::size_t i = 0; i < gate.after.size(); ++i) {
    if (process.find_gate(gate.after[i])) continue;
    return failure_at(gate.after_places[i], unknown("gate", gate.after[i], ids(process.gates)));
  }
  for (std::size_t i = 0; i < gate.sections.size(); ++i) {
    if (any_template_has(process, gate.sections[i])) continue;
    return failure_at(gate.section_places[i],
                      fmt::format("no template has the section `{}`", gate.sections[i]));
  }
  return {};
}

// Walks `after` from one gate. Gates are few, so each is walked on its own.
Result<void> refuse_circle(const Process& process, const Gate& start) {
  std::vector<const Gate*> open{&start};
  std::vector<const Gate*> seen;
  while (!open.empty()) {
    const Gate* gate = open.back();
    open.pop_back();
    for (const std::string& name : gate->after) {
      const Gate* before = process.find_gate(name);
      if (before == &start) {
        return failure_at(start.place,
                          fmt::format("gate `{}` comes after itself, through `{}`: one of the "
                                      "`after` must go",
                                      start.id, gate->id));
      }
      if (std::ranges::find(seen, before) != seen.end()) continue;
      seen.push_back(before);
      open.push_back(before);
    }
  }
  return {};
}

Result<void> validate_gates(const Process& process) {
  for (const Gate& gate : process.gates) {
    TRY(validate_gate(process, gate));
  }
  for (const Gate& gate : process.gates) {
    TRY(refuse_circle(process, gate));
  }
  return {};
}

// Other names must lead somewhere, in the pack that gives them.
Result<void> validate_renames(const Process& process) {
  if (has_own_template(process)) return {};
  for (const Process::RenameTarget& target : process.rename_targets) {
    if (any_template_has(process, target.title)) continue;
    return failure_at(target.place, fmt::format("no template has the section `{}`", target.title));
  }
  return {};
}

Result<void> validate_templates(const Process& process) {
  for (const Kind& kind : process.kinds) {
    for (const TemplateSection& section : kind.pattern->sections()) {
      if (section.stage.empty() || process.has_stage(section.stage)) continue;
      return failure_at({&kind.pattern->document().source(), section.stage_span},
                        unknown("stage", section.stage, process.stage_names()));
    }
  }
  for (const EntryForm& form : process.words.entries) {
    if (!form.from.empty() && !process.has_stage(form.from)) {
      return failure_at(form.from_place, unknown("stage", form.from, process.stage_names()));
    }
  }
  for (const StagePhrase& phrase : process.phrases) {
    if (!phrase.stage.empty() && !process.has_stage(phrase.stage)) {
      return failure_at(phrase.stage_place, unknown("stage", phrase.stage, process.stage_names()));
    }
  }
  return {};
}

Result<void> validate_need(const Process& process, const When& need) {
  if (!need.from.empty() && !process.has_stage(need.from)) {
    return failure_at(need.from_place, unknown("stage", need.from, process.stage_names()));
  }
  for (std::size_t i = 0; i < need.statuses.size(); ++i) {
    if (process.find_status(need.statuses[i])) continue;
    return failure_at(need.status_places[i],
                      unknown("status", need.statuses[i], ids(process.statuses)));
  }
  for (std::size_t i = 0; i < need.kinds.size(); ++i) {
    if (process.find_kind(need.kinds[i])) continue;
    return failure_at(need.kind_places[i], unknown("kind", need.kinds[i], ids(process.kinds)));
  }
  if (!need.with.empty() && !process.find_field(need.with)) {
    return failure_at(need.with_place, unknown("field", need.with, ids(process.fields)));
  }
  return {};
}

Result<void> validate_roster(const Process& process, const std::string& roster,
                             const Place& place) {
  if (roster.empty() || process.find_roster(roster)) return {};
  return failure_at(place, unknown("roster", roster, ids(process.rosters)));
}

// What the process itself lists is a status, a stage or a kind.
bool has_values(const Field& field) {
  return !field.values.empty() || field.role == FieldRole::kStatus ||
         field.role == FieldRole::kStage || field.role == FieldRole::kKind;
}

Result<void> validate_field(const Process& process, const Field& field) {
  if (field.type == FieldType::kEnum && !has_values(field)) {
    return failure_at(field.place, fmt::format("`{}` is an enum and has no `values`", field.id));
  }
  if (field.unique && field.role != FieldRole::kNumber) {
    return failure_at(field.place, "only the number of a proposal can be `unique`");
  }
  TRY(validate_need(process, field.needed));
  TRY(validate_roster(process, field.roster, field.roster_place));
  if (!field.path_part.empty() && !process.layout.path.names(field.path_part)) {
    return failure_at(field.place,
                      fmt::format("`layout: path:` has no part {{{}}}", field.path_part));
  }
  for (const auto* statuses : {&field.open_in, &field.empty_in}) {
    for (const std::string& status : *statuses) {
      if (!process.find_status(status)) {
        return failure_at(field.place, unknown("status", status, ids(process.statuses)));
      }
    }
  }
  if (!field.answer.section.empty() && !has_own_template(process) &&
      !any_template_has(process, field.answer.section)) {
    return failure_at(field.answer.place,
                      fmt::format("no template has the section `{}`", field.answer.section));
  }
  return {};
}

Result<void> validate_fields(const Process& process) {
  for (const Field& field : process.fields) {
    TRY(validate_field(process, field));
    for (const Field& part : field.fields) {
      TRY(validate_field(process, part));
    }
    const auto same = [&](const Field& other) {
      return field.role != FieldRole::kOther && other.role == field.role;
    };
    if (std::ranges::count_if(process.fields, same) > 1) {
      return failure_at(field.place,
                        fmt::format("two fields are the `{}`",
                                    field_role_names()[static_cast<std::size_t>(field.role)]));
    }
  }
  for (const Review& review : process.reviews) {
    TRY(validate_need(process, review.needed));
    TRY(validate_roster(process, review.roster, review.roster_place));
    if (!review.file.names("number")) {
      return failure_at(review.place,
                        fmt::format("the `file` of review `{}` has no part {{number}}", review.id));
    }
  }
  return {};
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
    return kind.place.source != process.sources.front().get();
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

Result<void> validate(const Process& process) {
  if (process.kinds.empty()) return failure("the process has no kinds, so nothing can be checked");
  TRY(validate_ladders(process));
  TRY(validate_statuses(process));
  TRY(validate_gates(process));
  TRY(validate_renames(process));
  TRY(validate_fields(process));
  TRY(validate_lifecycle(process));
  TRY(validate_tracking(process, process.tracking));
  for (const Kind& kind : process.kinds) TRY(validate_tracking(process, kind.tracking));
  return validate_templates(process);
}

}  // namespace milepost
