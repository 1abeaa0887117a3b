// Path patterns: `*`, `?`, `{number}` (digits; `{number:4}`: at least four) and `{date}`
// (20260131 or 2026-01-31) within a segment, `**` as a whole segment over any number of them.
//
// Compiled once; immutable. `keps/**/README.md` matches `keps/README.md` too; `docs/` and `docs/**`
// match everything below docs. Everything else stands for itself; a leading `./` or `/` says
// nothing. Time grows with pattern × path at worst, never faster.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace milepost {

class Glob {
 public:
  explicit Glob(std::string_view pattern);

  // `path` is relative, with `/` between segments.
  bool matches(std::string_view path) const;

  // Whether anything below `directory` ("" is the root) can match: what a walk
  // need not enter.
  bool may_match_below(std::string_view directory) const;

  // The leading segments without wildcards: where a walk can start. The whole
  // pattern when it has none.
  const std::string& literal_prefix() const { return literal_prefix_; }
  bool is_literal() const { return literal_; }
  const std::string& pattern() const { return pattern_; }

 private:
  std::string pattern_;
  std::vector<std::string> segments_;
  std::string literal_prefix_;
  bool literal_ = true;
};

// For a pattern used once.
bool matches(std::string_view pattern, std::string_view path);

}  // namespace milepost
