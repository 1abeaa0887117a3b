#include <algorithm>

#include <fmt/format.h>

#include "process/validate_parts.h"

namespace milepost {

namespace {

// More digits than these are no number that people write.
constexpr std::size_t kMostDigits = 12;

void validate_padding(PackErrors& errors, const Process& process) {
  const Layout& layout = process.layout;
  if (layout.padded == 0) return;
  if (layout.unpadded) {
    errors.add(layout.padded_place,
               "numbers are either `padded` or `unpadded`; leave one of them out");
  }
  if (layout.padded > kMostDigits) {
    errors.add(layout.padded_place,
               fmt::format("`padded` is how many digits numbers have, at most {}", kMostDigits));
  }
}

void validate_dates(PackErrors& errors, const Process& process) {
  for (const Field& field : process.fields) {
    if (field.path_part != "date" || field.type == FieldType::kDate) continue;
    errors.add(
        field.place,
        fmt::format("`{}` repeats the `{{date}}` of the path; its type is `date`", field.id));
  }
}

void validate_companies(PackErrors& errors, const Process& process) {
  if (process.companies.known()) return;
  for (const Gate& gate : process.gates) {
    for (const Condition& condition : gate.conditions) {
      if (condition.companies == 0) continue;
      errors.add(condition.place,
                 "nobody's company is known; say with `companies:` where they are listed");
    }
  }
}

}  // namespace

void validate_layout(PackErrors& errors, const Process& process) {
  validate_padding(errors, process);
  validate_dates(errors, process);
  validate_companies(errors, process);
}

}  // namespace milepost
