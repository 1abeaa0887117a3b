#include "features/upgrade/places.h"

#include <algorithm>

namespace milepost::upgrade {

namespace {

// Past the author's own sections after `index`, which belong to what they follow;
// at the end of the container they are appendices, and stay there.
std::size_t past_authors_own(const OutlineNode& container, std::size_t index,
                             const OutlineNode* moved) {
  const auto& siblings = container.below;
  // A section that leaves another stands after it.
  for (std::size_t at = index; at < siblings.size() && siblings[at]->wanted == kNone; ++at) {
    for (const OutlineNode* above = moved; above; above = above->parent) {
      if (above == siblings[at].get() && above != moved) return at + 1;
    }
  }
  std::size_t at = index;
  while (at < siblings.size() && siblings[at]->wanted == kNone) ++at;
  return at < siblings.size() ? at : index;
}

}  // namespace

UpgradePlaces::UpgradePlaces(const Judgement& judgement, Outline& outline)
    : judgement_(judgement), nodes_(judgement.sections.size()) {
  const Matching& matching = judgement.matching;
  for (std::uint32_t s = 0; s < matching.claimed_by.size(); ++s) {
    outline.of(s)->wanted = matching.claimed_by[s];
  }
  OutlineNode* const title = matching.title == kNone ? &outline.root() : outline.of(matching.title);
  bool below_title = false;
  bool beside_title = false;
  for (std::uint32_t t = 0; t < nodes_.size(); ++t) {
    const Match& match = matching.sections[t];
    if (match.section == kNone || match.bold != kNone) continue;
    nodes_[t] = outline.of(match.section);
    if (t == 0 || judgement.wanted(t).parent != 0) continue;
    below_title = below_title || nodes_[t]->parent == title;
    beside_title = beside_title || nodes_[t]->parent == &outline.root();
  }
  // Some documents have their sections at the title's level.
  top_ = beside_title && !below_title ? &outline.root() : title;
}

OutlineNode* UpgradePlaces::own(std::uint32_t t) const {
  return nodes_[t] && nodes_[t]->wanted == t ? nodes_[t] : nullptr;
}

OutlineNode* UpgradePlaces::container_of(std::uint32_t t) const {
  const std::uint32_t parent = judgement_.wanted(t).parent;
  return parent == kNone || parent == 0 ? top_ : nodes_[parent];
}

bool UpgradePlaces::is_sibling(std::uint32_t other, std::uint32_t t, const OutlineNode& container,
                               const OutlineNode* moved) const {
  return judgement_.wanted(other).parent == judgement_.wanted(t).parent && own(other) &&
         own(other) != moved && own(other)->parent == &container;
}

std::uint32_t UpgradePlaces::sibling_before(std::uint32_t t, const OutlineNode& container,
                                            const OutlineNode* moved) const {
  for (std::uint32_t other = t; other-- > 1;) {
    if (is_sibling(other, t, container, moved)) return other;
  }
  return kNone;
}

std::uint32_t UpgradePlaces::sibling_after(std::uint32_t t, const OutlineNode& container,
                                           const OutlineNode* moved) const {
  for (std::uint32_t other = t + 1; other < nodes_.size(); ++other) {
    if (is_sibling(other, t, container, moved)) return other;
  }
  return kNone;
}

std::optional<UpgradePlaces::Place> UpgradePlaces::find(std::uint32_t t,
                                                        const OutlineNode* moved) const {
  OutlineNode* const container = container_of(t);
  if (!container || container->level >= Outline::kDeepest) return std::nullopt;
  // Nothing moves into itself.
  for (const OutlineNode* above = container; moved && above; above = above->parent) {
    if (above == moved) return std::nullopt;
  }
  Place place{container, 0, 1};
  const TemplateSection& wanted = judgement_.wanted(t);
  const std::uint32_t before = sibling_before(t, *container, moved);
  const std::uint32_t after = before == kNone ? sibling_after(t, *container, moved) : kNone;
  const std::uint32_t beside = before != kNone ? before : after;
  if (beside != kNone) {
    place.level = own(beside)->level + wanted.level - judgement_.wanted(beside).level;
    place.index = Outline::index_of(*own(beside));
    if (before != kNone) place.index = past_authors_own(*container, place.index + 1, moved);
  } else {
    const int above = wanted.parent == kNone ? 0 : judgement_.wanted(wanted.parent).level;
    place.level = wanted.level + container->level - above;
    // A document without any of the template's sections keeps its own first.
    if (container == top_) place.index = container->below.size();
  }
  place.level = std::clamp(place.level, container->level + 1, Outline::kDeepest);
  // Once it is taken out of the same container, what follows moves up.
  if (moved && moved->parent == container && Outline::index_of(*moved) < place.index) {
    --place.index;
  }
  return place;
}

}  // namespace milepost::upgrade
