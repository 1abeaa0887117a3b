#include "features/common/card_json.h"
#include "features/diff/formats.h"
#include "render/json_value.h"

namespace milepost::diff {

namespace {

std::string_view name_of(PieceKind kind) {
  constexpr std::string_view kNames[] = {"kept", "removed", "added"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view name_of(PartChange change) {
  constexpr std::string_view kNames[] = {"changed", "added", "removed", "movedHere", "movedAway"};
  return kNames[static_cast<std::size_t>(change)];
}

std::string_view name_of(SectionFate fate) {
  constexpr std::string_view kNames[] = {"kept", "added", "removed"};
  return kNames[static_cast<std::size_t>(fate)];
}

Json side_json(const DiffSide& side) {
  Json value;
  value["revision"] = text_or_null(side.revision);
  value["path"] = side.path;
  return value;
}

Json hunk_json(const SectionHunk& hunk) {
  Json value;
  value["change"] = name_of(hunk.change);
  value["line"] = hunk.line;
  const bool moved = hunk.change == PartChange::kMovedHere || hunk.change == PartChange::kMovedAway;
  value["other"] = moved ? Json(hunk.other) : Json();
  Json words = Json::array();
  for (const WordPiece& piece : hunk.pieces) {
    Json one;
    one["is"] = name_of(piece.kind);
    one["text"] = piece.words;
    words.push_back(std::move(one));
  }
  value["words"] = std::move(words);
  return value;
}

Json section_json(const SectionChange& change) {
  Json value;
  value["path"] = change.path;
  value["fate"] = name_of(change.fate);
  value["renamed"] = change.renamed;
  value["moved"] = change.moved;
  value["was"] = change.fate == SectionFate::kKept ? Json(change.old_path) : Json();
  value["line"] = change.line;
  Json parts = Json::array();
  for (const SectionHunk& hunk : change.hunks) parts.push_back(hunk_json(hunk));
  value["parts"] = std::move(parts);
  return value;
}

}  // namespace

std::string render_diff_json(const ProposalDiff& diff) {
  Json value;
  value["proposal"] = number_json(diff.proposal.number);
  value["title"] = diff.proposal.title;
  value["before"] = side_json(diff.before);
  value["after"] = side_json(diff.after);
  Json fields = Json::array();
  for (const FieldChange& change : diff.fields) {
    Json one;
    one["name"] = change.name;
    one["removed"] = change.removed;
    one["added"] = change.added;
    fields.push_back(std::move(one));
  }
  value["fields"] = std::move(fields);
  Json sections = Json::array();
  for (const SectionChange& change : diff.sections) sections.push_back(section_json(change));
  value["sections"] = std::move(sections);
  return json_text(value);
}

}  // namespace milepost::diff
