// A repository's own template that carries no directives says nothing about what
// is required; it adds to the pack's: its headings, their order and levels, and
// what its prose says in phrases the pack lists ("must be completed when
// targeting beta").
#pragma once

#include <memory>
#include <vector>

#include "process/process.h"
#include "process/template.h"

namespace milepost {

std::shared_ptr<const Template> join_templates(const Template& pack, const Template& repository,
                                               const std::vector<StagePhrase>& phrases);

}  // namespace milepost
