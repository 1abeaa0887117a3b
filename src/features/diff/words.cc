#include "features/diff/words.h"

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"

namespace milepost::diff {

namespace {

constexpr std::size_t kAround = 6;   // kept words shown before and after a change
constexpr std::size_t kInMoved = 8;  // words shown of what only moved

}  // namespace

std::string path_text(const std::vector<std::string>& path) {
  if (path.empty()) return "before the first heading";
  std::string text;
  for (const std::string& title : path) {
    if (!text.empty()) text += " › ";
    text += printable(title);
  }
  return text;
}

std::string revision_text(const DiffSide& side) {
  return side.revision.empty() ? std::string("work tree") : printable(side.revision);
}

std::string fate_text(const SectionChange& change) {
  switch (change.fate) {
    case SectionFate::kAdded: return "added";
    case SectionFate::kRemoved: return "removed";
    case SectionFate::kKept: break;
  }
  if (change.renamed && change.moved) return "renamed, moved";
  if (change.renamed) return "renamed";
  return change.moved ? "moved" : "changed";
}

std::string was_text(const SectionChange& change) {
  if (change.fate != SectionFate::kKept || (!change.renamed && !change.moved)) return {};
  if (!change.moved) return "was " + printable(change.old_path.back());
  if (change.path != change.old_path) return "was " + path_text(change.old_path);
  return "in another order";
}

std::string moved_text(const SectionHunk& hunk, const SectionChange& change) {
  const bool here = hunk.change == PartChange::kMovedHere;
  const bool kept = change.fate == SectionFate::kKept;
  if (kept && hunk.other == (here ? change.old_path : change.path)) {
    return here ? "moved within the section" : "";
  }
  return fmt::format("{} {}", here ? "moved here from" : "moved to", path_text(hunk.other));
}

std::string kept_text(const SectionHunk& hunk, std::size_t piece) {
  const std::string& kept = hunk.pieces[piece].words;
  const auto words = split_words(kept);
  const std::size_t before = piece == 0 ? 0 : kAround;
  const std::size_t after = piece + 1 == hunk.pieces.size() ? 0 : kAround;
  if (words.size() <= before + after + 1) return kept;
  std::string text;
  for (std::size_t i = 0; i < before; ++i) text += std::string(words[i]) + ' ';
  text += "…";
  for (std::size_t i = words.size() - after; i < words.size(); ++i) {
    text += ' ' + std::string(words[i]);
  }
  return text;
}

std::string beginning(const std::string& text) {
  const auto words = split_words(text);
  if (words.size() <= kInMoved) return text;
  std::string begin;
  for (std::size_t i = 0; i < kInMoved; ++i) begin += std::string(words[i]) + ' ';
  return begin + "…";
}

std::string field_text(const FieldChange& change) {
  std::string text = printable(change.name) + ":";
  if (!change.list && change.removed.size() == 1 && change.added.size() == 1) {
    return fmt::format("{} {} → {}", text, printable(change.removed.front()),
                       printable(change.added.front()));
  }
  for (const std::string& value : change.removed) text += " −" + printable(value);
  for (const std::string& value : change.added) text += " +" + printable(value);
  return text;
}

std::string head_text(const ProposalDiff& diff) {
  return fmt::format("{} · {} → {}", printable(diff.proposal.heading()), revision_text(diff.before),
                     revision_text(diff.after));
}

std::string summary_text(const ProposalDiff& diff) {
  std::size_t added = 0;
  std::size_t removed = 0;
  std::size_t changed = 0;
  for (const SectionChange& change : diff.sections) {
    added += change.fate == SectionFate::kAdded ? 1 : 0;
    removed += change.fate == SectionFate::kRemoved ? 1 : 0;
    changed += change.fate == SectionFate::kKept ? 1 : 0;
  }
  return fmt::format("{}; of sections {} added, {} removed, {} changed",
                     counted(diff.fields.size(), "field"), added, removed, changed);
}

}  // namespace milepost::diff
