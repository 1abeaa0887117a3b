// What `upgrade` prints of proposals brought up to a newer template.
#pragma once

#include <string>
#include <vector>

#include "features/upgrade/model.h"

namespace milepost::upgrade {

std::string render_upgraded_text(const std::vector<UpgradedProposal>& proposals);
std::string render_upgraded_json(const std::vector<UpgradedProposal>& proposals);

}  // namespace milepost::upgrade
