// The shape of metadata: which keys it has, and what kind of value each holds. It is
// the same for a proposal's and for a template's.
#pragma once

#include "base/finding.h"
#include "process/process.h"
#include "text/yaml.h"

namespace milepost {

// What MP307 says: a key the process does not know. An error where the process is strict.
void check_field_names(const Process& process, Severity usual, const Source& source,
                       const YamlNode& root, Sink& sink);
// What MP308 says: a value of another type than the field's.
void check_field_types(const Process& process, const Source& source, const YamlNode& root,
                       Sink& sink);

}  // namespace milepost
