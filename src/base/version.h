// Versions as milestones write them: v1.30, also 1.30 or v1.30.2. They compare
// by number: v1.9 is before v1.10.
#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace milepost {

struct Version {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned patch = 0;
  friend constexpr auto operator<=>(const Version&, const Version&) = default;

  bool is_zero() const { return major == 0 && minor == 0 && patch == 0; }
};

// Two or three numbers with dots between them, "v" before them or not.
std::optional<Version> parse_version(std::string_view text);

// "v1.30", or "v1.30.2" when there is a patch.
std::string to_string(const Version& version);

// How many releases come after the first, up to the second: from v1.33 to v1.35 there
// are two. By number, which a list that does not go back far enough cannot distort;
// from one major version to the next, those the list has. Nothing when it cannot tell, or
// the second is the earlier one.
std::optional<std::size_t> releases_between(const std::vector<Version>& listed, const Version& from,
                                            const Version& to);

}  // namespace milepost
