// MP323 gate-shared: two proposals claim the same feature gate. One that three or more
// share stands for all of them, and is told of once.
#include <algorithm>
#include <iterator>
#include <tuple>

#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/need.h"

namespace milepost {

namespace {

constexpr std::size_t kUmbrella = 3;

// Nobody reads more of them, and a hostile repository could have any number.
constexpr std::size_t kMostClaims = 20;

// Whether a text speaks of a proposal, by its path or number:
// "/keps/sig-a/12-caches", "KEP-12", "https://…/issues/12".
bool speaks_of(std::string_view text, const Card& card) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_digit(text[end])) ++end;
    if (end > at && plain_number(text.substr(at, end - at)) == card.number) return true;
    at = end + 1;
  }
  return text.find(card.path) != text.npos;
}

bool names(const Process& process, const Card& card, FieldRole role, const Card& other) {
  return std::ranges::any_of(scalars(card.metadata->find(process, role)),
                             [&](const Scalar& link) { return speaks_of(link.text, other); });
}

// Given up before it was built: a closed status that asks only for what every
// proposal has.
bool is_given_up(const Process& process, const Card& card) {
  const Status* status = process.find_status(card.status);
  return status && status->closed && status->asks_less();
}

bool is_taken_over(const Process& process, const Card& card, const Card& by) {
  return names(process, by, FieldRole::kReplaces, card) ||
         names(process, card, FieldRole::kSupersededBy, by);
}

bool are_aware(const Process& process, const Card& a, const Card& b) {
  return names(process, a, FieldRole::kSeeAlso, b) || names(process, b, FieldRole::kSeeAlso, a);
}

// Who claims the gate, without those who handed it on; nobody where this proposal does not, for
// only its claim is told of here.
std::vector<const Card*> owners_of(const RuleInput& in, std::string_view gate) {
  std::vector<const Card*> claims;
  for (const Card* card : in.facts.proposals_with_gate(std::string(gate))) {
    const bool known = std::ranges::find(claims, card) != claims.end();
    if (!known && !is_given_up(in.process, *card)) claims.push_back(card);
    if (claims.size() == kMostClaims) break;
  }
  std::vector<const Card*> owners;
  if (std::ranges::find(claims, in.card.path, &Card::path) == claims.end()) return owners;
  std::ranges::copy_if(claims, std::back_inserter(owners), [&](const Card* card) {
    return std::ranges::none_of(claims, [&](const Card* other) {
      return other != card && is_taken_over(in.process, *card, *other);
    });
  });
  return owners;
}

// Told beside the first by path.
void report_umbrella(const RuleInput& in, const Scalar& gate, std::vector<const Card*>& owners,
                     Sink& sink) {
  std::ranges::sort(owners, {}, &Card::path);
  if (owners.front()->path != in.card.path) return;
  std::vector<std::string_view> names;
  for (const Card* card : owners) names.push_back(card->number.empty() ? card->path : card->number);
  sink.report(Severity::kInfo, *in.proposal.metadata->source, gate.span,
              fmt::format("{} is a gate of {} proposals: {}; say in each which part it switches",
                          gate.text, owners.size(), fmt::join(names, ", ")));
}

// Two are told of once, beside the younger: the older one had the gate first.
bool is_older(const Card& card, const Card& other) {
  const auto key = [](const Card& of) { return std::tuple(of.number.size(), of.number, of.path); };
  return key(card) < key(other);
}

void check_gate(const RuleInput& in, const Scalar& gate, Sink& sink) {
  std::vector<const Card*> owners = owners_of(in, gate.text);
  if (std::ranges::find(owners, in.card.path, &Card::path) == owners.end()) return;
  if (owners.size() >= kUmbrella) return report_umbrella(in, gate, owners, sink);
  std::vector<std::string_view> others;
  bool aware = true;
  for (const Card* other : owners) {
    if (other->path == in.card.path) continue;
    if (is_older(in.card, *other)) return;
    aware = aware && are_aware(in.process, in.card, *other);
    const std::string& name = called(*other);
    if (std::ranges::find(others, name) == others.end()) others.push_back(name);
  }
  if (others.empty() || aware) return;  // who names the other shares it on purpose
  sink.report(*in.proposal.metadata->source, gate.span,
              fmt::format("{} is also a gate of {}; one proposal should own it", gate.text,
                          fmt::join(others, ", ")));
}

}  // namespace

void gate_shared(const RuleInput& in, Sink& sink) {
  const Field* field = in.process.field(FieldRole::kFeatureGates);
  if (!in.facts.is_repository() || !field || !is_of_kind(in, field->needed)) return;
  const auto& placeholders =
      field->fields.empty() ? field->placeholders : field->fields.front().placeholders;
  for (const Scalar& gate : names_in(*field, in.proposal.metadata->find(*field))) {
    if (std::ranges::find(placeholders, gate.text) == placeholders.end()) {
      check_gate(in, gate, sink);
    }
  }
}

}  // namespace milepost
