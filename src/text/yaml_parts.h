// How text/yaml.cc reads YAML: the short way, by libyaml's events, and line by line
// what these two refuse. Only src/text and its tests see this.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "base/source.h"
#include "text/yaml.h"

namespace milepost {

// The short way to read metadata: the YAML nearly everybody writes, without
// libyaml, which takes ten times as long.
//
// It knows block maps and lists, plain and quoted scalars on one line, and flow
// lists of those on one line. On anything else, and on any doubt, it gives up
// and libyaml decides; what it does read is the very tree libyaml's events make.
//
// Reads `within`, which must not begin with a byte order mark and must be no
// larger than the caller allows. Nothing when it must be left to libyaml: so it
// is for all input that has a problem of any kind.
std::optional<YamlNode> read_plain_yaml(const Source& source, Span within);

// Why reading stopped, in libyaml's words (or ours for what it never sees).
struct YamlFault {
  YamlProblemKind kind = YamlProblemKind::kSyntax;
  std::string_view doing;    // static: "while scanning a simple key"; may be empty
  std::string_view problem;  // static: "could not find expected ':'"
  std::uint32_t began = 0;   // where what was being done began, as an offset
  std::uint32_t at = 0;
};

// Problems of our own making, beside libyaml's.
inline constexpr std::string_view kInvalidUtf8 = "invalid UTF-8";
inline constexpr std::string_view kControlCharacter = "control character";

// What is wrong, in the order it was found. Of each kind so many are kept that a person has
// enough to do, and the last says how many there are beyond it.
class YamlProblems {
 public:
  void add(YamlProblem problem);
  void add(YamlProblems&& others);
  std::vector<YamlProblem> take() &&;
  bool empty() const { return kept_.empty(); }
  const YamlProblem& front() const { return kept_.front(); }

 private:
  struct Tally {
    std::size_t kept = 0;
    std::size_t more = 0;
    std::size_t last = 0;  // among those kept
  };

  std::vector<YamlProblem> kept_;
  std::array<Tally, kYamlProblemKinds> tallies_{};
};

struct YamlRead {
  YamlNode root;  // what was read, when there is no fault; an empty map for nothing
  YamlProblems problems;
  std::size_t values = 0;
  std::optional<YamlFault> fault;
};

// Reads `within`, which must not begin with a byte order mark. What is nested
// deeper than `max_depth` is a fault, found before libyaml has read it all; so are more than
// `max_values`.
YamlRead read_yaml_events(const Source& source, Span within, int max_depth,
                          std::size_t max_values = kLimits.yaml_values);

// Reads what can be read of broken YAML, line by line: each top-level field on
// its own, so that one mistake spoils one field and not the file. Values past the 20,000th are
// not read.
struct YamlLines {
  YamlNode root;  // a map, or a list where the first line is an item
  YamlProblems problems;
  // The first field that cannot be read by itself, which is where the mistake
  // is; none when the fields are right and do not fit together.
  std::optional<YamlFault> fault;
  Span fault_within;
};

// With `use_events` false nothing is given to libyaml: for what is too large.
YamlLines read_yaml_lines(const Source& source, Span within, bool use_events);

// Says in a person's words why YAML could not be read: libyaml's own say what
// its machinery expected, not what the writer should do.
// The span always shows something: a token, or the line the fault is about.
YamlProblem explain(const YamlFault& fault, const Source& source, Span within);

}  // namespace milepost
