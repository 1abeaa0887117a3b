// How the proposals of a repository relate to each other: what their metadata
// says of it, resolved. Immutable.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "proposal/card.h"

namespace milepost {

enum class PathKind : std::uint8_t { kNothing, kFile, kFolder };
// What stands at a path relative to the repository's root.
using PathKinds = std::function<PathKind(const std::string& path)>;

enum class ReferenceKind : std::uint8_t {
  kProposal,  // of this repository
  kFile,      // some other file of it
  kWeb,       // elsewhere
  kNothing,   // a path or number that leads nowhere
  kProse,     // neither path, number nor address
};

struct Reference {
  static constexpr std::size_t kNoCard = static_cast<std::size_t>(-1);

  FieldRole role = FieldRole::kSeeAlso;
  std::string text;  // as written
  Span span;         // in the metadata's source
  ReferenceKind kind = ReferenceKind::kNothing;
  std::size_t card = kNoCard;  // of the index, when it is a proposal
  // It leads nowhere, but this proposal is called the same: it has moved.
  std::size_t moved_to = kNoCard;
};

class Relations {
 public:
  Relations() = default;
  Relations(const Process& process, const Index& index, PathKinds path_kind);

  // In the order of the fields and their entries.
  std::vector<Reference> of(const Card& card) const;
  // The proposals that name this one in a field of that role.
  std::vector<const Card*> naming(const Card& card, FieldRole role) const;

  // The proposal that a path which is not there once led to: the only one of its
  // name, numbers and dates left aside. nullptr when there is none.
  const Card* find_moved(std::string_view path) const;

 private:
  std::vector<Reference> read(const Card& card) const;
  Reference resolve(const Card& card, FieldRole role, const Scalar& entry) const;
  void resolve_path(const Card& card, std::string_view path, Reference& reference) const;

  const Process* process_ = nullptr;
  const Index* index_ = nullptr;
  PathKinds path_kind_;
  std::vector<std::vector<Reference>> references_;        // parallel to the index's cards
  std::unordered_map<std::string, std::size_t> by_slug_;  // kNoCard: of several
};

}  // namespace milepost
