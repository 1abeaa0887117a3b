// The actions behind `milepost template show` and `milepost template check`.
#pragma once

#include <string>

#include "base/result.h"
#include "features/check/fix.h"
#include "features/templates/model.h"
#include "workspace/workspace.h"

namespace milepost::templates {

// The path is seen from the workspace's directory, "-" for standard input. The stages of its
// process count, of the fallback where none is recognised.
Result<TemplateView> view_template(const Workspace& workspace, const std::string& path);

// What fixing its findings would change; nothing is written.
Result<check::FixRun> plan_template_fixes(const Workspace& workspace, const std::string& path);

}  // namespace milepost::templates
