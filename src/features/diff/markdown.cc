#include <fmt/format.h>

#include "features/diff/formats.h"
#include "features/diff/words.h"
#include "render/table.h"

namespace milepost::diff {

namespace {

std::string piece_text(const SectionHunk& hunk, std::size_t i) {
  const WordPiece& piece = hunk.pieces[i];
  switch (piece.kind) {
    case PieceKind::kRemoved: return "~~" + markdown_text(piece.words) + "~~";
    case PieceKind::kAdded: return "**" + markdown_text(piece.words) + "**";
    case PieceKind::kKept: break;
  }
  return markdown_text(kept_text(hunk, i));
}

void add_hunk(std::string& out, const SectionHunk& hunk, const SectionChange& change) {
  if (hunk.change == PartChange::kMovedHere || hunk.change == PartChange::kMovedAway) {
    const std::string where = moved_text(hunk, change);
    if (where.empty()) return;
    out += fmt::format("- _{}:_ {}\n", markdown_text(where),
                       markdown_text(beginning(hunk.pieces.front().words)));
    return;
  }
  out += "-";
  for (std::size_t i = 0; i < hunk.pieces.size(); ++i) out += " " + piece_text(hunk, i);
  out += "\n";
}

}  // namespace

std::string render_diff_markdown(const ProposalDiff& diff) {
  std::string out = fmt::format("# {}\n\n", markdown_text(head_text(diff)));
  if (!diff.any()) return out + "Nothing changed.\n";
  for (const FieldChange& change : diff.fields) {
    out += fmt::format("- {}\n", markdown_text(field_text(change)));
  }
  if (!diff.fields.empty()) out += "\n";
  for (const SectionChange& change : diff.sections) {
    out += fmt::format("## {} ({}", markdown_text(path_text(change.path)), fate_text(change));
    if (const std::string was = was_text(change); !was.empty()) {
      out += fmt::format(", {}", markdown_text(was));
    }
    out += ")\n\n";
    for (const SectionHunk& hunk : change.hunks) add_hunk(out, hunk, change);
    if (!change.hunks.empty()) out += "\n";
  }
  return out + summary_text(diff) + ".\n";
}

}  // namespace milepost::diff
