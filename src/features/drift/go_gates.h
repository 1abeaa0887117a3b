// Feature gates in Go source. Only what reads feature gates sees this.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"

namespace milepost::drift {

// `Name T = "Value"`: a constant, or a variable, that holds a text.
struct GoConstant {
  std::string_view identifier;
  std::string value;
  Span span;  // of the identifier
};

// One specification of a gate.
struct GoGateEntry {
  std::string_view identifier;  // without the package
  Span identifier_span;
  std::string_view stage;
  Span span;  // of the stage
  std::string version;
  std::optional<bool> on;  // by default
};

struct GoGates {
  std::vector<GoConstant> constants;
  std::vector<GoGateEntry> entries;
};

bool is_go(const Source& source);
GoGates scan_go_gates(const Source& source);

}  // namespace milepost::drift
