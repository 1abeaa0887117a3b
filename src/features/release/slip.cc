#include "features/release/slip.h"

#include <fmt/format.h>

#include "base/strings.h"

namespace milepost::release {

bool is_removed_early(const ReleaseEntry& entry, const std::string& freeze, Instant deadline) {
  const auto& part = entry.participation;
  return part && part->state == ParticipationState::kRemoved && part->freeze == freeze &&
         part->action.time < deadline;
}

namespace {

// "2 of the 3 proposals"
std::string part_text(std::size_t part, std::size_t all) {
  if (part < all) return fmt::format("{} of the {} proposals", part, all);
  return all == 1 ? std::string("the proposal") : fmt::format("all {} proposals", all);
}

}  // namespace

std::optional<Slip> find_slip(const FreezePlan& plan) {
  if (!plan.deadline) return std::nullopt;
  Slip slip{plan.id, plan.title, *plan.deadline, {}, {}, 0};
  for (const ReleaseEntry& entry : plan.view.entries) {
    const FreezeEntry& freeze = entry.freezes[plan.freeze];
    if (freeze.met) ++slip.met;
    if (!is_removed_early(entry, plan.id, *plan.deadline)) continue;
    slip.removed.push_back(entry.proposal);
    if (!plan.passed() || freeze.missing.empty()) slip.back.push_back(entry.proposal);
  }
  if (slip.removed.empty()) return std::nullopt;
  return slip;
}

std::string slip_text(const Slip& slip, const std::string& release) {
  std::vector<std::string> numbers;
  for (const ProposalRef& proposal : slip.back) numbers.push_back(proposal.called());
  const std::size_t removed = slip.removed.size();
  std::string text = fmt::format("the {} moved to {}, after it was applied: ", slip.title,
                                 to_string(slip.deadline));
  text += numbers.empty()
              ? fmt::format("{} that it removed would still be missing what it asks for",
                            counted(removed, "proposal"))
              : fmt::format(
                    "{} that it removed {} time again: milepost release restore {} {} "
                    "--reason \"…\"",
                    part_text(numbers.size(), removed),
                    numbers.size() == 1 ? "is ready or has" : "are ready or have", release,
                    fmt::join(numbers, " "));
  if (slip.met > 0)
    text += fmt::format("; {} that met it {} so", slip.met, slip.met == 1 ? "stays" : "stay");
  return text;
}

}  // namespace milepost::release
