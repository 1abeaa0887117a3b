// The gate panel: what is missing for a step, by who can supply it, with what can be done about
// each as a link or a form. Values of web/gate_panel.html.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "features/common/remedy_html.h"
#include "features/common/route.h"
#include "features/move/model.h"
#include "render/json_value.h"

namespace milepost::move {

struct GatePanel {
  const ProposalGate& gate;
  bool anywhere_on_earth = false;
  Instant now;
  std::string tag;  // of the proposal, for forms
  EditLinks edit;   // of its files
  // Where a place in its files is on the page, as "#goals"; "" for nowhere.
  std::function<std::string(const Spot& spot)> place = {};
  // The roles that whoever has signed in may approve as; none: nobody has, and anybody may.
  std::optional<std::vector<std::string>> approves_as = {};
};

Json gate_html(const Visit& visit, const GatePanel& panel);

}  // namespace milepost::move
