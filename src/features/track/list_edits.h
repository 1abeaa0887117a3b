// Adding items of one copy of a list to another: each below or after what it stands below
// or after in the first. Bytes that are there stay as they are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/finding.h"
#include "issue/issue.h"

namespace milepost::track {

class ListEdits {
 public:
  // What it is given must outlive it.
  ListEdits(const Document& from, const std::vector<IssueItem>& theirs, const Document& to,
            const std::vector<IssueItem>& ours);

  // The items of `theirs` are added in their order. Nothing is done, and false is said, when
  // the item above it is not there.
  bool add(std::uint32_t item, bool ticked);

  // Groups of edits for `splice`.
  std::vector<std::vector<Edit>> take_edits() { return std::move(edits_); }

 private:
  // Where a line is to stand.
  struct Place {
    std::uint32_t offset = 0;
    std::string indent;
    char marker = '-';
    bool before = false;  // what is at the offset; else after it
  };

  std::optional<Place> place_for(std::uint32_t item) const;
  Place place_of(const IssueItem& ours) const;
  // The copy of one of theirs; nullptr when there is none.
  const IssueItem* same(std::uint32_t item) const;
  std::string_view line_before(std::uint32_t offset) const;
  std::uint32_t end_of_line(std::uint32_t offset) const;

  const Document& from_;
  const std::vector<IssueItem>& theirs_;
  const Document& to_;
  const std::vector<IssueItem>& ours_;
  std::vector<std::optional<Place>> added_;  // parallel to theirs
  std::vector<std::vector<Edit>> edits_;
};

}  // namespace milepost::track
