// The texts that the record knows of before they are merged: where they are, and what the clone
// has of them. A pull request brings the files of its proposal and the file of its review, and
// nothing else: process, rosters and calendar stay those of the files that it is to be merged
// into.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/instant.h"
#include "base/overlay_tree.h"
#include "base/result.h"
#include "git/git.h"
#include "process/releases.h"
#include "proposal/card.h"
#include "proposal/unmerged.h"
#include "store/record.h"

namespace milepost {

// A text that is to be looked for.
struct WantedText {
  std::string number;                  // of the proposal
  std::string place;                   // "owner/repo#12", or a branch; "" when nobody has said
  Instant since;                       // the record has it from then on
  std::optional<Instant> merged = {};  // recorded as merged, at that time
  bool announced = false;              // the number was made known as a candidate
  std::string title = {}, group = {}, contact = {};  // of a candidate
  std::string release = {}, stage = {};              // of an opt-in with this text
};

// Those of a state of the record; nothing for one whose text is merged for all that is recorded.
std::optional<WantedText> wanted_text(const Process& process, const Releases& releases,
                                      const std::string& number, const ProposalState& state,
                                      Instant now);

// What the clone has of them.
struct UnmergedTexts {
  struct Entry {
    std::shared_ptr<const Unmerged> unmerged;
    std::string path;  // of the proposal it is; "" when there is none to be read
    WantedText wanted;
  };
  std::vector<Entry> entries;
  FileEdits edits;  // that make the files those of all texts
  bool empty() const { return entries.empty(); }
};

// Beside the files of a repository, whose proposals are those of the index: HEAD's, or those of
// an earlier commit when `before` says when that was. What the refs got since then is not looked
// at.
UnmergedTexts read_unmerged(const Repository& repository, const Index& index,
                            const std::vector<WantedText>& wanted, std::optional<Instant> before);

// Marks the cards of these texts, and adds one for each candidate without.
void add_unmerged(const std::vector<UnmergedTexts::Entry>& entries, const Process& process,
                  Index& index);

}  // namespace milepost
