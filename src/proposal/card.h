// A Card is what is known of a proposal without reading its document: what lists
// show, and what other proposals may refer to. Immutable.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/date.h"
#include "base/overlay_tree.h"
#include "base/read_error.h"
#include "base/version.h"
#include "process/path_pattern.h"
#include "proposal/metadata.h"
#include "proposal/repository.h"

namespace milepost {

struct Unmerged;

struct Card {
  ProposalFiles files;
  std::string path;                          // its folder, or its file when it has none of its own
  PathParts parts;                           // of the path, as far as the process names any
  std::shared_ptr<const Metadata> metadata;  // never null
  std::shared_ptr<const Source> document;    // when the metadata had to be looked for in it

  std::string number;  // without zeros in front; the path's when the metadata has none
  std::string title;
  std::string group;
  std::vector<std::string> participating_groups;
  // Handles without the @; an entry in which there is none, as written.
  std::vector<std::string> authors, reviewers, approvers;
  std::string status;  // as written, when the process does not know it
  std::string stage;
  std::string kind;  // the process's first when the metadata names none
  std::string latest_milestone;
  std::vector<std::pair<std::string, std::string>> milestones;  // stage and version, set ones only
  std::vector<std::string> feature_gates;
  std::optional<Date> created, updated;

  // Of one whose text is not merged (proposal/unmerged.h): null of all others. One of which no
  // text can be read has no files, and is what the record says of its number.
  std::shared_ptr<const Unmerged> unmerged = nullptr;
  bool has_text() const { return !unmerged || !files.document.empty(); }
};

// What to call a proposal in a command: its number, or its path from the root when it has none.
inline const std::string& called(const Card& card) {
  return card.number.empty() ? card.path : card.number;
}
// Above what is shown of it: "4211 Node memory swap", or its title alone.
inline std::string heading(const Card& card) {
  return card.number.empty() ? card.title : card.number + " " + card.title;
}

// What a proposal is known by, from the path of its document or metadata: its
// folder, or its file when it has none of its own.
std::string proposal_path(const Process& process, const std::string& file);

// Makes the card of one proposal. `document` may be null when the files have
// none, or the metadata is in a file of its own.
Card make_card(const Process& process, ProposalFiles files,
               std::shared_ptr<const Metadata> metadata, const Document* document);

// The cards of a repository, and how they are found.
struct Index {
  std::vector<Card> cards;  // by path
  std::vector<ReadError> read_errors;

  std::unordered_map<std::string, std::vector<std::size_t>> by_number;
  std::unordered_map<std::string, std::vector<std::size_t>> by_path_number;  // where it differs
  std::unordered_map<std::string, std::vector<std::size_t>> by_feature_gate;
  std::unordered_map<std::string, std::size_t> by_path;

  // The card a path of the repository belongs to: the proposal's folder, its
  // document, its metadata or any file in its folder. nullptr when there is none.
  const Card* find(std::string_view path) const;
  const Card* find_number(std::string_view number) const;  // the first of several
};

void add_card(Index& index, Card card);

// Reads the metadata of every proposal. What cannot be read is in `read_errors`,
// with paths relative to the root.
Index read_index(const Repository& repository, int jobs);
// The same after edits: only the proposals whose files they touch are read again.
Index reread_index(const Repository& repository, const Index& former, const FileEdits& edits,
                   int jobs);

}  // namespace milepost
