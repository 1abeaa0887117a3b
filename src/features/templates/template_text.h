// What `template show` prints: a template's sections and when each is due.
#pragma once

#include <string>

#include "features/templates/model.h"
#include "render/text_options.h"

namespace milepost::templates {

// A table, then how many sections and findings there are.
std::string render_template_text(const TemplateView& view, const TextOptions& options);

// {"sections":[{"title","level","required","stage","line"}],"findings":[…]}
std::string render_template_json(const TemplateView& view);

}  // namespace milepost::templates
