#include "features/release/outlook.h"

#include <fmt/format.h>

#include "base/deadline.h"

namespace milepost::release {

std::string missing_sentence(const FreezeEntry& freeze) {
  std::vector<std::string_view> messages;
  for (const Verdict& verdict : freeze.missing) messages.push_back(verdict.message);
  return fmt::format("{}", fmt::join(messages, "; "));
}

std::string outlook_text(const ReleaseEntry& entry, bool anywhere_on_earth) {
  for (const FreezeEntry& freeze : entry.freezes) {
    if (freeze.met || !freeze.deadline) continue;
    if (freeze.passed && freeze.missing.empty()) continue;
    const std::string when = deadline_text(*freeze.deadline, anywhere_on_earth);
    if (freeze.missing.empty()) {
      return fmt::format("it is ready for the {}, {}", freeze.title, when);
    }
    return freeze.passed
               ? fmt::format(
                     "it is at risk: it did not meet the {}, and without an exception to it "
                     "it is not admitted. What was missing: {}",
                     freeze.title, missing_sentence(freeze))
               : fmt::format("it is at risk at the {}, {}: {}", freeze.title, when,
                             missing_sentence(freeze));
  }
  return "no freeze is ahead of it";
}

}  // namespace milepost::release
