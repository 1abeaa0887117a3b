// What the version of a template that a proposal is upgraded to says, as far as
// it differs from the one the proposal was written for.
//
// Of earlier versions the names and levels of headings are known, not their text
// nor their order: those are the current template's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/date.h"
#include "features/upgrade/outline.h"
#include "proposal/judgement.h"

namespace milepost::upgrade {

class UpgradeTarget {
 public:
  // `begun` is when the proposal was, if that is known.
  UpgradeTarget(const Judgement& judgement, std::size_t to, const std::optional<Date>& begun)
      : judgement_(judgement), to_(to), begun_(begun) {}

  std::size_t version() const { return to_; }
  bool is_current() const { return to_ + 1 == lineage().versions.size(); }

  // What it calls the template's section, and at which level; 0 where it is a
  // question in bold.
  std::string title(std::uint32_t t) const;
  int level(std::uint32_t t) const;

  // Whether some version of the template writes a heading so, to the letter.
  bool is_template_title(std::string_view text) const;
  // Whether a heading written so is to be called otherwise.
  bool renames(std::uint32_t t, std::string_view written) const;
  // Whether the section stands at the level that a version before had it at, and this
  // one has it at another.
  bool moves(std::uint32_t t, int written_level) const;
  // Whether a version before had the heading, written just so, and this one has not.
  bool drops(const std::string& key, const OutlineNode& node) const;

  // Of each of the template's sections, whether it is to be inserted: those that
  // came since, and what is needed to hold them. A section that was there to begin
  // with was left out by the author.
  std::vector<bool> added() const;

 private:
  const Lineage& lineage() const { return judgement_.kind->lineage; }
  template <typename Is>
  bool was_written(const std::string& key, Is is) const;
  bool is_new(std::uint32_t t) const;
  bool came_to_repository(std::uint32_t t) const;
  bool add_above(std::uint32_t t, std::vector<bool>& added) const;

  const Judgement& judgement_;
  std::size_t to_;
  std::optional<Date> begun_;
};

}  // namespace milepost::upgrade
