// MP227 history-behind: the section that tells a proposal's history has entries, but none
// about the last stage that came out in a release.
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/strings.h"
#include "process/moves.h"
#include "proposal/facts.h"
#include "proposal/milestones.h"
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

namespace {

struct ReachedStage {
  std::string_view stage;
  Version release;
};

// Nobody can tell of a release that is not out: that is so when the proposal was worked on
// for a later one, or others are.
bool is_out(const RuleInput& in, const Version& release) {
  const auto latest = latest_milestone(in.process, *in.proposal.metadata);
  if (latest && release < latest->version) return true;
  const auto at_work = in.facts.release_at_work();
  return at_work && release < *at_work;
}

std::optional<ReachedStage> last_reached(const RuleInput& in) {
  const Metadata& metadata = *in.proposal.metadata;
  const Ladder* ladder = ladder_of(in.process, metadata.known_stage);
  if (!ladder) return std::nullopt;
  auto at = std::ranges::find(ladder->stages, metadata.known_stage);
  for (++at; at != ladder->stages.begin();) {
    const auto release = milestone_of(in.process, metadata, *--at);
    if (release && is_out(in, release->version)) return ReachedStage{*at, release->version};
  }
  return std::nullopt;
}

// The word is the stage, its release, or a later one.
bool tells_of(const Process& process, std::string_view word, const ReachedStage& reached) {
  while (word.ends_with('.')) word.remove_suffix(1);
  if (const auto version = parse_version(word)) return *version >= reached.release;
  const std::string_view stage = process.stage_in_code(word);
  return !stage.empty() && process.reached(stage, reached.stage);
}

bool is_told_in(const Process& process, std::string_view text, const ReachedStage& reached) {
  const auto is_inner = [](char c) { return is_alnum(c) || c == '.'; };
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_inner(text[end])) ++end;
    if (end > at && tells_of(process, text.substr(at, end - at), reached)) return true;
    at = end + 1;
  }
  return false;
}

}  // namespace

void history_behind(const RuleInput& in, Sink& sink) {
  if (is_closed(in) || in.judgement.small_set || !in.proposal.metadata->complete()) return;
  const std::uint32_t t = in.judgement.find(in.process.history);
  if (t == kNone || in.judgement.sections[t].fill != Fill::kFilled) return;
  const Match& match = in.judgement.matching.sections[t];
  const auto reached = last_reached(in);
  if (match.section == kNone || !reached) return;
  const Document& document = in.proposal.document;
  const Span section = document.sections()[match.section].span;
  if (is_told_in(in.process, document.text(section), *reached)) return;
  sink.report(document.source(), first_line(document.source(), match.heading),
              fmt::format("\"{}\" does not tell of {} in {}; add a line about it, or correct the "
                          "milestone",
                          in.process.history, reached->stage, to_string(reached->release)))
      .section = in.process.history;
}

}  // namespace milepost
