// A run counted by rule, for somebody who is not to read every finding.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "features/findings/model.h"
#include "render/text_options.h"

namespace milepost::findings {

// How much of a run its text has.
enum class Extent { kFindings, kSummary, kStatistics };

struct RuleCount {
  std::string_view code, name;
  Severity severity = Severity::kInfo;
  std::size_t count = 0;
  std::size_t fixable = 0;  // safely
  std::size_t unsafe = 0;   // by a fix that removes or rewords text
};

// A rule has a count for each severity. Without the findings that are counted and not listed; the
// gravest first, then the most.
std::vector<RuleCount> count_by_rule(const Run& run);

// A line for each rule, and how many there are in all.
std::string render_statistics(const Run& run, const TextOptions& options);

// Nobody reads so many findings of so many proposals at once.
inline constexpr std::size_t kManyProposals = 10;
inline constexpr std::size_t kManyFindings = 50;
bool is_flood(const Run& run);

// Errors in full, the others counted by rule, and how to see more.
std::string render_summary(const Run& run, const TextOptions& options);

// Leaves the errors.
void keep_errors(Run& run);

}  // namespace milepost::findings
