#include "features/common/card_json.h"
#include "features/search/formats.h"
#include "features/search/search_json.h"

namespace milepost::search {

namespace {

std::string_view place_name(const FoundProposal& found) {
  if (found.by_number) return "number";
  switch (found.hit.found_in) {
    case FoundIn::kTitle: return "title";
    case FoundIn::kHeading: return "heading";
    case FoundIn::kText: return "text";
  }
  return {};
}

Json found_json(const FoundProposal& found) {
  Json json = ref_json(found.proposal);
  json["key"] = found.key;
  json["status"] = text_or_null(found.status);
  json["stage"] = text_or_null(found.stage);
  json["foundIn"] = place_name(found);
  json["heading"] = text_or_null(found.hit.heading);
  json["anchor"] = text_or_null(found.hit.anchor);
  Json snippet = Json::array();
  for (const SnippetPiece& piece : found.hit.snippet) {
    snippet.push_back({{"text", piece.text}, {"marked", piece.marked}});
  }
  json["snippet"] = std::move(snippet);
  return json;
}

}  // namespace

Json search_json(const SearchPage& page) {
  Json found = Json::array();
  for (const FoundProposal& one : page.found) found.push_back(found_json(one));
  return {{"query", page.query},
          {"filter", text_or_null(page.filter)},
          {"corrected", text_or_null(page.corrected)},
          {"suggested", text_or_null(page.suggested)},
          {"notes", page.notes},
          {"total", page.total},
          {"more", false},  // all are counted; programs may still ask
          {"from", page.from},
          {"found", std::move(found)}};
}

std::string render_search_json(const SearchPage& page) { return json_text(search_json(page)); }

}  // namespace milepost::search
