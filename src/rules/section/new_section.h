// The text of a section that is to be added to a document, from its template.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/finding.h"
#include "rules/rule.h"

namespace milepost {

// Adds the template's sections `wanted`, a section and those below it, with their
// guidance and without their directives. `neighbour` is the template's section
// they stand after, or their parent. Nothing when the document has no place for
// them: the neighbour is no heading of its own.
std::optional<Edit> new_sections(const RuleInput& in, const std::vector<std::size_t>& wanted,
                                 std::size_t neighbour);

// The same beside the document's section `beside`: one that may be meant for the neighbour, or that
// the neighbour stands in.
std::optional<Edit> new_sections(const RuleInput& in, const std::vector<std::size_t>& wanted,
                                 std::size_t neighbour, std::uint32_t beside);

}  // namespace milepost
