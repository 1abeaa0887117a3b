// The use cases behind `milepost template show` and `milepost template check`.
#pragma once

#include <string>

#include "app/fix.h"
#include "base/result.h"
#include "report/template_report.h"

namespace milepost {

struct TemplateRequest {
  std::string directory = ".";
  std::string path;     // "-" for standard input
  std::string process;  // whose stages count; "" to recognise it, else kep
};

Result<TemplateView> view_template(const TemplateRequest& request);

// What fixing its findings would change; nothing is written.
Result<FixRun> plan_template_fixes(const TemplateRequest& request);

}  // namespace milepost
