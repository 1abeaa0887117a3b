#include "features/diff/diff_html.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/diff/words.h"

namespace milepost::diff {

namespace {

bool is_moved(const SectionHunk& hunk) {
  return hunk.change == PartChange::kMovedHere || hunk.change == PartChange::kMovedAway;
}

// Whether its lines matter: code, a table or a list.
bool is_line(const SectionHunk& hunk) { return !hunk.written.empty() && !is_moved(hunk); }

// The words of a part; a line that came or went is shown as it is written.
Json pieces_html(const SectionHunk& hunk) {
  Json pieces = Json::array();
  if (is_line(hunk) && hunk.change != PartChange::kChanged) {
    const bool added = hunk.change == PartChange::kAdded;
    return {{{"kept", ""},
             {"added", added ? hunk.written : std::string()},
             {"removed", added ? std::string() : hunk.written}}};
  }
  for (std::size_t i = 0; i < hunk.pieces.size(); ++i) {
    const WordPiece& piece = hunk.pieces[i];
    const bool kept = piece.kind == PieceKind::kKept;
    pieces.push_back(
        {{"kept", kept ? kept_text(hunk, i) : std::string()},
         {"added", piece.kind == PieceKind::kAdded ? piece.words : std::string()},
         {"removed", piece.kind == PieceKind::kRemoved ? piece.words : std::string()}});
  }
  return pieces;
}

Json hunk_html(const SectionHunk& hunk, const SectionChange& change) {
  const bool is_move = is_moved(hunk);
  const bool changed = hunk.change == PartChange::kChanged;
  return {{"moved", is_move ? moved_text(hunk, change) : std::string()},
          {"beginning",
           is_move && !hunk.pieces.empty() ? beginning(hunk.pieces.front().words) : std::string()},
          {"is_added", hunk.change == PartChange::kAdded},
          {"is_removed", hunk.change == PartChange::kRemoved},
          {"line", is_line(hunk)},
          {"lead", is_line(hunk) && changed ? hunk.lead : std::string()},
          {"begins", false},
          {"ends", false},
          {"pieces", is_move ? Json::array() : pieces_html(hunk)}};
}

Json section_html(const SectionChange& change) {
  Json hunks = Json::array();
  for (std::size_t i = 0; i < change.hunks.size(); ++i) {
    Json& shown = hunks.emplace_back(hunk_html(change.hunks[i], change));
    if (!is_line(change.hunks[i])) continue;
    // Lines that follow each other stand in one box.
    shown["begins"] = i == 0 || !is_line(change.hunks[i - 1]);
    shown["ends"] = i + 1 == change.hunks.size() || !is_line(change.hunks[i + 1]);
  }
  return {{"path", change.path.empty() ? "before the first heading" : path_text(change.path)},
          {"fate", fate_text(change)},
          {"was", was_text(change)},
          {"line", change.line},
          {"hunks", std::move(hunks)}};
}

// "2 fields and 3 sections changed, 1 section added": what there is none of is left out.
std::string counts_text(const ProposalDiff& diff) {
  const auto fated = [&](SectionFate fate) {
    return static_cast<std::size_t>(std::ranges::count(diff.sections, fate, &SectionChange::fate));
  };
  const std::size_t added = fated(SectionFate::kAdded);
  const std::size_t removed = fated(SectionFate::kRemoved);
  const std::size_t changed = fated(SectionFate::kKept);
  std::vector<std::string> parts;
  if (!diff.fields.empty()) parts.push_back(counted(diff.fields.size(), "field"));
  if (changed > 0) parts.push_back(counted(changed, "section"));
  std::vector<std::string> sentences;
  if (!parts.empty()) sentences.push_back(fmt::format("{} changed", fmt::join(parts, " and ")));
  if (added > 0) sentences.push_back(counted(added, "section") + " added");
  if (removed > 0) sentences.push_back(counted(removed, "section") + " removed");
  return fmt::format("{}", fmt::join(sentences, ", "));
}

}  // namespace

Json diff_html(const ProposalDiff& diff) {
  Json fields = Json::array();
  for (const FieldChange& change : diff.fields) fields.push_back({{"text", field_text(change)}});
  Json sections = Json::array();
  for (const SectionChange& change : diff.sections) sections.push_back(section_html(change));
  return {{"any", diff.any()},
          {"summary", diff.any() ? counts_text(diff) : std::string("Nothing changed.")},
          {"has_fields", !diff.fields.empty()},
          {"fields", std::move(fields)},
          {"sections", std::move(sections)}};
}

}  // namespace milepost::diff
