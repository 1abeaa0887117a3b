// The words in which the formats of a difference say the same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "features/diff/model.h"

namespace milepost::diff {

// "Proposal › Risks", safe to print.
std::string path_text(const std::vector<std::string>& path);

// "v1.2", "work tree"
std::string revision_text(const DiffSide& side);

// "added", "renamed, moved"
std::string fate_text(const SectionChange& change);

// What a kept section was called, or where it stood; "" for one in its place.
std::string was_text(const SectionChange& change);

// "moved here from Proposal › Risks" of a part that moved; "" when it is said at the
// other place.
std::string moved_text(const SectionHunk& hunk, const SectionChange& change);

// Kept words, those far from any change left out.
std::string kept_text(const SectionHunk& hunk, std::size_t piece);

// The first words of what only moved.
std::string beginning(const std::string& text);

// "status: alpha → beta", "approvers: −@jane +@joe"
std::string field_text(const FieldChange& change);

// "4211 Faster probes · v1 → work tree"
std::string head_text(const ProposalDiff& diff);

// "1 field; of sections 2 added, 0 removed, 3 changed"
std::string summary_text(const ProposalDiff& diff);

}  // namespace milepost::diff
