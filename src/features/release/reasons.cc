#include "features/release/reasons.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "gates/not_yet.h"

namespace milepost::release {

namespace {

// The number that a message begins with: "8 of 32 sections … are not filled".
std::size_t leading_count(std::string_view message) {
  constexpr std::size_t kMostDigits = 9;
  std::size_t count = 0;
  for (std::size_t i = 0; i < std::min(message.size(), kMostDigits); ++i) {
    if (!is_digit(message[i])) break;
    count = count * 10 + static_cast<std::size_t>(message[i] - '0');
  }
  return count;
}

// Without what an expert reads on for.
std::string first_clause(std::string_view message) {
  const std::size_t begin = message.starts_with(kNotYet) ? kNotYet.size() : 0;
  for (const std::string_view end : {"; ", ": ", " ("}) {
    message = message.substr(0, message.find(end, begin));
  }
  return std::string(message);
}

std::string without_stage(std::string message) {
  return message.substr(0, std::min(message.find(" for "), message.size()));
}

// What is recorded says what is lacking; of what is not, what is to be so.
std::string record_text(const Verdict& verdict) {
  const std::string text = first_clause(verdict.message);
  return verdict.holds == Holds::kNo ? text : not_yet(text);
}

Reason counted_or(const Verdict& verdict, std::string_view what) {
  const std::size_t count = leading_count(verdict.message);
  return count > 0 ? Reason{count, std::string(what)} : Reason{0, first_clause(verdict.message)};
}

}  // namespace

Reason reason_of(const Verdict& verdict) {
  if (verdict.kind == VerdictKind::kHold) return {0, "on hold"};
  if (verdict.kind == VerdictKind::kConcern) return {0, "a concern is open"};
  if (verdict.kind != VerdictKind::kCondition) return {0, verdict.message};
  if (verdict.asks_opt_in()) return {0, "nobody opted in"};
  switch (verdict.type) {
    case ConditionType::kSections: return counted_or(verdict, "section");
    case ConditionType::kApproval: return counted_or(verdict, "approval");
    case ConditionType::kChecklist: return counted_or(verdict, "sign-off item");
    case ConditionType::kFindings:
      return {std::max<std::size_t>(verdict.details.size(), 1), "finding"};
    case ConditionType::kReview: return {0, without_stage(first_clause(verdict.message))};
    case ConditionType::kStatus:
      return {0, verdict.message.substr(
                     0, std::min(verdict.message.find(", not "), verdict.message.size()))};
    case ConditionType::kRecord: return {0, record_text(verdict)};
    default: return {0, first_clause(verdict.message)};
  }
}

std::string reason_text(const Reason& reason) {
  return reason.count > 0 ? counted(reason.count, reason.what) : reason.what;
}

std::vector<Reason> reasons_of(const ReleaseEntry& entry) {
  std::vector<Reason> reasons;
  const FreezeEntry* const freeze = entry.decisive();
  if (!freeze || entry.state == FreezeState::kTracked || entry.state == FreezeState::kDone) {
    return reasons;
  }
  for (const Verdict& verdict : freeze->missing) reasons.push_back(reason_of(verdict));
  return reasons;
}

std::string reasons_text(const ReleaseEntry& entry) {
  std::vector<std::string> texts;
  for (const Reason& reason : reasons_of(entry)) texts.push_back(reason_text(reason));
  return fmt::format("{}", fmt::join(texts, ", "));
}

}  // namespace milepost::release
