// Which moves a process allows. One place decides it, for `promote`, for the
// checks of a change, for the server.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "process/process.h"

namespace milepost {

enum class Legality : std::uint8_t {
  kLegal,
  kReason,   // legal with a reason
  kClosed,   // out of order: only an override leads there
  kIllegal,  // the process has no such way
};

struct MoveRuling {
  Legality legality = Legality::kLegal;
  std::vector<std::string> by;  // roles that may make it; none: anybody
  std::string why;              // what is wrong with it, or what it is: "a step back"
};

// `from` is "" for a proposal that is new.
MoveRuling rule_status_move(const Process& process, std::string_view from, std::string_view to);
MoveRuling rule_stage_move(const Process& process, std::string_view from, std::string_view to);

// The statuses of the usual way, from the first to the one that closes a proposal:
// each is the usual next step of the one before. Where moves do not say it, the
// open statuses in their order and the first that closes without failing.
std::vector<std::string_view> usual_way(const Process& process);

// Whether proposals of the kind climb ladders.
bool has_stages(const Process& process, std::string_view kind);
// Whether proposals of the kind go into releases: it has a field that can name one, or no
// kind has.
bool has_releases(const Process& process, std::string_view kind);

// The stage that somebody means by a word: its name in any case, or what it is called elsewhere
// (`in-code`), with blanks or hyphens. The word itself where it means none.
std::string stage_called(const Process& process, std::string_view word);

// The ladder a stage stands on; nullptr for one no ladder has.
const Ladder* ladder_of(const Process& process, std::string_view stage);
// The stage after it on its ladder; "" on top.
std::string_view next_stage(const Process& process, std::string_view stage);
std::string_view stage_before(const Process& process, std::string_view stage);

}  // namespace milepost
