// What the values of a key look like, over all examples.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "process/field.h"
#include "text/yaml.h"

namespace milepost::process {

// All that examples say under one key.
struct KeyValues {
  std::string key;
  std::vector<const YamlNode*> nodes;
  std::vector<std::size_t> examples;  // parallel: which
};

struct TypeGuess {
  FieldType type;
  std::size_t typed;  // so many values have it
};

// The type that most values have, else text.
TypeGuess guess_type(const KeyValues& values);
// Whether most of its texts are handles, with or without an @: names of people are none.
bool are_handles(const KeyValues& values);
// Whether several proposals say so.
bool is_value(const KeyValues& values, std::string_view text);
// The few short values that all of them have; none where they differ more.
std::vector<std::string> values_of_enum(const KeyValues& values);

bool is_empty(const YamlNode& node);
bool is_share(std::size_t count, std::size_t all, double share);

}  // namespace milepost::process
