// Reads the parts of a pack that speak of metadata: fields, rosters, reviews.
// Each lays what the node says over what the record holds already.
#pragma once

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

}  // namespace milepost
