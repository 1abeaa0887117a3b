#include "proposal/arrival.h"

#include <fmt/format.h>

#include "base/strings.h"
#include "proposal/milestones.h"

namespace milepost {

std::optional<Arrival> arrival_at(const Process& process, const Metadata& metadata,
                                  const Facts& facts, const Card& card, std::string_view stage) {
  const auto said = milestone_of(process, metadata, stage);
  const StageEntry* const entry = facts.entry_of(card, stage);
  if (said && (!entry || entry->release <= said->version)) return Arrival{said->version, {}};
  if (!entry) return std::nullopt;
  std::string evidence = fmt::format("by git, since {}", to_string(entry->day));
  if (said) evidence += fmt::format("; the metadata says {}", to_string(said->version));
  return Arrival{entry->release, std::move(evidence)};
}

std::string time_text(std::size_t releases, std::string_view stage, const Arrival& arrival,
                      const Version& to) {
  return fmt::format("{} in {} ({} to {}{})", counted(releases, "release"), stage,
                     to_string(arrival.release), to_string(to),
                     arrival.evidence.empty() ? "" : ", " + arrival.evidence);
}

}  // namespace milepost
