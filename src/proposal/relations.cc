#include "proposal/relations.h"

#include <algorithm>

#include "base/strings.h"
#include "proposal/circles.h"
#include "proposal/link_target.h"
#include "proposal/links.h"

namespace milepost {

namespace {

constexpr FieldRole kRoles[] = {FieldRole::kSeeAlso, FieldRole::kReplaces, FieldRole::kSupersededBy,
                                FieldRole::kRequires};

bool is_web(std::string_view text) {
  return text.starts_with("https://") || text.starts_with("http://");
}

std::string_view last_part(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// The name in a last part of a path: "0009-node-heartbeat.md" and
// "20190214-node-heartbeat" are both "node-heartbeat".
std::string slug_in(std::string_view name) {
  if (name.ends_with(".md")) name.remove_suffix(3);
  while (!name.empty() && (is_digit(name.front()) || name.front() == '-')) name.remove_prefix(1);
  std::string slug = lower(name);
  std::ranges::replace(slug, '_', '-');
  return slug;
}

// What stands in the parentheses of "[text](target)" or of "(target)".
std::string_view without_markup(std::string_view text) {
  if (text.starts_with('[')) {
    const std::size_t middle = text.find("](");
    if (middle != text.npos) text = text.substr(middle + 1);
  }
  if (text.starts_with('(')) text = text.substr(1, text.find(')') - 1);
  if (text.starts_with('<') && text.ends_with('>')) text = text.substr(1, text.size() - 2);
  return trim(text);
}

// The number in "KEP-123", "#123" or "123"; "" for anything else.
std::string number_in(std::string_view text) {
  std::string_view digits = text;
  if (digits.starts_with('#')) {
    digits.remove_prefix(1);
  } else if (const std::size_t hyphen = digits.find('-'); hyphen != digits.npos) {
    if (!std::ranges::all_of(digits.substr(0, hyphen), is_alpha)) return {};
    digits.remove_prefix(hyphen + 1);
  }
  return plain_number(digits);
}

// The number at the end of ".../issues/123", below the repository's own address.
std::string issue_in(std::string_view url, std::string_view own_url) {
  constexpr std::string_view kIssues = "/issues/";
  if (own_url.empty() || !url.starts_with(own_url)) return {};
  const std::string_view rest = url.substr(own_url.size());
  return rest.starts_with(kIssues) ? plain_number(rest.substr(kIssues.size())) : std::string();
}

// ".../blob/main/keps/x" and ".../tree/main/keps/x" are "keps/x". What other
// branches and commits have is not known here.
std::string path_in(std::string_view url, std::span<const std::string> own_roots) {
  LinkTarget target = link_target({}, url, own_roots);
  return target.kind == TargetKind::kFile ? std::move(target.path) : std::string();
}

}  // namespace

Relations::Relations(const Process& process, const Index& index, PathKinds path_kind)
    : process_(&process),
      index_(&index),
      path_kind_(std::move(path_kind)),
      own_addresses_(own_addresses(process)),
      own_roots_(own_roots(process)) {
  for (const Card& card : index.cards) {
    if (card.path == card.files.document) continue;
    inner_files_.emplace(last_part(card.files.document));
    if (!card.files.metadata.empty()) inner_files_.emplace(last_part(card.files.metadata));
  }
  for (const Card& card : index.cards) {
    const std::string slug = slug_of(card.path);
    if (slug.empty()) continue;
    const auto [at, fresh] = by_slug_.emplace(slug, &card);
    if (!fresh) at->second = nullptr;
  }
  references_.reserve(index.cards.size());
  for (const Card& card : index.cards) references_.push_back(read(card));
  find_circles();
}

std::vector<Reference> Relations::read(const Card& card) const {
  std::vector<Reference> references;
  if (!card.metadata) return references;
  for (const FieldRole role : kRoles) {
    for (const Scalar& entry : scalars(card.metadata->find(*process_, role))) {
      if (is_unset(*process_, entry.text)) continue;
      references.push_back(resolve(card, role, entry));
      references.back().source = card.metadata->source.get();
    }
  }
  for (const FieldValue& link : card.metadata->successors) {
    references.push_back(resolve(card, FieldRole::kSupersededBy, {link.text, link.span}));
    references.back().source = link.source;
  }
  return references;
}

// "a replaces b" and "b is superseded by a" say the same.
void Relations::find_circles() {
  std::vector<Pointing> successions;
  std::vector<Pointing> requirements;
  for (std::size_t i = 0; i < references_.size(); ++i) {
    for (std::size_t r = 0; r < references_[i].size(); ++r) {
      const Reference& reference = references_[i][r];
      if (!reference.card) continue;
      const std::size_t other = position(*reference.card);
      if (other == i) continue;
      if (reference.role == FieldRole::kReplaces) {
        successions.push_back({i, other, i, r});
      } else if (reference.role == FieldRole::kSupersededBy) {
        successions.push_back({other, i, i, r});
      } else if (reference.role == FieldRole::kRequires) {
        requirements.push_back({i, other, i, r});
      }
    }
  }
  for (std::vector<Pointing>* steps : {&successions, &requirements}) {
    for (const std::vector<Pointing>& way : milepost::find_circles(references_.size(), *steps)) {
      const auto first = std::ranges::min_element(
          way, {}, [](const Pointing& step) { return std::pair(step.said_by, step.reference); });
      Circle circle{index_->cards[first->said_by].path, first->reference, {}};
      for (const Pointing& step : way) circle.members.push_back(index_->cards[step.from].path);
      std::ranges::rotate(circle.members, std::ranges::find(circle.members, circle.path));
      circles_.push_back(std::move(circle));
    }
  }
  std::ranges::stable_sort(circles_, {}, &Circle::path);
}

Reference Relations::resolve(const Card& card, FieldRole role, const Scalar& entry) const {
  Reference reference{role, std::string(entry.text), entry.span, {}};
  std::string_view text = without_markup(entry.text);
  // "https://example.org - the design"
  if (is_web(text)) text = cut(text, ' ').first;
  reference.target = text;
  if (is_web(text)) {
    reference.kind = ReferenceKind::kWeb;
    if (const std::string path = path_in(text, own_roots_); !path.empty()) {
      resolve_path(card, "/" + path, reference);
      return reference;
    }
    for (const std::string& address : own_addresses_) {
      const Card* const named = index_->find_number(issue_in(text, address));
      if (!named) continue;
      reference.kind = ReferenceKind::kProposal;
      reference.card = named;
    }
    return reference;
  }
  if (const std::string number = number_in(text); !number.empty()) {
    if (const Card* named = index_->find_number(number)) {
      reference.kind = ReferenceKind::kProposal;
      reference.card = named;
    }
    return reference;
  }
  const bool is_path =
      text.find(' ') == text.npos && (text.find('/') != text.npos || text.ends_with(".md"));
  if (is_path) {
    resolve_path(card, text, reference);
  } else {
    reference.kind = ReferenceKind::kProse;
  }
  return reference;
}

// Paths are written from the root, with a slash before them or without, and
// relative to the document.
void Relations::resolve_path(const Card& card, std::string_view path, Reference& reference) const {
  reference.kind = ReferenceKind::kNothing;
  const std::string from_root = path.starts_with('/') ? std::string(path) : "/" + std::string(path);
  for (const std::string& written : {from_root, std::string(path)}) {
    const LinkTarget target = link_target(card.files.document, written);
    if (target.kind != TargetKind::kFile) continue;
    const PathKind there = path_kind_ ? path_kind_(target.path) : PathKind::kNothing;
    const Card* found = index_->find(target.path);
    if (found && (there != PathKind::kNothing || found->path == target.path)) {
      reference.kind = ReferenceKind::kProposal;
      reference.card = found;
      return;
    }
    if (there != PathKind::kNothing) {
      reference.kind = ReferenceKind::kFile;
      return;
    }
  }
  const Card* const moved = find_moved(path);
  if (moved && moved->path != card.path) reference.moved_to = moved;
}

const Card* Relations::listed(const Card& card) const {
  if (!index_) return nullptr;
  const auto found = index_->by_path.find(card.path);
  return found == index_->by_path.end() ? nullptr : &index_->cards[found->second];
}

std::size_t Relations::position(const Card& listed) const {
  return static_cast<std::size_t>(&listed - index_->cards.data());
}

std::vector<Reference> Relations::of(const Card& card) const {
  if (!index_) return {};
  // Metadata of another making may say something else.
  const Card* const known = listed(card);
  return known && known->metadata == card.metadata ? references_[position(*known)] : read(card);
}

std::span<const Circle> Relations::circles_of(const Card& card) const {
  const auto found = std::ranges::equal_range(circles_, card.path, {}, &Circle::path);
  return {found.begin(), found.end()};
}

std::vector<const Card*> Relations::naming(const Card& card, FieldRole role) const {
  std::vector<const Card*> found;
  const Card* const named = listed(card);
  if (!named) return found;
  for (std::size_t i = 0; i < references_.size(); ++i) {
    const bool names = std::ranges::any_of(references_[i], [&](const Reference& reference) {
      return reference.role == role && reference.card == named;
    });
    if (names) found.push_back(&index_->cards[i]);
  }
  return found;
}

std::string Relations::slug_of(std::string_view path) const {
  while (path.ends_with('/')) path.remove_suffix(1);
  if (inner_files_.contains(std::string(last_part(path)))) {
    path.remove_suffix(std::min(path.size(), last_part(path).size() + 1));
  }
  return slug_in(last_part(path));
}

const Card* Relations::find_moved(std::string_view path) const {
  const auto found = by_slug_.find(slug_of(path));
  return found == by_slug_.end() ? nullptr : found->second;
}

}  // namespace milepost
