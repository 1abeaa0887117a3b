// Reads the parts of a pack: those that speak of metadata (load_fields.cc), of moves
// (load_lifecycle.cc), of tracking issues (load_tracking.cc) and of proposals that leave
// their sections to others (load_delegation.cc).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "process/process.h"
#include "process/yaml_reader.h"

namespace milepost {

void read_field(YamlReader& in, const YamlNode& node, Field& field);
void read_roster(YamlReader& in, const YamlNode& node, RosterSource& roster);
void read_review(YamlReader& in, const YamlNode& node, Review& review);

// What every process has unless it calls it otherwise: status, stage, created,
// kind and template-version. One that it lists by that name, without saying what
// it means, is meant.
void add_usual_fields(Process& process);

void read_role(YamlReader& in, const YamlNode& node, Role& role);
void read_checklist(YamlReader& in, const YamlNode& node, Checklist& checklist);
void read_calendar(YamlReader& in, const YamlNode& node, Calendar& calendar);
// `moves: [implementable, {to: withdrawn, by: author, reason: true}]`
void read_moves(YamlReader& in, const YamlNode& parent, std::vector<Move>& moves);
Condition read_condition(YamlReader& in, const YamlNode& node);
// Those of a gate.
void read_conditions(YamlReader& in, const YamlNode& parent, std::vector<Condition>& conditions);
// `skip: closed`, `back: reason`
void read_out_of_order(YamlReader& in, const YamlNode& parent, std::string_view key,
                       OutOfOrder& rule);
void read_numbering(YamlReader& in, const YamlNode& parent, Layout& layout);
void read_final_place(YamlReader& in, const YamlNode& parent, FinalPlace& place);
void read_criteria(YamlReader& in, const YamlNode& parent, std::vector<Criterion>& criteria);
// `people: {jane@example.org: jane}`
void read_people(YamlReader& in, const YamlNode& parent,
                 std::vector<std::pair<std::string, std::string>>& people);
// `companies: {file: companies.yaml, of: {jane: Harbour Ltd}}`
void read_companies(YamlReader& in, const YamlNode& parent, Companies& companies);
// `title-prefix: "TEP-{number}: "`
void read_title_prefix(YamlReader& in, const YamlNode& parent, Layout& layout);
void read_metadata_places(YamlReader& in, const YamlNode& parent, Layout& layout);
void read_start(YamlReader& in, const YamlNode& parent, std::vector<StartingFile>& files);
void read_rewrite(YamlReader& in, const YamlNode& parent, Rewrite& rewrite);

void read_tracking(YamlReader& in, const YamlNode& node, TrackingForm& form);

void read_delegation(YamlReader& in, const YamlNode& node, DelegationSigns& signs);

}  // namespace milepost
