// What `template show` prints: a template's sections and when each is due.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "features/findings/model.h"
#include "render/text_options.h"

namespace milepost::templates {

struct SectionRow {
  std::string title;
  int level = 1;
  bool required = false;
  std::string stage;  // "" when required from the start, or optional
  std::uint32_t line = 1;
};

struct TemplateView {
  std::vector<SectionRow> sections;
  findings::Run run;  // the template's findings
};

// A table, then how many sections and findings there are.
std::string render_template_text(const TemplateView& view, const TextOptions& options);

// {"sections":[{"title","level","required","stage","line"}],"findings":[…]}
std::string render_template_json(const TemplateView& view);

}  // namespace milepost::templates
