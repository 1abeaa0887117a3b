// The use cases behind `milepost template show` and `milepost template check`.
#pragma once

#include <string>

#include "base/result.h"
#include "features/check/fix.h"
#include "features/templates/template_text.h"

namespace milepost::templates {

struct TemplateRequest {
  std::string directory = ".";
  std::string path;     // "-" for standard input
  std::string process;  // whose stages count; "" to recognise it, else the fallback
};

Result<TemplateView> view_template(const TemplateRequest& request);

// What fixing its findings would change; nothing is written.
Result<check::FixRun> plan_template_fixes(const TemplateRequest& request);

}  // namespace milepost::templates
