#include "features/common/verbs.h"

#include "cli/verb.h"
#include "features/graph/formats.h"
#include "features/graph/graph.h"
#include "features/list/query_verbs.h"

namespace milepost::graph {

namespace {

constexpr std::string_view kFormats[] = {"dot", "mermaid", "svg", "json"};

constexpr Option kOptions[] = {
    {"--format", "", "FORMAT", "how to write the graph (dot)", kFormats},
    {"--all", "", "", "with svg: draw proposals without relations too"},
    kAsOption,
    kNowOption,
    kStoreOption,
    kProcessOption,
};

constexpr Example kExamples[] = {
    {"milepost graph --format svg > relations.svg", "the repository as a picture"},
    {"milepost graph --format mermaid group:sig-node", "one group's, for a Markdown page"},
    {"milepost graph number:4211 | dot -Tpng > 4211.png", "one proposal's, by Graphviz"},
};

int run_graph(const Arguments& arguments, Console& console) {
  const auto workspace = open_workspace(arguments);
  if (!workspace) return console.report_error(workspace.error());
  const auto graph =
      relations_graph(**workspace, {list::query_of(arguments.operands()), identity_of(arguments)});
  if (!graph) return console.report_error(list::usage_error_of(graph.error()));
  const std::string_view format = arguments.value("--format");
  if (format == "svg") {
    SvgOptions options;
    options.keep_isolated = arguments.has("--all");
    const auto picture = render_svg(*graph, options);
    if (!picture) return console.report_error(picture.error().message);
    console.out += *picture;
    return kClean;
  }
  console.out += format == "mermaid" ? render_mermaid(*graph)
                 : format == "json"  ? render_graph_json(*graph)
                                     : render_dot(*graph);
  return kClean;
}

}  // namespace

extern constinit const Verb kGraphVerb{
    "graph",
    kFinding,
    "draw how proposals relate to each other",
    "What the metadata says of relations (see also, replaces, superseded by) becomes a graph: of "
    "all proposals, or of those a query finds and what they relate to. A reference that leads "
    "nowhere is drawn dashed. milepost help list explains queries.",
    kOptions,
    {"QUERY", "which proposals; nothing draws all", 0, Operands::kAny, {}, true},
    kExamples,
    "0 drawn\n2 could not run, no proposal has the number, or the graph is too large for a picture",
    run_graph,
};

}  // namespace milepost::graph
