// Reads what can be read of broken YAML, line by line: each top-level field on
// its own, so that one mistake spoils one field and not the file.
#pragma once

#include <optional>
#include <vector>

#include "base/source.h"
#include "text/yaml.h"
#include "text/yaml_events.h"

namespace milepost {

struct YamlLines {
  YamlNode root;  // a map, or a list where the first line is an item
  std::vector<YamlProblem> problems;
  // The first field that cannot be read by itself, which is where the mistake
  // is; none when the fields are right and do not fit together.
  std::optional<YamlFault> fault;
  Span fault_within;
};

// With `use_events` false nothing is given to libyaml: for what is too large.
YamlLines read_yaml_lines(const Source& source, Span within, bool use_events);

}  // namespace milepost
