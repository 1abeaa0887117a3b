// Where a section of the template belongs among the headings a document has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "features/upgrade/outline.h"
#include "proposal/judgement.h"

namespace milepost::upgrade {

class UpgradePlaces {
 public:
  UpgradePlaces(const Judgement& judgement, Outline& outline);

  // The heading that stands for the template's section; nullptr when none does, or
  // it stands for another one first.
  OutlineNode* own(std::uint32_t t) const;
  void set(std::uint32_t t, OutlineNode& node) { nodes_[t] = &node; }

  // Whether it stands where the template's top sections do.
  bool is_top(const OutlineNode& node) const { return node.parent == top_; }

  struct Place {
    OutlineNode* parent = nullptr;
    std::size_t index = 0;
    int level = 1;
  };
  // Where the section goes, were `moved` (its present node) taken away. Nothing
  // when what it belongs below is not there.
  std::optional<Place> find(std::uint32_t t, const OutlineNode* moved = nullptr) const;

 private:
  OutlineNode* container_of(std::uint32_t t) const;
  // The nearest sibling of the template that stands in the container, before the
  // section or after it; kNone when none does.
  std::uint32_t sibling_before(std::uint32_t t, const OutlineNode& container,
                               const OutlineNode* moved) const;
  std::uint32_t sibling_after(std::uint32_t t, const OutlineNode& container,
                              const OutlineNode* moved) const;
  bool is_sibling(std::uint32_t other, std::uint32_t t, const OutlineNode& container,
                  const OutlineNode* moved) const;

  const Judgement& judgement_;
  std::vector<OutlineNode*> nodes_;  // parallel to the template's sections
  OutlineNode* top_;                 // what the template's top sections stand below
};

}  // namespace milepost::upgrade
