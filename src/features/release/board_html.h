// The page of a release: its calendar, its counts, and the board that its filters leave.
#pragma once

#include <string>
#include <vector>

#include "features/common/route.h"
#include "features/release/board.h"
#include "features/release/model.h"
#include "render/json_value.h"

namespace milepost::release {

// What the address of the page asks for; "" for all.
struct BoardFilters {
  std::string state = {};  // "at-risk"
  std::string group = {};
  std::string missing = {};  // a reason: "no production-readiness review"
  std::string query = {};    // any other
  std::string sort = {};
  std::string day = {};  // as of which the board is, yyyy-mm-dd; "": now
};

BoardFilters read_filters(const http::Fields& query);
// "?state=at-risk&group=sig-node", or "".
std::string query_text(const BoardFilters& filters);

// "at-risk" for a state, fit for an address.
std::string state_key(FreezeState state);
// What colours it: "good", "warn", "bad", "accent" or "quiet".
std::string_view tone_of(FreezeState state);

// Whether an entry is among those asked for; the query is not looked at.
bool is_wanted(const ReleaseEntry& entry, const BoardFilters& filters);

// How many of the conditions at the freeze that decides hold; nothing where none was judged.
struct Readiness {
  std::size_t holds = 0, all = 0;
};
std::optional<Readiness> readiness_of(const ReleaseEntry& entry);

// Everything of the page but what the release has beside it. The board's view was made with what
// is settled.
Json board_html(const Visit& visit, const Board& board, const BoardFilters& filters);

// A freeze that is missing something, in rows: {what, who, more}.
Json missing_rows(const Visit& visit, const FreezeEntry& freeze);

}  // namespace milepost::release
