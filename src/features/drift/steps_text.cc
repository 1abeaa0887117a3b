#include "features/drift/steps_text.h"

#include <vector>

#include <fmt/format.h>

#include "features/common/remedy_text.h"

namespace milepost::drift {

std::string steps_text(std::span<const Remedy> steps) {
  std::vector<std::string> texts;
  for (const Remedy& step : steps) {
    texts.push_back(step.is_command() ? command_text(step) : remedy_text(step));
  }
  return fmt::format("{}", fmt::join(texts, " && "));
}

}  // namespace milepost::drift
