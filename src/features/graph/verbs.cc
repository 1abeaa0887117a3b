#include "features/common/verbs.h"

#include "cli/verb.h"
#include "features/common/query_terms.h"
#include "features/graph/formats.h"
#include "features/graph/graph.h"
#include "features/list/query_verbs.h"
#include "proposal/query.h"
#include "workspace/names.h"

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

// Words that name a proposal as in other verbs, as terms of a query: "#4211", an address, the name
// of a folder. Other words are looked for in titles.
Result<std::vector<std::string>> with_terms(const Workspace& workspace,
                                            std::vector<std::string> words) {
  for (std::string& word : words) {
    if (is_query_term(word) || word.starts_with('-') || word.starts_with('(')) continue;
    const bool is_name = !number_in(word).empty() || word.find_first_of("/#") != word.npos;
    const auto found = find_meant(workspace, word);
    if (found && *found) {
      word = query_term(**found);
    } else if (is_name) {
      return tl::unexpected(found ? unnamed(workspace, word) : found.error());
    }
  }
  return words;
}

int run_graph(const Arguments& arguments, Console& console) {
  const auto workspace = open_workspace(arguments);
  if (!workspace) return console.report_error(workspace.error());
  if (!(*workspace)->recognised()) return console.report_error(not_recognised("here"));
  const auto words = with_terms(**workspace, arguments.operands());
  if (!words) return console.report_error(words.error().message);
  const auto graph = relations_graph(**workspace, {list::query_of(*words), identity_of(arguments)});
  if (!graph) return console.report_error(list::usage_error_of(graph.error()));
  const int status = report_unread_cards(**workspace, console) ? kClean : kCouldNotRun;
  const std::string_view format = arguments.value("--format");
  if (format == "svg") {
    SvgOptions options;
    options.keep_isolated = arguments.has("--all");
    const auto picture = render_svg(*graph, options);
    if (!picture) return console.report_error(picture.error().message);
    console.out += *picture;
    return status;
  }
  console.out += format == "mermaid" ? render_mermaid(*graph)
                 : format == "json"  ? render_graph_json(*graph)
                                     : render_dot(*graph);
  return status;
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
    {"QUERY",
     "which proposals, by a query or by name; nothing draws all",
     0,
     Operands::kAny,
     {},
     true},
    kExamples,
    "0 drawn\n2 could not run or not everything could be read, no proposal has the number, or the "
    "graph is too large for a picture",
    run_graph,
};

}  // namespace milepost::graph
