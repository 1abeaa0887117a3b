#include "features/process/machine_svg.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "render/graph_layout.h"
#include "render/svg.h"

namespace milepost::process {

namespace {

constexpr double kBoxWidth = 150;
constexpr double kBoxHeight = 44;
constexpr double kEdge = 12;  // around the drawing
constexpr double kArrow = 8;
constexpr svg::Font kNameFont{14, true};

// A box of the drawing.
struct State {
  std::string name;
  std::string note;        // below the name
  std::string_view style;  // "open", "closed" or "failed"
};

struct Arrow {
  drawing::LayoutEdge edge;
  std::string title;  // told when pointed at
  bool usual = false;
};

std::string path_of(const drawing::Route& route) {
  auto pieces = drawing::curves(route);
  const double way = pieces.back().to_control.x < pieces.back().to.x ? 1 : -1;
  pieces.back().to.x -= way * kArrow;
  std::string out =
      fmt::format("M{} {}", svg::number(pieces.front().from.x), svg::number(pieces.front().from.y));
  for (const drawing::Cubic& piece : pieces) {
    out += fmt::format("C{} {} {} {} {} {}", svg::number(piece.from_control.x),
                       svg::number(piece.from_control.y), svg::number(piece.to_control.x),
                       svg::number(piece.to_control.y), svg::number(piece.to.x),
                       svg::number(piece.to.y));
  }
  return out;
}

std::string arrow_svg(const Arrow& arrow, const drawing::Route& route) {
  const auto pieces = drawing::curves(route);
  const drawing::Point end = route.back();
  const double way = pieces.back().to_control.x < end.x ? 1 : -1;
  return fmt::format(
      "<g class=\"{}\"><title>{}</title><path class=\"line\" d=\"{}\"/><path class=\"tip\" "
      "d=\"M{} {}l{} -4v8z\"/></g>\n",
      arrow.usual ? "move usual" : "move", svg::text(arrow.title), path_of(route),
      svg::number(end.x), svg::number(end.y), svg::number(-way * kArrow));
}

std::string state_svg(const State& state, const drawing::Box& box) {
  const double middle = box.x + box.width / 2;
  std::string out = fmt::format(
      "<g class=\"state {}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"8\"/>",
      state.style, svg::number(box.x), svg::number(box.y), svg::number(box.width),
      svg::number(box.height));
  const double base = box.y + box.height / 2 + (state.note.empty() ? 5 : -3);
  out +=
      fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>", svg::number(middle),
                  svg::number(base), svg::text(svg::fit(state.name, box.width - 12, kNameFont)));
  if (!state.note.empty()) {
    out += fmt::format("<text class=\"note\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                       svg::number(middle), svg::number(base + 17),
                       svg::text(svg::fit(state.note, box.width - 12, {12})));
  }
  return out + "</g>\n";
}

std::string draw_states(const std::vector<State>& states, const std::vector<Arrow>& arrows,
                        std::string_view label) {
  drawing::LayoutInput input;
  input.box_width = kBoxWidth;
  input.heights.assign(states.size(), kBoxHeight);
  // Columns follow the order in which the process names its states: a move to an earlier one is
  // laid out as if it went the other way.
  for (const Arrow& arrow : arrows) {
    const auto [first, last] = std::minmax(arrow.edge.from, arrow.edge.to);
    input.edges.push_back({first, last, arrow.edge.directed});
  }
  auto layout = drawing::lay_out(input);
  if (states.empty() || !layout) return {};
  for (std::size_t i = 0; i < arrows.size(); ++i) {
    if (arrows[i].edge.to < arrows[i].edge.from) std::ranges::reverse(layout->routes[i]);
  }
  const std::string width = svg::number(layout->width + 2 * kEdge);
  const std::string height = svg::number(layout->height + 2 * kEdge);
  std::string out = fmt::format(
      "<svg class=\"machine\" role=\"img\" aria-label=\"{0}\" width=\"{1}\" height=\"{2}\" "
      "viewBox=\"0 0 {1} {2}\">\n<g transform=\"translate({3} {3})\">\n",
      svg::text(label), width, height, svg::number(kEdge));
  for (std::size_t i = 0; i < arrows.size(); ++i) out += arrow_svg(arrows[i], layout->routes[i]);
  for (std::size_t i = 0; i < states.size(); ++i) out += state_svg(states[i], layout->boxes[i]);
  return out + "</g>\n</svg>\n";
}

std::string note_of(const Status& status) {
  if (status.successor) return "names its successor";
  if (status.failed) return "came to nothing";
  return status.closed ? "finished" : "";
}

}  // namespace

std::string movers_text(const Process& process, const Move& move) {
  if (move.by.empty()) return "anybody";
  std::vector<std::string> titles;
  for (const std::string& id : move.by) {
    const Role* const role = process.find_role(id);
    titles.push_back(role && !role->title.empty() ? role->title : id);
  }
  return fmt::format("{}", fmt::join(titles, " or "));
}

std::string render_statuses_svg(const Process& process) {
  std::vector<State> states;
  std::vector<Arrow> arrows;
  for (std::size_t i = 0; i < process.statuses.size(); ++i) {
    const Status& status = process.statuses[i];
    states.push_back({status.id, note_of(status),
                      status.failed   ? "failed"
                      : status.closed ? "closed"
                                      : "open"});
    for (const Move& move : status.moves) {
      const auto to = std::ranges::find(process.statuses, move.to, &Status::id);
      if (to == process.statuses.end()) continue;
      arrows.push_back({{i, static_cast<std::size_t>(to - process.statuses.begin()), true},
                        fmt::format("{} → {}: {}{}", status.id, move.to, movers_text(process, move),
                                    move.reason ? ", with a reason" : ""),
                        &move == &status.moves.front()});
    }
  }
  return draw_states(states, arrows, "Statuses and the moves between them");
}

std::string render_ladder_svg(const Ladder& ladder) {
  std::vector<State> states;
  std::vector<Arrow> arrows;
  for (std::size_t i = 0; i < ladder.stages.size(); ++i) {
    const auto equal = ladder.counts_as.find(ladder.stages[i]);
    states.push_back(
        {ladder.stages[i],
         equal == ladder.counts_as.end() ? std::string() : "counts as " + equal->second.stage,
         "open"});
    if (i > 0) {
      arrows.push_back(
          {{i - 1, i, true}, fmt::format("{} → {}", ladder.stages[i - 1], ladder.stages[i]), true});
    }
  }
  return draw_states(states, arrows, "Stages of the ladder " + ladder.id);
}

}  // namespace milepost::process
