// A History is what git knows of every proposal: each version of its files along
// the first parents, from the first commit on. Immutable; threads may share it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/date.h"
#include "base/instant.h"
#include "git/git.h"

namespace milepost {

// What a proposal's metadata said. Values are as a Card has them.
struct Snapshot {
  std::string number, title, group, status, stage, kind, latest_milestone;
  std::vector<std::pair<std::string, std::string>> milestones;  // stage and version
  std::vector<std::string> authors, reviewers, approvers;
  std::string created;
  friend bool operator==(const Snapshot&, const Snapshot&) = default;
};

// A proposal as one commit left it.
struct ProposalVersion {
  std::size_t commit = 0;  // of the history's commits
  std::string path;        // of the proposal: its folder, or its file
  Oid document, metadata;  // zero when there is none; equal when one file is both
  // Null when the metadata could not be read; the reader skips such a version.
  std::shared_ptr<const Snapshot> snapshot;
};

// The life of one proposal, through all its moves and renames.
struct Lifespan {
  std::vector<ProposalVersion> versions;  // oldest first, never empty
  std::optional<std::size_t> deleted;     // the commit that took it away
  std::string document;                   // the path its document last had; "" when it had none

  const std::string& path() const { return versions.back().path; }
  // What was said last; null when nothing ever could be read.
  const Snapshot* latest() const;
};

// A commit on the way of first parents.
struct Landing {
  Oid id;
  Instant time;
  std::string author;  // of the branch that was merged, where there is one
};

struct History {
  Oid head;                         // up to which it was read
  std::vector<Landing> commits;     // those that touched proposals, oldest first
  std::vector<Lifespan> lifespans;  // in the order they began
  std::optional<Date> since;        // of a shallow clone: what was before is not known
  std::size_t unreadable = 0;       // versions whose metadata could not be read
  std::size_t missing = 0;          // of these, versions whose objects a partial clone lacks

  // The life whose proposal has, or last had, the number or path; the first of
  // several. Nullptr when there is none.
  const Lifespan* find(std::string_view number_or_path) const;
};

// One field of one proposal changed.
struct HistoryMove {
  const Lifespan* lifespan = nullptr;
  std::size_t version = 0;  // that says so
  std::string field;        // "status", "stage", "latest-milestone", "group", "authors" …
  std::string from, to;
};

// Those of one proposal, oldest first. Versions that could not be read are passed
// over: what changed while it was broken is said where it can be read again.
std::vector<HistoryMove> moves_of(const Lifespan& lifespan);

}  // namespace milepost
