// A tree of YAML written out: what Yaml reads of it is the same tree.
#pragma once

#include <functional>
#include <string>

#include "text/yaml.h"

namespace milepost {

// What is said beside an entry of a map, or an item of a list that is a map; "" for nothing. It
// must be one line.
using YamlNote = std::function<std::string(Span begin)>;

// In block style, lists of short values between brackets. Comments and empty lines of the source
// are not in the tree; an empty line stands between the entries of the top.
std::string print_yaml(const YamlNode& root, const YamlNote& note = nullptr);

}  // namespace milepost
