#include "features/graph/graph.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "workspace/repository_fixture.h"

namespace milepost::graph {
namespace {

using Texts = std::vector<std::string>;

class Graphs : public RepositoryFixture {
 protected:
  Texts draw(const std::string& query = {}) {
    const auto workspace = Workspace::open({.directory = at("")}, now_utc());
    EXPECT_TRUE(workspace);
    auto graph = relations_graph(**workspace, {query, ""});
    failure_ = graph ? list::ListFailure{} : graph.error();
    graph_ = graph ? std::move(*graph) : Graph{};
    Texts edges;
    for (const GraphEdge& edge : graph_.edges) {
      edges.push_back(fmt::format("{} {} {}{}", graph_.nodes[edge.from].id, name(edge.relation),
                                  graph_.nodes[edge.to].id, edge.one_sided ? " one-sided" : ""));
    }
    return edges;
  }
  Texts nodes() const {
    Texts all;
    for (const GraphNode& node : graph_.nodes) {
      all.push_back(node.id + (node.missing ? " missing" : "") + (node.closed ? " closed" : ""));
    }
    return all;
  }

  Graph graph_;
  list::ListFailure failure_;
};

TEST_F(Graphs, JoinProposalsByTheirRelations) {
  const struct {
    const char *name, *first, *second;
    Texts want;
  } cases[] = {
      {"none", "", "", {}},
      {"one names the other", "see-also: [/ways/2-y]\n", "", {"1 see-also 2 one-sided"}},
      {"both do", "see-also: [/ways/2-y]\n", "see-also: [/ways/1-x]\n", {"1 see-also 2"}},
      {"twice", "see-also: [/ways/2-y, 2-y/README.md]\n", "", {"1 see-also 2 one-sided"}},
      {"replaces", "replaces: [/ways/2-y]\n", "", {"1 replaces 2 one-sided"}},
      {"is replaced", "", "superseded-by: [/ways/1-x]\n", {"1 replaces 2 one-sided"}},
      {"both say so", "replaces: [/ways/2-y]\n", "superseded-by: [/ways/1-x]\n", {"1 replaces 2"}},
      {"each other",
       "replaces: [/ways/2-y]\n",
       "replaces: [/ways/1-x]\n",
       {"1 replaces 2 one-sided", "2 replaces 1 one-sided"}},
      {"two relations",
       "replaces: [/ways/2-y]\n",
       "see-also: [/ways/1-x]\n",
       {"1 replaces 2 one-sided", "2 see-also 1 one-sided"}},
      {"itself", "see-also: [/ways/1-x]\n", "", {"1 see-also 1"}},
      {"nothing", "see-also: [/ways/9-gone]\n", "", {"1 see-also /ways/9-gone one-sided"}},
      {"a page elsewhere", "see-also: [https://example.org/talk]\n", "", {}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    propose("1-x", std::string("title: Faster\nnumber: 1\nstatus: accepted\n") + c.first);
    propose("2-y", std::string("title: Slower\nnumber: 2\nstatus: done\n") + c.second);
    EXPECT_EQ(draw(), c.want);
    EXPECT_EQ(nodes().at(0), "1");
    EXPECT_EQ(nodes().at(1), "2 closed");
  }
}

TEST_F(Graphs, DrawWhatAQueryFindsAndItsNeighbours) {
  propose("1-x", "number: 1\nstatus: accepted\nsee-also: [/ways/2-y]\n");
  propose("2-y", "number: 2\nstatus: done\nreplaces: [/ways/3-z]\n");
  propose("3-z", "number: 3\nstatus: done\n");
  propose("4-a", "number: 4\nstatus: done\n");
  EXPECT_EQ(draw("number:1"), Texts{"1 see-also 2 one-sided"});
  EXPECT_EQ(nodes(), (Texts{"1", "2 closed"}));
  EXPECT_EQ(draw("number:3"), Texts{"2 replaces 3 one-sided"});
  EXPECT_EQ(draw("number:9"), Texts{});
  EXPECT_EQ(nodes(), Texts{});
  EXPECT_EQ(failure_.message, "");
  draw("numbr:1");
  ASSERT_TRUE(failure_.fault);
  EXPECT_EQ(failure_.fault->span, (Span{0, 5}));
}

TEST_F(Graphs, RefuseANumberThatNoProposalHas) {
  propose("1-x", "number: 1\ntitle: Ready by 2030\nstatus: accepted\n");
  const struct {
    const char *name, *query, *want;
  } cases[] = {
      {"a proposal's", "1", ""},
      {"nobody's", "99999", "99999: there is no proposal of that number"},
      {"beside a term", "status:accepted 99999", "99999: there is no proposal of that number"},
      {"a word of a title", "2030", ""},
      {"one that is there, but not so", "1 status:done", ""},
      {"text", "text:\"99999 ways\"", ""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    draw(c.query);
    EXPECT_EQ(failure_.message, c.want);
  }
}

TEST_F(Graphs, TellProposalsOfOneNumberApart) {
  propose("1-x", "number: 1\nstatus: accepted\n");
  propose("1-y", "number: 1\nstatus: accepted\nsee-also: [/ways/1-x]\n");
  EXPECT_EQ(draw(), Texts{"ways/1-y see-also 1 one-sided"});
}

}  // namespace
}  // namespace milepost::graph
