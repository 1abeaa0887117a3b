// One proposal on a page: its metadata, how its sections stand, what is wrong
// and what it relates to.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "features/common/section_health.h"
#include "features/findings/model.h"
#include "features/review/reviews_given.h"
#include "proposal/card.h"

namespace milepost::show {

struct SectionLine {
  std::string title;
  int level = 2;
  Health health = Health::kFilled;
  bool beyond_template = false;
  std::uint32_t line = 0;  // in the document; 0 when it is not there
  std::vector<SectionLine> below;
};

struct RelationLine {
  std::string relation;  // "replaces", "replaced by", "see also", "named by"
  std::string text;      // "4211 Faster probes", or the reference as written
  std::string path;      // of the proposal; "" when it is none of this repository
  bool resolved = true;
};

struct ProposalPage {
  std::shared_ptr<const void> kept;  // what the card points into
  Card card;
  std::string stage;             // in force
  std::string template_version;  // "12 of 2023-01-10", or "" when the kind has no lineage
  bool current_template = true;
  std::vector<SectionLine> sections;
  std::vector<Health> due;  // of the sections that are asked for in that stage
  std::vector<RelationLine> relations;
  findings::Run run;                            // its findings
  std::optional<review::ReviewsGiven> reviews;  // that are recorded; none where nobody asked
};

}  // namespace milepost::show
