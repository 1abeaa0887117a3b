// The short way to read metadata: the YAML nearly everybody writes, without
// libyaml, which takes ten times as long.
//
// It knows block maps and lists, plain and quoted scalars on one line, and flow
// lists of those on one line. On anything else, and on any doubt, it gives up
// and libyaml decides; what it does read is the very tree libyaml's events make.
#pragma once

#include <optional>

#include "base/source.h"
#include "text/yaml.h"

namespace milepost {

// Reads `within`, which must not begin with a byte order mark and must be no
// larger than the caller allows. Nothing when it must be left to libyaml: so it
// is for all input that has a problem of any kind.
std::optional<YamlNode> read_plain_yaml(const Source& source, Span within);

}  // namespace milepost
