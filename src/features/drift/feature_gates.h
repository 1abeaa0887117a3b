// The feature gates of the code: which there are, and at which stage, since when. Read
// from Go source that declares them, or from a plain list.
//
// Go source is scanned, not parsed: constants `Name T = "Name"` and entries
// `Name: {… PreRelease: pkg.Beta …}`, with one specification or one for each version.
// What is not understood is passed over. A list has one gate a line: its name, its
// stage, and perhaps a version and whether it is on by default (true, false), with
// spaces, colons or commas between. Any bytes can be read. Immutable.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/source.h"
#include "base/version.h"

namespace milepost::drift {

// The largest project known has some three hundred. What comes after these is not read.
inline constexpr std::size_t kMostFeatureGates = 20'000;

// A gate at a stage, from a version on.
struct GateEntry {
  std::string stage;               // as written: "Beta"
  std::optional<Version> version;  // none: not said
  std::optional<bool> on;          // by default; none: not said
  const Source* source = nullptr;
  Span span;  // of the stage
};

struct CodeGate {
  std::string name;
  const Source* source = nullptr;
  Span span;                       // where it is named first
  std::vector<GateEntry> entries;  // by version; none: it is only declared
};

class FeatureGates {
 public:
  // Several files may belong together: constants in one, entries in another.
  explicit FeatureGates(std::vector<std::shared_ptr<const Source>> sources);

  const std::vector<CodeGate>& all() const { return gates_; }  // in order
  const CodeGate* find(std::string_view name) const;
  // The latest version that any gate has: the code is of this release, or near it.
  const std::optional<Version>& latest() const { return latest_; }

 private:
  std::vector<std::shared_ptr<const Source>> sources_;
  std::vector<CodeGate> gates_;
  std::unordered_map<std::string, std::size_t> by_name_;
  std::optional<Version> latest_;
};

}  // namespace milepost::drift
