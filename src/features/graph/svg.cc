#include "render/svg.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/graph/card.h"
#include "features/graph/formats.h"
#include "render/graph_layout.h"

namespace milepost::graph {

namespace {

using drawing::Box;
using drawing::Cubic;
using drawing::Point;
using drawing::Route;

constexpr std::size_t kMostNodes = 3000;
constexpr std::size_t kMostEdges = 10'000;
constexpr std::size_t kMostDescribed = 40;  // relations put into words
constexpr double kMargin = 24.5;            // half a pixel keeps thin lines sharp
constexpr double kLeastWidth = 420;
constexpr double kTip = 8;  // length of what is drawn at the end of an edge
constexpr svg::Font kLegendFont{12};

// --- edges ---------------------------------------------------------------------------

std::string edge_class(Relation relation, bool one_sided) {
  std::string out = relation == Relation::kReplaces ? "replaces" : "see";
  return one_sided ? out + " half" : out;
}

// An arrow head, hollow when only one side names the other; a ring for a
// see-also that is not returned. `way` is 1 to the right, -1 to the left.
std::string draw_tip(Relation relation, bool one_sided, Point at, double way) {
  if (relation == Relation::kReplaces) {
    return fmt::format("<path class=\"tip\" d=\"M{} {}l{} -4v8z\"/>", svg::number(at.x),
                       svg::number(at.y), svg::number(-way * kTip));
  }
  if (!one_sided) return {};
  return fmt::format("<circle class=\"tip\" cx=\"{}\" cy=\"{}\" r=\"3.5\"/>",
                     svg::number(at.x - way * kTip / 2), svg::number(at.y));
}

std::string draw_curves(const std::vector<Cubic>& pieces) {
  std::string out =
      "M" + svg::number(pieces.front().from.x) + " " + svg::number(pieces.front().from.y);
  for (const auto& piece : pieces) {
    if (piece.from.y == piece.to.y) {
      out += "H" + svg::number(piece.to.x);
      continue;
    }
    std::string_view separator = "C";
    for (const Point& point : {piece.from_control, piece.to_control, piece.to}) {
      out += fmt::format("{}{} {}", separator, svg::number(point.x), svg::number(point.y));
      separator = " ";
    }
  }
  return out;
}

std::string draw_edge(Relation relation, bool one_sided, const Route& route) {
  auto pieces = drawing::curves(route);
  const Point end = route.back();
  const double way = pieces.back().to_control.x < end.x ? 1 : -1;
  const std::string tip = draw_tip(relation, one_sided, end, way);
  if (!tip.empty()) pieces.back().to.x -= way * kTip;
  return fmt::format("<path class=\"line\" d=\"{}\"/>{}", draw_curves(pieces), tip);
}

std::string sentence(const Graph& graph, const GraphEdge& edge) {
  return fmt::format("{} {} {}{}", graph.nodes[edge.from].id,
                     edge.relation == Relation::kReplaces ? "replaces" : "see also",
                     graph.nodes[edge.to].id, edge.one_sided ? " (named by one side only)" : "");
}

// --- the legend ----------------------------------------------------------------------

struct Entry {
  std::string text;
  Relation relation = Relation::kSeeAlso;
  bool one_sided = false;
  std::string box;  // the class of a box; "" for a relation
};

// Only what the picture shows.
std::vector<Entry> legend_entries(const Graph& graph) {
  std::vector<Entry> entries;
  const auto add_edge = [&](std::string text, Relation relation, bool one_sided) {
    const auto same = [&](const GraphEdge& edge) {
      return edge.relation == relation && edge.one_sided == one_sided;
    };
    if (std::ranges::any_of(graph.edges, same)) {
      entries.push_back({std::move(text), relation, one_sided, {}});
    }
  };
  add_edge("replaces", Relation::kReplaces, false);
  add_edge("replaces, named by one side only", Relation::kReplaces, true);
  add_edge("see also", Relation::kSeeAlso, false);
  add_edge("see also, named by one side only", Relation::kSeeAlso, true);
  for (const auto& [name, text] : {std::pair("open", "open"), std::pair("closed", "closed"),
                                   std::pair("missing", "not found")}) {
    const auto same = [&](const GraphNode& node) { return card_class(node) == name; };
    if (std::ranges::any_of(graph.nodes, same)) entries.push_back({text, {}, false, name});
  }
  return entries;
}

// Draws the entries in rows of at most `width`, and moves `y` below them.
std::string draw_legend(const std::vector<Entry>& entries, double width, double& y) {
  constexpr double kSample = 34;
  constexpr double kRow = 22;
  std::string out;
  double x = 0;
  y += kRow / 2;
  for (const auto& entry : entries) {
    const double taken = kSample + 8 + svg::text_width(entry.text, kLegendFont);
    if (x > 0 && x + taken > width) {
      x = 0;
      y += kRow;
    }
    const double left = kMargin + x;
    if (entry.box.empty()) {
      out +=
          fmt::format("<g class=\"{}\">{}</g>", edge_class(entry.relation, entry.one_sided),
                      draw_edge(entry.relation, entry.one_sided, {{left, y}, {left + kSample, y}}));
    } else {
      out += fmt::format("<g class=\"{}\">{}</g>", entry.box,
                         draw_outline({left, y - 8, kSample, 16}));
    }
    out += fmt::format("<text class=\"legend\" x=\"{}\" y=\"{}\">{}</text>\n",
                       svg::number(left + kSample + 8), svg::number(y + 4), svg::text(entry.text));
    x += taken + 22;
  }
  y += kRow / 2;
  return out;
}

// --- the sheet -----------------------------------------------------------------------

std::string_view static_style() {
  return ".milepost .line{fill:none;stroke-width:1.5}\n"
         ".milepost .tip{stroke-width:1.5;stroke-linejoin:round}\n"
         ".milepost .see .line{stroke-dasharray:5 4}\n"
         ".milepost .legend{font-size:12px}\n"
         ".milepost a:hover .box,.milepost a:focus .box{stroke-width:2}\n";
}

std::string rules(const svg::Colours& colours) {
  return card_rules(colours) +
         fmt::format(
             ".milepost .line,.milepost .tip{{stroke:{0}}}\n.milepost .tip{{fill:{0}}}\n"
             ".milepost .half .tip{{fill:{1}}}\n",
             colours.line, colours.paper);
}

// The nodes that have relations, unless all are wanted.
Graph drawn_part(const Graph& graph, bool keep_isolated) {
  if (keep_isolated) return graph;
  std::vector<bool> related(graph.nodes.size(), false);
  for (const auto& edge : graph.edges) {
    assert(edge.from < graph.nodes.size() && edge.to < graph.nodes.size());
    related[edge.from] = related[edge.to] = true;
  }
  Graph part;
  std::vector<std::size_t> moved(graph.nodes.size());
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    if (!related[i]) continue;
    moved[i] = part.nodes.size();
    part.nodes.push_back(graph.nodes[i]);
  }
  for (auto edge : graph.edges) {
    edge.from = moved[edge.from];
    edge.to = moved[edge.to];
    part.edges.push_back(edge);
  }
  return part;
}

std::string describe(const Graph& graph, std::size_t left_out) {
  std::string out = fmt::format("{}, {}", counted(graph.nodes.size(), "proposal"),
                                counted(graph.edges.size(), "relation"));
  if (left_out > 0) out += fmt::format("; {} without relations left out", left_out);
  out += ".";
  for (std::size_t i = 0; i < graph.edges.size(); ++i) {
    if (i == kMostDescribed) return out + " And more.";
    out += " " + sentence(graph, graph.edges[i]) + ".";
  }
  return out;
}

}  // namespace

Result<std::string> render_svg(const Graph& graph, const SvgOptions& options) {
  const Graph part = drawn_part(graph, options.keep_isolated);
  if (part.nodes.size() > kMostNodes || part.edges.size() > kMostEdges) {
    return failure(fmt::format("{} with {} are too many for a picture, which holds {} and {}",
                               counted(part.nodes.size(), "proposal"),
                               counted(part.edges.size(), "relation"), kMostNodes, kMostEdges));
  }
  drawing::LayoutInput input{kCardWidth, {}, {}};
  std::vector<NodeCard> cards;
  for (const auto& node : part.nodes) {
    cards.push_back(make_card(node));
    input.heights.push_back(cards.back().height);
  }
  for (const auto& edge : part.edges) {
    input.edges.push_back({edge.from, edge.to, edge.relation == Relation::kReplaces});
  }
  auto laid_out = drawing::lay_out(input);
  if (!laid_out) return failure("the relations are too entangled to draw; draw fewer proposals");
  drawing::Layout& layout = *laid_out;
  for (Box& box : layout.boxes) box = {box.x + kMargin, box.y + kMargin, box.width, box.height};
  for (Route& route : layout.routes) {
    for (Point& point : route) point = {point.x + kMargin, point.y + kMargin};
  }

  svg::Picture picture;
  for (std::size_t i = 0; i < part.edges.size(); ++i) {
    const auto& edge = part.edges[i];
    picture.body +=
        fmt::format("<g class=\"{}\"><title>{}</title>{}</g>\n",
                    edge_class(edge.relation, edge.one_sided), svg::text(sentence(part, edge)),
                    draw_edge(edge.relation, edge.one_sided, layout.routes[i]));
  }
  for (std::size_t i = 0; i < part.nodes.size(); ++i) {
    picture.body += draw_card(part.nodes[i], cards[i], layout.boxes[i]);
    picture.has_links = picture.has_links || !svg::safe_link(part.nodes[i].link).empty();
  }
  picture.width = std::max(layout.width, kLeastWidth) + 2 * kMargin;
  double y = kMargin;
  if (part.nodes.empty()) {
    y += 16;
    picture.body += fmt::format("<text class=\"legend\" x=\"{}\" y=\"{}\">No relations.</text>\n",
                                svg::number(kMargin), svg::number(y));
  } else {
    y += layout.height + kMargin;
    picture.body += draw_legend(legend_entries(part), picture.width - 2 * kMargin, y);
  }
  picture.height = y + kMargin;
  picture.title = options.title;
  picture.description = describe(part, graph.nodes.size() - part.nodes.size());
  picture.style = std::string(card_style()) + std::string(static_style());
  picture.rules = rules;
  return svg::document(picture);
}

}  // namespace milepost::graph
