// Says in a person's words why YAML could not be read: libyaml's own say what
// its machinery expected, not what the writer should do.
#pragma once

#include "base/source.h"
#include "text/yaml.h"
#include "text/yaml_events.h"

namespace milepost {

// The span always shows something: a token, or the line the fault is about.
YamlProblem explain(const YamlFault& fault, const Source& source, Span within);

}  // namespace milepost
