#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "features/graph/formats.h"

namespace milepost::graph {

namespace {

// The text of a label in double quotes. Mermaid looks into its whole source for
// directives, colours, icons, Markdown and HTML before it knows what is quoted,
// and knows no backslash; so every punctuation mark that could start one of these
// is written as an entity code, which it puts back last of all.
std::string escaped(std::string_view text) {
  constexpr std::string_view kHarmless = ",/?!'";
  const std::string clean = printable(trim(text));
  // At the start of a line these would make a list of it: "- ", "+ ", "1. ", "1) ".
  const std::size_t digits = clean.find_first_not_of("0123456789");
  std::string out;
  for (std::size_t i = 0; i < clean.size(); ++i) {
    const char c = clean[i];
    const bool within_words = (c == '-' && i > 0) || (c == '.' && i != digits);
    if (!is_punct(c) || within_words || kHarmless.find(c) != kHarmless.npos) {
      out.push_back(c);
    } else {
      out += fmt::format("#{};", static_cast<int>(c));
    }
  }
  return out;
}

std::string label(const GraphNode& node) {
  std::string out = escaped(node.id);
  for (const auto& text : {node.title, facts(node)}) {
    if (!text.empty()) out += "<br/>" + escaped(text);
  }
  return out.empty() ? " " : out;
}

}  // namespace

std::string render_mermaid(const Graph& graph) {
  std::string out = "flowchart LR\n";
  std::string missing;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    out += fmt::format("  n{}[\"{}\"]\n", i, label(graph.nodes[i]));
    if (graph.nodes[i].missing) missing += fmt::format("{}n{}", missing.empty() ? "" : ",", i);
  }
  for (const auto& edge : graph.edges) {
    const bool replaces = edge.relation == Relation::kReplaces;
    out += fmt::format("  n{} {}|{}{}| n{}\n", edge.from, replaces ? "-->" : "-.-",
                       replaces ? "replaces" : "see also", edge.one_sided ? ", one side" : "",
                       edge.to);
  }
  if (!missing.empty()) {
    out += "  classDef missing stroke-dasharray:4 3\n  class " + missing + " missing\n";
  }
  return out;
}

}  // namespace milepost::graph
