// How the proposals of a repository relate to each other: what their metadata
// says of it, resolved. Immutable. Proposals are told apart by their paths: a card may be of
// another index, or of none, when its metadata was changed since.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/file_tree.h"
#include "proposal/card.h"

namespace milepost {

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
  FieldRole role = FieldRole::kSeeAlso;
  std::string text;  // as written
  Span span;
  std::string target;  // the path, number or address in it, without the markup around it
  ReferenceKind kind = ReferenceKind::kNothing;
  const Card* card = nullptr;  // of the index, when it is a proposal
  // It leads nowhere, but this proposal is called the same: it has moved.
  const Card* moved_to = nullptr;
  const Source* source = nullptr;  // where the span is: the metadata, or the document

  // Of a page on the web, without the fragment.
  std::string address() const { return target.substr(0, target.find('#')); }
};

// Proposals that follow or require each other in a circle.
struct Circle {
  std::string path;           // of the first proposal, by path, that says so,
  std::size_t reference = 0;  // and where among its references
  // The paths on the way round, from and back to that proposal, which is named once.
  std::vector<std::string> members;
};

class Relations {
 public:
  Relations() = default;
  Relations(const Process& process, const Index& index, PathKinds path_kind);

  // In the order of the fields and their entries.
  std::vector<Reference> of(const Card& card) const;
  // The proposals that name this one in a field of that role.
  std::vector<const Card*> naming(const Card& card, FieldRole role) const;

  // Those that the card is the first of. Circles with members in common are told
  // of one at a time; what a proposal says of itself is no circle.
  std::span<const Circle> circles_of(const Card& card) const;

  // The proposal that a path which is not there once led to: the only one of its
  // name, numbers and dates left aside. nullptr when there is none.
  const Card* find_moved(std::string_view path) const;

 private:
  std::vector<Reference> read(const Card& card) const;
  const Card* listed(const Card& card) const;  // of the index, at its path
  std::size_t position(const Card& listed) const;
  Reference resolve(const Card& card, FieldRole role, const Scalar& entry) const;
  void resolve_path(const Card& card, std::string_view path, Reference& reference) const;
  void find_circles();
  std::string slug_of(std::string_view path) const;

  const Process* process_ = nullptr;
  const Index* index_ = nullptr;
  PathKinds path_kind_;
  std::vector<std::string> own_addresses_;
  std::vector<std::string> own_roots_;
  std::vector<std::vector<Reference>> references_;  // parallel to the index's cards
  std::unordered_set<std::string> inner_files_;  // what the files in a proposal's folder are called
  std::unordered_map<std::string, const Card*> by_slug_;  // null: of several
  std::vector<Circle> circles_;                           // by path
};

}  // namespace milepost
