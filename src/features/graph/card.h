// The box of one proposal in a picture of relations: what is written in it,
// where, and how high that makes it. All boxes have one width.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "features/graph/model.h"
#include "render/graph_layout.h"
#include "render/svg.h"

namespace milepost::graph {

inline constexpr double kCardWidth = 220;

// The text of one line, cut to fit.
struct CardLine {
  std::string_view style;  // CSS class
  std::string text;
  double x = 0;         // from the left of the box, to the text's start or its end …
  bool at_end = false;  // … when this is set
  double baseline = 0;  // from the top of the box
  double width = 0;     // as estimated
};

struct NodeCard {
  std::vector<CardLine> lines;
  double height = 0;
};
NodeCard make_card(const GraphNode& node);

// "open", "closed" or "missing": the CSS class, which colours no more than a
// strip and the status.
std::string_view card_class(const GraphNode& node);

// The outline and the strip at its left.
std::string draw_outline(const drawing::Box& box);

// All of it, with a link around it and the full text as its title.
std::string draw_card(const GraphNode& node, const NodeCard& card, const drawing::Box& box);

std::string_view card_style();
std::string card_rules(const svg::Colours& colours);

}  // namespace milepost::graph
