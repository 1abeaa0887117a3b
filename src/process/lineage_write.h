// Makes the text of a lineage file from a template's versions, as they are found
// in its history.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/date.h"
#include "base/outline.h"
#include "process/lineage.h"

namespace milepost {

class Template;

// A heading as a lineage file writes it: "### Goals", or "* How …?" for a question
// in bold.
struct OutlineHeading {
  std::string text;
  std::string key;
  std::uint32_t parent = kNowhere;  // its place in the outline
  friend bool operator==(const OutlineHeading&, const OutlineHeading&) = default;
};

class LineageWriter {
 public:
  // Versions come oldest first. One with the headings of the one before it is the
  // same version still; only its lines count. A date before that of the version
  // before, as of a wrong clock, is taken for the same day.
  void add(Date date, const Template& version);

  std::size_t versions() const { return versions_; }
  std::string text() const;

 private:
  std::size_t versions_ = 0;
  Date last_;
  std::string changes_;  // the versions so far, as text
  std::vector<OutlineHeading> outline_;
  std::unordered_map<std::uint64_t, VersionRange> lines_;
};

}  // namespace milepost
