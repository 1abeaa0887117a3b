#include "features/move/gate_html.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/deadline.h"
#include "base/strings.h"
#include "features/common/remedy_text.h"
#include "features/common/values_html.h"
#include "features/move/waiting.h"
#include "process/moves.h"

namespace milepost::move {

namespace {

class Panel {
 public:
  Panel(const Visit& visit, const GatePanel& panel)
      : visit_(visit),
        panel_(panel),
        name_(subject_of_key(proposal_json(visit, panel.gate.proposal)["key"].get<std::string>())) {
  }

  Json make() const {
    const GateVerdict& gate = panel_.gate.gate;
    const Step& step = gate.step;
    const auto missing = static_cast<std::size_t>(
        std::ranges::count_if(gate.conditions, [](const Verdict& v) { return v.closes(); }));
    const bool open = gate.open();
    const bool stays = step.from() == step.to();
    const Json steps = other_steps();
    Json value = {
        {"finished", panel_.gate.finished},
        {"steps", steps},
        {"has_steps", !steps.empty()},
        {"open", open && !panel_.gate.finished},
        {"missing", open ? std::string() : std::to_string(missing)},
        {"to", step.to()},
        {"title",
         panel_.gate.finished ? "No step is left" : fmt::format("Ready for {}?", step.to())},
        {"status", panel_.gate.status},
        {"failed", failed()},
        {"release", step.release},
        {"deadline", deadline()},
        {"groups", groups()},
        {"settled", listed([](const Verdict& v) { return v.holds == Holds::kYes; })},
        {"by_merging", listed([](const Verdict& v) {
           return !v.advice && v.merge && v.holds == Holds::kUnknown;
         })},
        {"advice", listed([](const Verdict& v) { return v.advice && v.holds != Holds::kYes; })},
        {"command", open && !stays && !panel_.gate.finished
                        ? command_text(remedy::Promote{name_, step.to(), step.release})
                        : std::string()}};
    return value;
  }

 private:
  bool failed() const {
    const Status* const status = visit_.workspace->process().find_status(panel_.gate.status);
    return status && (status->failed || status->successor);
  }

  // Where else it could go: the other stages of its ladder, and the statuses it may move to.
  Json other_steps() const {
    Json list = Json::array();
    if (visit_.links.is_static) return list;
    const Step& asked = panel_.gate.gate.step;
    const Process& process = visit_.workspace->process();
    const auto add = [&](const std::string& to) {
      list.push_back({{"name", to},
                      {"href", fmt::format("?to={}#Gate", http::encode(to))},
                      {"here", !panel_.gate.finished && to == asked.to()}});
    };
    for (const Ladder& ladder : process.ladders) {
      const auto& stages = ladder.stages;
      if (std::ranges::find(stages, panel_.gate.stage) == stages.end() &&
          std::ranges::find(stages, asked.to_stage) == stages.end())
        continue;
      for (const std::string& stage : stages) add(stage);
    }
    for (const Status& status : process.statuses) {
      const MoveRuling ruling = rule_status_move(process, panel_.gate.status, status.id);
      if (status.id != panel_.gate.status && ruling.legality == Legality::kLegal) add(status.id);
    }
    return list;
  }

  // The nearest that something missing has to meet.
  Json deadline() const {
    const Verdict* nearest = nullptr;
    for (const Verdict& verdict : panel_.gate.gate.conditions) {
      if (!verdict.deadline || !(panel_.now < *verdict.deadline)) continue;
      if (!nearest || *verdict.deadline < *nearest->deadline) nearest = &verdict;
    }
    if (!nearest) return false;
    return {{"title", nearest->deadline_title},
            {"in", from_now(*nearest->deadline, panel_.now)},
            {"iso", to_string(*nearest->deadline)},
            {"utc", utc_text(*nearest->deadline)},
            {"text", deadline_text(*nearest->deadline, panel_.anywhere_on_earth)}};
  }

  Json groups() const {
    Json list = Json::array();
    for (const WaitingGroup& group : waiting_groups(panel_.gate.gate, &Verdict::closes)) {
      Json conditions = Json::array();
      for (const Verdict* verdict : group.verdicts) conditions.push_back(condition(*verdict));
      constexpr std::size_t kShown = 4;
      const std::size_t shown = std::min(group.who.size(), kShown);
      list.push_back(
          {{"title", group.title},
           {"who", people_json(visit_, std::span(group.who).first(shown))},
           {"others", group.who.size() > shown ? "and " + counted(group.who.size() - shown, "other")
                                               : std::string()},
           {"conditions", std::move(conditions)}});
    }
    return list;
  }

  template <typename Wanted>
  Json listed(const Wanted& wanted) const {
    Json conditions = Json::array();
    for (const Verdict& verdict : panel_.gate.gate.conditions) {
      if (wanted(verdict)) conditions.push_back(condition(verdict));
    }
    if (conditions.empty()) return false;
    const std::size_t count = conditions.size();
    return {{"count", counted(count, "condition")},
            {"holds", count == 1 ? "holds" : "hold"},
            {"conditions", std::move(conditions)}};
  }

  Json condition(const Verdict& verdict) const {
    const bool mild = verdict.advice && verdict.holds == Holds::kNo;
    const bool yes = verdict.holds == Holds::kYes;
    const bool no = verdict.holds == Holds::kNo && !mild;
    Json value = {{"mark", yes    ? "✓"
                           : mild ? "!"
                           : no   ? "✗"
                                  : "?"},
                  {"tone", yes    ? "good"
                           : mild ? "warn"
                           : no   ? "bad"
                                  : "unknown"},
                  {"word", yes    ? "holds"
                           : mild ? "advice"
                           : no   ? "missing"
                                  : "unknown"},
                  {"message", verdict.message},
                  {"details", details(verdict)},
                  {"more", ""},
                  {"remedy", false},
                  {"how", ""}};
    if (verdict.details.size() > kShownDetails) {
      value["more"] = fmt::format("and {} more", verdict.details.size() - kShownDetails);
    }
    if (yes) return value;
    if (auto remedy = best_remedy(for_visitor(verdict), visit_.links, panel_.edit)) {
      go_to_section(verdict, *remedy);
      value["remedy"] = remedy_html(*remedy, visit_.visitor, panel_.tag);
      const bool shown = !remedy->href.empty() || !remedy->command.empty();
      if (!shown) value["how"] = remedy->words;
    }
    return value;
  }

  bool is_refused(const Remedy& remedy) const {
    const auto* const command = std::get_if<remedy::Command>(&remedy.what);
    const auto* const approve = command ? std::get_if<remedy::Approve>(command) : nullptr;
    if (!approve || !panel_.approves_as) return false;
    const auto& held = *panel_.approves_as;
    return approve->role.empty() ? held.empty()
                                 : std::ranges::find(held, approve->role) == held.end();
  }

  // Without the approvals that would be refused to them.
  Verdict for_visitor(Verdict verdict) const {
    std::erase_if(verdict.remedies, [&](const Remedy& remedy) { return is_refused(remedy); });
    for (Remedy& remedy : verdict.remedies) remedy = named(std::move(remedy));
    return verdict;
  }

  // By its path where others have its number.
  Remedy named(Remedy remedy) const {
    const bool here = about(remedy, {panel_.gate.proposal.called()}) == remedy;
    return here ? about(std::move(remedy), {name_}) : remedy;
  }

  std::string place_of(const Detail& detail) const {
    return detail.title && detail.spot && panel_.place ? panel_.place(*detail.spot) : std::string();
  }

  // Sections to write: to the first that the text has, on this page.
  void go_to_section(const Verdict& verdict, WebRemedy& remedy) const {
    const auto* const command = verdict.remedies.empty()
                                    ? nullptr
                                    : std::get_if<remedy::Command>(&verdict.remedies.front().what);
    if (!command || !std::holds_alternative<remedy::FillSections>(*command)) return;
    for (const Detail& detail : verdict.details) {
      const std::string place = place_of(detail);
      if (place.empty()) continue;
      remedy.label = verdict.details.size() > 1 ? "Go to the first" : "Go there";
      remedy.href = place;
      return;
    }
    if (panel_.edit.text.empty()) return;
    remedy.label = "Edit";  // none of them is there yet
    remedy.href = panel_.edit.text;
  }

  static bool compares(const Detail& detail) {
    const auto* const command =
        detail.remedy ? std::get_if<remedy::Command>(&detail.remedy->what) : nullptr;
    return command && std::holds_alternative<remedy::CompareApproved>(*command);
  }

  Json details(const Verdict& verdict) const {
    Json list = Json::array();
    for (const Detail& detail : verdict.details) {
      if (list.size() == kShownDetails) break;
      std::string href = place_of(detail);
      if (href.empty() && detail.remedy) {
        const WebRemedy remedy = web_remedy(named(*detail.remedy), visit_.links, panel_.edit);
        if (!remedy.posts) href = remedy.href;
      }
      std::string text = trimmed_text(href.empty() ? detail_text(detail) : detail.text);
      // What a command would show is behind the link itself.
      if (!href.empty() && compares(detail)) text = "see the change";
      list.push_back({{"text", text}, {"note", detail.note}, {"href", href}});
    }
    return list;
  }

  static std::string trimmed_text(const std::string& text) { return std::string(trim(text)); }

  static constexpr std::size_t kShownDetails = 8;

  const Visit& visit_;
  const GatePanel& panel_;
  const std::string name_;  // what addresses call the proposal, as commands do
};

}  // namespace

Json gate_html(const Visit& visit, const GatePanel& panel) { return Panel(visit, panel).make(); }

}  // namespace milepost::move
