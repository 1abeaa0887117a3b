// What must hold across a whole Process: every name it uses is defined, gates
// do not go in circles, and templates speak of known stages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "process/pack_errors.h"
#include "process/process.h"

namespace milepost {

// The first thing that is wrong.
Result<void> validate(const Process& process);
// All of it.
void validate(const Process& process, PackErrors& errors);

// Of all templates.
std::vector<std::string> section_titles(const Process& process);
bool any_template_has(const Process& process, std::string_view title);
// A repository may have put its own template in place of the pack's, which then
// cannot be expected to have the sections the pack speaks of.
bool has_own_template(const Process& process);

template <typename T>
std::vector<std::string> ids(const std::vector<T>& records) {
  std::vector<std::string> names;
  for (const T& record : records) names.push_back(record.id);
  return names;
}

// "no stage is called `betta`; did you mean `beta`?"
std::string unknown(std::string_view what, std::string_view name,
                    const std::vector<std::string>& known);

}  // namespace milepost
