// A repository's own template that carries no directives is the template: its headings as it
// writes them, their order and levels. What it says nothing of is taken from the pack's: which
// sections are required, and from which stage; it adds what its prose says in phrases the pack
// lists ("must be completed when targeting beta"), and what it calls optional is so. The pack's
// sections it lacks are known, but not required.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "process/process.h"
#include "process/template.h"

namespace milepost {

struct JoinOptions {
  const std::vector<StagePhrase>& phrases;
  const std::unordered_map<std::string, std::string>& renames;  // as of Process
  bool pack_sections = false;  // what the repository's lacks is required as the pack says
};

std::shared_ptr<const Template> join_templates(const Template& pack, const Template& repository,
                                               const JoinOptions& options);

}  // namespace milepost
