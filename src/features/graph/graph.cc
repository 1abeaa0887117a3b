#include "features/graph/graph.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

#include "base/strings.h"
#include "features/list/record_terms.h"
#include "proposal/facts.h"
#include "workspace/workspace.h"

namespace milepost::graph {

namespace {

// Puts proposals and what they name into a graph, each once.
class GraphMaker {
 public:
  GraphMaker(const Process& process, const Facts& facts) : process_(process), facts_(facts) {}

  Graph make(const std::vector<const Card*>& found) {
    for (const Card* card : found) node_of(*card);
    for (const Card* card : found) {
      for (const Reference& reference : facts_.references_of(*card)) add(*card, reference);
      add_naming(*card);
    }
    for (const auto& [key, names_back] : edges_) {
      const auto& [from, to, relation] = key;
      graph_.edges.push_back({from, to, relation, !names_back});
    }
    return std::move(graph_);
  }

 private:
  using Key = std::tuple<std::size_t, std::size_t, Relation>;

  std::size_t node_of(const Card& card) {
    const std::string& id = called(card);
    const auto [at, fresh] = nodes_.emplace(card.path, graph_.nodes.size());
    if (!fresh) return at->second;
    const Status* status = process_.find_status(card.status);
    // Two proposals of one number are still two.
    const bool taken = !ids_.insert(id).second;
    graph_.nodes.push_back({taken ? card.path : id, card.title, card.group, card.status, card.stage,
                            status && status->closed, false, card.path});
    return at->second;
  }

  std::size_t missing_node(const std::string& text) {
    const auto [at, fresh] = nodes_.emplace(text, graph_.nodes.size());
    if (fresh) {
      GraphNode node;
      node.id = text;
      node.missing = true;
      graph_.nodes.push_back(std::move(node));
    }
    return at->second;
  }

  void add(const Card& card, const Reference& reference) {
    if (reference.kind == ReferenceKind::kProposal) {
      connect(card, *reference.card, reference.role);
    } else if (reference.kind == ReferenceKind::kNothing && !reference.moved_to) {
      join(node_of(card), missing_node(reference.text), reference.role, false);
    }
  }

  // Those that name this one, also when the query did not find them.
  void add_naming(const Card& card) {
    for (const FieldRole role : {FieldRole::kSeeAlso, FieldRole::kReplaces,
                                 FieldRole::kSupersededBy, FieldRole::kRequires}) {
      for (const Card* other : facts_.naming(card, role)) connect(*other, card, role);
    }
  }

  bool names(const Card& card, const Card& other, FieldRole role) const {
    return std::ranges::any_of(facts_.references_of(card), [&](const Reference& reference) {
      return reference.role == role && reference.kind == ReferenceKind::kProposal &&
             reference.card->path == other.path;
    });
  }

  void connect(const Card& card, const Card& other, FieldRole role) {
    const FieldRole back = role == FieldRole::kReplaces       ? FieldRole::kSupersededBy
                           : role == FieldRole::kSupersededBy ? FieldRole::kReplaces
                                                              : role;
    join(node_of(card), node_of(other), role, names(other, card, back));
  }

  void join(std::size_t from, std::size_t to, FieldRole role, bool names_back) {
    const bool replaces = role == FieldRole::kReplaces || role == FieldRole::kSupersededBy;
    if (role == FieldRole::kSupersededBy) std::swap(from, to);
    // A relation without a direction is one edge, whoever names whom.
    if (!replaces && edges_.contains({to, from, Relation::kSeeAlso})) std::swap(from, to);
    const Key key{from, to, replaces ? Relation::kReplaces : Relation::kSeeAlso};
    bool& both = edges_[key];
    both = both || names_back;
  }

  const Process& process_;
  const Facts& facts_;
  Graph graph_;
  std::unordered_map<std::string, std::size_t> nodes_;  // by path, or by what was written
  std::set<std::string> ids_;
  std::map<Key, bool> edges_;  // whether both name each other
};

// The number that a query names as other verbs do and that no proposal has; "" for none.
// Words in quotes are text.
std::string missing_number(const Index& index, std::string_view query) {
  if (query.find('"') != query.npos) return {};
  while (!query.empty()) {
    const auto [word, rest] = cut(query, ' ');
    query = rest;
    const bool number = !word.empty() && std::ranges::all_of(word, is_digit);
    if (number && !index.by_number.contains(plain_number(word))) return std::string(word);
  }
  return {};
}

}  // namespace

tl::expected<Graph, list::ListFailure> relations_graph(const Workspace& workspace,
                                                       const GraphOptions& options) {
  if (!workspace.recognised()) return failure(not_recognised("here"));
  TRY(const auto query, list::parse_query(workspace, options.query, options.me));
  std::vector<std::string> notes;
  TRY(const auto found, list::find_matching(workspace, workspace, query, std::nullopt, notes));
  if (found.empty()) {
    const std::string number = missing_number(workspace.index(), options.query);
    if (!number.empty()) return failure(number + ": there is no proposal of that number");
  }
  return GraphMaker(workspace.process(), workspace.facts()).make(found);
}

}  // namespace milepost::graph
