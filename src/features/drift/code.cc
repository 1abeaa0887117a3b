// Drift between what proposals say of their feature gates and what the code says.
#include <algorithm>

#include <fmt/format.h>

#include "features/drift/words.h"
#include "gates/conditions.h"
#include "process/moves.h"

namespace milepost::drift {

namespace {

// A gate that a proposal names.
struct NamedGate {
  Scalar name;
  std::vector<std::string_view> components;  // that have it; none: not said
};

// The first field of a record is the gate's name; lists beside it say where it is.
NamedGate named_gate(const Field& field, const YamlNode& record) {
  NamedGate gate;
  for (const Field& part : field.fields) {
    const std::vector<Scalar> said = scalars(record.find(part.id));
    if (&part == &field.fields.front()) {
      if (!said.empty()) gate.name = said.front();
    } else if (part.type == FieldType::kTexts) {
      for (const Scalar& component : said) gate.components.push_back(component.text);
    }
  }
  return gate;
}

std::vector<NamedGate> named_gates(const Process& process, const Card& card) {
  std::vector<NamedGate> named;
  const Field* const field = process.field(FieldRole::kFeatureGates);
  const YamlNode* const node = field ? card.metadata->find(*field) : nullptr;
  if (!node) return named;
  for (const Scalar& name : scalars(node)) named.push_back({name, {}});
  for (const YamlNode& record : node->items) {
    if (record.is_map()) named.push_back(named_gate(*field, record));
  }
  std::erase_if(named, [&](const NamedGate& gate) { return is_unset(process, gate.name.text); });
  return named;
}

bool came_to_nothing(const Process& process, const Card& card) {
  const Status* const status = process.find_status(card.status);
  return status && (status->failed || status->successor);
}

class CodeDrifts {
 public:
  CodeDrifts(const DriftInput& input, const DriftCode& code) : input_(input), code_(code) {}

  std::vector<Drift> find() {
    const Status* const status = input_.process.find_status(input_.card.status);
    if (!status || !input_.card.metadata->complete()) return {};
    for (const NamedGate& named : named_gates(input_.process, input_.card)) {
      const CodeGate* const gate = code_.gates.find(named.name.text);
      if (status->successor) continue;  // it is the successor's now
      if (status->failed) {
        if (gate) tell_left(named, *gate);
      } else if (!gate) {
        // Finished features lose their gates, those not yet begun have none.
        if (!status->closed && !status->asks_less()) tell_missing(named);
      } else if (!gate->entries.empty()) {
        compare(named, *gate);
      }
    }
    return std::move(found_);
  }

 private:
  std::string_view stage_of(const GateEntry& entry) const {
    return input_.process.stage_in_code(entry.stage);
  }

  // What the code calls a stage.
  std::string_view in_code(std::string_view stage) const {
    for (const Ladder& ladder : input_.process.ladders) {
      for (const auto& [known, words] : ladder.in_code) {
        if (known == stage && !words.empty()) return words.front();
      }
    }
    return stage;
  }

  DriftSide name_side(const NamedGate& named) const {
    return metadata_side(input_, named.name.span, std::string(named.name.text));
  }

  static DriftSide entry_side(const CodeGate& gate, const GateEntry& entry) {
    return {fmt::format("{}: {}{}", gate.name, entry.stage,
                        entry.version ? " since " + to_string(*entry.version) : ""),
            spot_of(*entry.source, entry.span)};
  }

  // Whether the code should have what was aimed at a release. Without a milestone it
  // should. Code is of the release that was named, else of one that is not out yet.
  bool is_due(const std::optional<Milestone>& milestone) const {
    if (!milestone) return true;
    if (code_.release) return milestone->version <= *code_.release;
    if (const auto out = is_out(input_, milestone->version)) return *out;
    return !code_.gates.latest() || milestone->version < *code_.gates.latest();
  }

  // The highest stage, up to that in force, that the code should have; "" for none.
  std::string_view stage_due() const {
    std::string_view stage = input_.card.metadata->known_stage;
    for (; !stage.empty(); stage = stage_before(input_.process, stage)) {
      const auto milestone = milestone_of(input_.process, *input_.card.metadata, stage);
      const bool is_own = stage == input_.card.metadata->known_stage;
      if (is_own ? is_due(milestone) : milestone && is_due(milestone)) return stage;
    }
    return {};
  }

  void tell_missing(const NamedGate& named) {
    if (stage_due().empty() || !is_of_this_code(named)) return;
    const DriftSide one = name_side(named);
    found_.push_back({DriftKind::kGateMissing,
                      fmt::format("the feature gate {}", named.name.text),
                      one,
                      {"it is not there", {code_.files, 0, 0}},
                      {{remedy::DeclareGate{std::string(named.name.text), code_.files}},
                       {remedy::TakeOut{std::string(named.name.text), one.spot}}}});
  }

  bool is_of_this_code(const NamedGate& named) const {
    if (code_.components.empty() || named.components.empty()) return true;
    return std::ranges::any_of(named.components, [&](std::string_view component) {
      return std::ranges::binary_search(code_.components, component);
    });
  }

  // A gate of something that was given up, unless another proposal has taken it.
  void tell_left(const NamedGate& named, const CodeGate& gate) {
    const auto sharing = input_.facts.index().by_feature_gate.find(gate.name);
    if (sharing != input_.facts.index().by_feature_gate.end()) {
      for (const std::size_t other : sharing->second) {
        if (!came_to_nothing(input_.process, input_.facts.index().cards[other])) return;
      }
    }
    const Spot spot = spot_of(*gate.source, gate.span);
    DriftSide two =
        gate.entries.empty() ? DriftSide{gate.name, spot} : entry_side(gate, gate.entries.back());
    found_.push_back({DriftKind::kGateLeft,
                      fmt::format("the feature gate {}", named.name.text),
                      status_side(input_),
                      std::move(two),
                      {{remedy::TakeOut{gate.name, spot}}}});
  }

  // Where several proposals name a gate, one that agrees with the code will do.
  bool another_agrees(const CodeGate& gate, std::string_view stage) const {
    const auto sharing = input_.facts.index().by_feature_gate.find(gate.name);
    if (sharing == input_.facts.index().by_feature_gate.end()) return false;
    return std::ranges::any_of(sharing->second, [&](std::size_t other) {
      const Card& card = input_.facts.index().cards[other];
      return card.path != input_.card.path && !came_to_nothing(input_.process, card) &&
             input_.process.rank(card.stage) == input_.process.rank(stage);
    });
  }

  void compare(const NamedGate& named, const CodeGate& gate) {
    const std::string_view own = input_.card.metadata->known_stage;
    const GateEntry& entry = gate.entries.back();
    const std::string_view there = stage_of(entry);
    if (own.empty() || there.empty()) return;
    compare_default(named, gate, entry, there);
    if (another_agrees(gate, there)) return;
    const auto rank = input_.process.rank(there);
    const std::string_view due = stage_due();
    // A gate may be withdrawn on a ladder of its own.
    const bool elsewhere = ladder_of(input_.process, own) == &input_.process.ladders.front() &&
                           ladder_of(input_.process, there) != &input_.process.ladders.front();
    if (elsewhere || rank > input_.process.rank(own)) {
      tell_stage(gate, entry, own, there, !elsewhere);
    } else if (!due.empty() && rank < input_.process.rank(due)) {
      tell_stage(gate, entry, due, there, false);
    } else {
      compare_versions(named, gate);
    }
  }

  // What the process says of a stage, whatever the proposal aims at.
  void compare_default(const NamedGate& named, const CodeGate& gate, const GateEntry& entry,
                       std::string_view there) {
    if (!entry.on) return;
    for (const Ladder& ladder : input_.process.ladders) {
      for (const auto& [stage, on] : ladder.on_by_default) {
        if (stage == there && on != *entry.on) tell_default(named, gate, entry, stage, on);
      }
    }
  }

  static std::string_view word_of(bool on) { return on ? "on" : "off"; }

  void tell_default(const NamedGate& named, const CodeGate& gate, const GateEntry& entry,
                    std::string_view stage, bool on) {
    Drift drift{DriftKind::kGateDefault,
                fmt::format("the default of the feature gate {}", gate.name),
                stage == input_.card.metadata->known_stage ? stage_side(input_) : name_side(named),
                entry_side(gate, entry),
                {}};
    drift.one.says += fmt::format(" ({} by default at {})", word_of(on), stage);
    drift.two.says += fmt::format(", {} by default", word_of(!on));
    drift.remedies = {{remedy::SetGateDefault{gate.name, on, drift.two.spot}}};
    found_.push_back(std::move(drift));
  }

  void tell_stage(const CodeGate& gate, const GateEntry& entry, std::string_view stage,
                  std::string_view there, bool ahead) {
    Drift drift{DriftKind::kGateStage,
                fmt::format("the stage and the feature gate {}", gate.name),
                stage_side(input_),
                entry_side(gate, entry),
                {}};
    if (stage != input_.card.metadata->known_stage) {
      const auto milestone = milestone_of(input_.process, *input_.card.metadata, stage);
      drift.one = metadata_side(input_, milestone->span,
                                fmt::format("{}: {}", stage, to_string(milestone->version)));
    }
    const Steps in_source{
        remedy::SetGateStage{gate.name, std::string(in_code(stage)), drift.two.spot}};
    if (ahead && next_stage(input_.process, stage) == there) {
      const Steps promote{remedy::Promote{called(input_.card), std::string(there),
                                          entry.version ? to_string(*entry.version) : ""}};
      drift.remedies = {promote, in_source};
    } else if (stage == input_.card.metadata->known_stage) {
      drift.remedies = {
          in_source,
          {set_field(drift.one.spot, input_.process.field(FieldRole::kStage)->id, there)}};
      if (ahead) std::ranges::reverse(drift.remedies);
    } else {
      drift.remedies = {in_source};
    }
    found_.push_back(std::move(drift));
  }

  // The release in which the code came to a stage is its milestone. A stage may have
  // several versions, as when its default changes, or one for each ladder: one of them
  // will do.
  void compare_versions(const NamedGate& named, const CodeGate& gate) {
    for (auto entry = gate.entries.begin(); entry != gate.entries.end(); ++entry) {
      const std::string_view stage = stage_of(*entry);
      const auto same = [&](const GateEntry& other) { return stage_of(other) == stage; };
      if (stage.empty() || !entry->version) continue;
      if (std::find_if(gate.entries.begin(), entry, same) != entry) continue;
      const auto milestone = milestone_of(input_.process, *input_.card.metadata, stage);
      if (!milestone) continue;
      const bool agrees = std::ranges::any_of(gate.entries, [&](const GateEntry& other) {
        return input_.process.rank(stage_of(other)) == input_.process.rank(stage) &&
               other.version == milestone->version;
      });
      if (!agrees) tell_version(named, gate, *entry, stage, *milestone);
    }
  }

  void tell_version(const NamedGate& named, const CodeGate& gate, const GateEntry& entry,
                    std::string_view stage, const Milestone& milestone) {
    Drift drift{DriftKind::kGateVersion,
                fmt::format("the release of {} and the feature gate {}", stage, named.name.text),
                metadata_side(input_, milestone.span,
                              fmt::format("{}: {}", stage, to_string(milestone.version))),
                entry_side(gate, entry),
                {}};
    drift.remedies = {
        {set_field(drift.one.spot, stage, fmt::format("\"{}\"", to_string(*entry.version)))},
        {remedy::SetGateVersion{to_string(milestone.version), drift.two.spot}}};
    found_.push_back(std::move(drift));
  }

  const DriftInput& input_;
  const DriftCode& code_;
  std::vector<Drift> found_;
};

}  // namespace

std::vector<Drift> code_drifts(const DriftInput& input, const DriftCode& code) {
  return CodeDrifts(input, code).find();
}

std::vector<std::string> components_in_code(const Process& process, const Facts& facts,
                                            const FeatureGates& gates) {
  std::vector<std::string> components;
  for (const Card& card : facts.index().cards) {
    for (const NamedGate& named : named_gates(process, card)) {
      if (!gates.find(named.name.text)) continue;
      components.insert(components.end(), named.components.begin(), named.components.end());
    }
  }
  std::ranges::sort(components);
  const auto same = std::ranges::unique(components);
  components.erase(same.begin(), same.end());
  return components;
}

std::vector<const CodeGate*> unnamed_gates(const Facts& facts, const FeatureGates& gates) {
  std::vector<const CodeGate*> unnamed;
  for (const CodeGate& gate : gates.all()) {
    if (!facts.index().by_feature_gate.contains(gate.name)) unnamed.push_back(&gate);
  }
  return unnamed;
}

}  // namespace milepost::drift
