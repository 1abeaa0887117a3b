// The model of this feature written for people and programs.
#pragma once

#include <string>

#include "features/diff/model.h"
#include "render/text_options.h"

namespace milepost::diff {

// Changed words as [-old-] and {+new+}; with colour, red and green instead.
std::string render_diff_text(const ProposalDiff& diff, const TextOptions& options);
// Changed words struck out and in bold.
std::string render_diff_markdown(const ProposalDiff& diff);
std::string render_diff_json(const ProposalDiff& diff);

}  // namespace milepost::diff
