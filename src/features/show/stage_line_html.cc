#include "features/show/stage_line_html.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "features/common/values_html.h"

namespace milepost::show {

namespace {

// Where the usual steps lead from a status, itself included, until it is closed.
std::vector<std::string> usual_way(const Process& process, std::string_view from) {
  std::vector<std::string> way;
  const Status* status = process.find_status(from);
  while (status && std::ranges::find(way, status->id) == way.end()) {
    way.push_back(status->id);
    if (status->closed || status->moves.empty()) break;
    status = process.find_status(status->moves.front().to);
  }
  return way;
}

class StageLine {
 public:
  StageLine(const Process& process, const ProposalView& view)
      : process_(process),
        view_(view),
        card_(view.page.card),
        status_(process.find_status(view.page.card.status)),
        over_(status_ && status_->closed) {}

  Json make() {
    const Ladder* const ladder = find_ladder();
    if (ladder) {
      add_beginning();
      add_stages(*ladder);
      add_end();
    } else {
      add_statuses();
    }
    return std::move(list_);
  }

 private:
  const Ladder* find_ladder() const {
    for (const Ladder& ladder : process_.ladders) {
      if (std::ranges::find(ladder.stages, card_.stage) != ladder.stages.end()) return &ladder;
    }
    return process_.ladders.empty() ? nullptr : &process_.ladders.front();
  }

  static Json entry(std::string_view name) {
    return {{"name", name},  {"now", false}, {"done", false},  {"ended", false}, {"aims", false},
            {"release", ""}, {"day", ""},    {"since", false}, {"lasted", ""}};
  }

  // Its status is still the first of the process: what metadata has as its stage is a plan.
  bool at_beginning() const {
    return status_ && !over_ && !status_->moves.empty() && status_ == &process_.statuses.front();
  }

  void add_day(Json& entry, const Date& day) const {
    entry["since"] = day_json(day, view_.now);
    entry["day"] = entry["since"]["day"];
  }

  void add_beginning() {
    const bool known = view_.timeline && !view_.timeline->statuses.empty();
    if (process_.statuses.empty() || (!known && !at_beginning())) return;
    Json first = entry(known ? view_.timeline->statuses.front().value : card_.status);
    if (known) add_day(first, view_.timeline->statuses.front().from);
    first["now"] = at_beginning();
    first["done"] = !at_beginning();
    list_.push_back(std::move(first));
  }

  void add_stages(const Ladder& ladder) {
    const auto here = std::ranges::find(ladder.stages, card_.stage);
    const bool planned = at_beginning();
    for (auto stage = ladder.stages.begin(); stage != ladder.stages.end(); ++stage) {
      const bool now = stage == here && !over_ && !planned;
      const bool done =
          here != ladder.stages.end() && !planned && (stage < here || (over_ && stage == here));
      Json one = entry(*stage);
      one["now"] = now;
      one["done"] = done;
      for (const auto& [of, release] : card_.milestones) {
        if (of == *stage) one["release"] = release;
      }
      one["aims"] = !done && !now && !over_ && one["release"] != "";
      if (view_.timeline && (now || done)) {
        for (const history::TimelineTenure& tenure : view_.timeline->stages) {
          if (tenure.value != *stage) continue;
          one["since"] = day_json(tenure.from, view_.now);
          // One whose last stage is behind it stays in no stage.
          const bool last = over_ && stage == here;
          one["lasted"] = last ? "" : span_text(day_number(tenure.until) - day_number(tenure.from));
        }
      }
      list_.push_back(std::move(one));
    }
  }

  void add_end() {
    if (over_) {
      list_.push_back(closed());
      return;
    }
    const std::vector<std::string> way = usual_way(process_, card_.status);
    const Status* const last = way.empty() ? nullptr : process_.find_status(way.back());
    if (last && last->closed && !last->failed) list_.push_back(entry(last->id));
  }

  // The closed status that it has.
  Json closed() const {
    Json one = entry(card_.status);
    one["ended"] = status_->failed || status_->successor;
    one["done"] = !one["ended"];
    if (view_.timeline && !view_.timeline->statuses.empty()) {
      add_day(one, view_.timeline->statuses.back().from);
    }
    return one;
  }

  void add_statuses() {
    if (process_.statuses.empty()) return;
    const std::vector<std::string> way = usual_way(process_, process_.statuses.front().id);
    const auto here = std::ranges::find(way, card_.status);
    for (auto at = way.begin(); at != way.end(); ++at) {
      // Beside the way it is known of those alone that it had.
      const bool had = view_.timeline && std::ranges::find(view_.timeline->statuses, *at,
                                                           &history::TimelineTenure::value) !=
                                             view_.timeline->statuses.end();
      if (here == way.end() && !had) continue;
      Json one = at == here && over_ ? closed() : entry(*at);
      one["now"] = at == here && !over_;
      if (at != here) one["done"] = here == way.end() || at < here;
      if (had && one["day"] == "" && (one["now"] || one["done"])) {
        for (const history::TimelineTenure& tenure : view_.timeline->statuses) {
          if (tenure.value == *at) add_day(one, tenure.from);
        }
      }
      list_.push_back(std::move(one));
    }
    if (here != way.end() || !status_) return;
    Json one = over_ ? closed() : entry(card_.status);
    one["now"] = !over_;
    list_.push_back(std::move(one));
  }

  const Process& process_;
  const ProposalView& view_;
  const Card& card_;
  const Status* const status_;
  const bool over_;
  Json list_ = Json::array();
};

}  // namespace

Json stage_line_html(const Process& process, const ProposalView& view) {
  return StageLine(process, view).make();
}

}  // namespace milepost::show
