// What a repository has besides proposals, and people take for a part of them: read only when
// the whole repository is checked.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "base/source.h"
#include "proposal/card.h"
#include "proposal/repository.h"

namespace milepost {

// A page on something else has fewer of the template's headings.
inline constexpr std::size_t kAlikeHeadings = 5;

struct OtherFiles {
  // The calendar, templates, and pages beside documents, in which a merge conflict is left.
  std::vector<std::shared_ptr<const Source>> conflicted;
  // Documents that have the template's headings and stand where proposals once did, without
  // metadata.
  std::vector<std::shared_ptr<const Source>> undescribed;
};

// By path. What cannot be read is passed over: it is told of where it matters.
OtherFiles read_other_files(const Repository& repository, const Index& index);

}  // namespace milepost
