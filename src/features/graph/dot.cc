#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/printable.h"
#include "features/graph/formats.h"
#include "render/excerpt.h"
#include "render/svg.h"

namespace milepost::graph {

namespace {

constexpr std::uint32_t kColumns = 30;  // of a label's line; Graphviz breaks none itself

// The inside of a quoted string. Only quotes and backslashes mean something.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    if (c == '"' || c == '\\') out.push_back('\\');
    out.push_back(c);
  }
  return out;
}

// The same for text that is shown, where character references mean something too.
std::string shown(std::string_view text) {
  std::string out;
  for (const char c : escaped(text)) {
    if (c == '&') {
      out += "&amp;";
    } else {
      out.push_back(c);
    }
  }
  return out;
}

std::string label(const GraphNode& node) {
  std::string out = shown(node.id);
  for (const auto& text : {node.title, facts(node)}) {
    if (text.empty()) continue;
    for (const auto& line : wrap(text, kColumns, kColumns)) out += "\\n" + shown(line);
  }
  return out;
}

}  // namespace

std::string render_dot(const Graph& graph) {
  std::string out =
      "digraph proposals {\n"
      "  rankdir=LR\n"
      "  node [shape=box style=rounded fontname=\"Helvetica,Arial,sans-serif\" fontsize=11]\n"
      "  edge [fontname=\"Helvetica,Arial,sans-serif\" fontsize=9]\n";
  for (const auto& node : graph.nodes) {
    out += fmt::format("  \"{}\" [label=\"{}\"", escaped(node.id), label(node));
    if (node.missing) out += " style=\"rounded,dashed\"";
    const auto link = svg::safe_link(node.link);
    if (!link.empty()) out += fmt::format(" URL=\"{}\"", shown(link));
    out += "]\n";
  }
  for (const auto& edge : graph.edges) {
    out += fmt::format("  \"{}\" -> \"{}\" [", escaped(graph.nodes[edge.from].id),
                       escaped(graph.nodes[edge.to].id));
    out += edge.relation == Relation::kReplaces ? "label=\"replaces"
                                                : "style=dashed dir=none label=\"see also";
    out += edge.one_sided ? ", one side\"]\n" : "\"]\n";
  }
  return out + "}\n";
}

}  // namespace milepost::graph
