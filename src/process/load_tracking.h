// Reads the part of a pack that speaks of tracking issues, and lays it over what is
// there already.
#pragma once

#include "process/process.h"
#include "process/yaml_reader.h"

namespace milepost {

void read_tracking(YamlReader& in, const YamlNode& node, TrackingForm& form);

}  // namespace milepost
