// A template's sections, when each is due, and what is wrong with it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "features/findings/model.h"

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

}  // namespace milepost::templates
