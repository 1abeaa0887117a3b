// What a template asks for no longer that it asked for before.
#pragma once

#include <string>
#include <vector>

#include "base/span.h"
#include "process/process.h"

namespace milepost {

struct TemplateChange {
  Span span;  // in the template as it is now
  std::string message;
};

// `before` is a kind of the process, `after` the same kind of the process that is to replace it.
std::vector<TemplateChange> template_changes(const Process& process, const Kind& before,
                                             const Kind& after);

}  // namespace milepost
