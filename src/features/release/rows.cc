#include "features/release/rows.h"

#include <fmt/format.h>

namespace milepost::release {

std::vector<std::optional<Error>> act_on_rows(Record& record, std::span<const Card* const> cards,
                                              const Record::DecideEach& decide) {
  std::vector<std::optional<Error>> refused(cards.size());
  const auto decide_one = [&](std::size_t i, const ProposalState& state) -> Result<Decision> {
    auto decision = decide(i, state);
    refused[i] = decision ? std::nullopt : std::optional(decision.error());
    return decision ? std::move(*decision) : Decision{};
  };
  if (record.act(cards, decide_one)) return refused;
  // The record takes one of them not, and does not say which.
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const auto done = record.act(*cards[i], [&](const ProposalState& state) -> Result<Decision> {
      return decide(i, state);
    });
    refused[i] = done ? std::nullopt : std::optional(done.error());
  }
  return refused;
}

std::string row_text(std::string_view called, std::string_view message) {
  const bool named = message.starts_with(fmt::format("{} ", called)) ||
                     message.starts_with(fmt::format("{}: ", called)) ||
                     message.ends_with(fmt::format(" proposal {}", called));
  return named ? std::string(message) : fmt::format("{}: {}", called, message);
}

}  // namespace milepost::release
