#include "render/graph_layers.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "render/graph_layout_fixture.h"

namespace milepost::drawing {
namespace {

constexpr std::size_t kPlenty = 1'000'000;

// A random graph made connected by a path, which the layers require.
LayoutInput connected(std::uint64_t seed) {
  auto input = random_layout(seed);
  for (std::size_t i = 1; i < input.heights.size(); ++i) input.edges.push_back({i / 2, i, false});
  return input;
}

LayeredGraph layers(std::size_t nodes, const std::vector<LayoutEdge>& edges) {
  auto graph = make_layers(nodes, edges, kPlenty);
  EXPECT_TRUE(graph.has_value());
  return *std::move(graph);
}

std::vector<LayoutEdge> directed(std::initializer_list<std::pair<std::size_t, std::size_t>> pairs) {
  std::vector<LayoutEdge> edges;
  for (const auto& [from, to] : pairs) edges.push_back({from, to, true});
  return edges;
}

std::size_t crossings_one_by_one(const LayeredGraph& graph) {
  std::vector<std::pair<std::size_t, std::size_t>> ends;
  std::size_t sum = 0;
  for (std::size_t l = 0; l + 1 < graph.layers.size(); ++l) {
    ends.clear();
    const auto& next = graph.layers[l + 1];
    for (std::size_t i = 0; i < graph.layers[l].size(); ++i) {
      for (const Vertex w : graph.after[graph.layers[l][i]]) {
        ends.emplace_back(i, std::ranges::find(next, w) - next.begin());
      }
    }
    for (const auto& a : ends) {
      for (const auto& b : ends) sum += a.first < b.first && a.second > b.second ? 1 : 0;
    }
  }
  return sum;
}

TEST(GraphLayers, EveryEdgeGoesFromALayerToTheNext) {
  for (std::uint64_t seed = 0; seed < kRandomGraphs; ++seed) {
    const auto input = connected(seed);
    const auto graph = layers(input.heights.size(), input.edges);
    std::size_t placed = 0;
    for (std::size_t l = 0; l < graph.layers.size(); ++l) {
      EXPECT_FALSE(graph.layers[l].empty());
      placed += graph.layers[l].size();
      for (const Vertex v : graph.layers[l]) EXPECT_EQ(graph.layer_of[v], l);
    }
    EXPECT_EQ(placed, graph.size());
    ASSERT_EQ(graph.chains.size(), input.edges.size());
    for (std::size_t i = 0; i < graph.chains.size(); ++i) {
      const auto& chain = graph.chains[i];
      const auto& edge = input.edges[i];
      const bool turned = chain.front() != edge.from;
      EXPECT_EQ(chain.front(), turned ? edge.to : edge.from);
      EXPECT_EQ(chain.back(), turned ? edge.from : edge.to);
      for (std::size_t j = 1; j < chain.size(); ++j) {
        EXPECT_EQ(graph.layer_of[chain[j]], graph.layer_of[chain[j - 1]] + 1);
        EXPECT_EQ(graph.is_bend(chain[j]), j + 1 < chain.size());
      }
    }
  }
}

TEST(GraphLayers, DirectedEdgesPointForward) {
  for (std::uint64_t seed = 0; seed < kRandomGraphs; ++seed) {
    auto input = connected(seed);
    for (auto& edge : input.edges) {
      if (edge.directed && edge.from > edge.to) std::swap(edge.from, edge.to);
    }
    const auto graph = layers(input.heights.size(), input.edges);
    for (const auto& edge : input.edges) {
      if (!edge.directed || edge.from == edge.to) continue;
      EXPECT_LT(graph.layer_of[edge.from], graph.layer_of[edge.to]) << seed;
    }
  }
}

TEST(GraphLayers, ACircleIsOpenedAtOneEdge) {
  const auto edges = directed({{0, 1}, {1, 2}, {2, 3}, {3, 0}, {1, 1}});
  const auto graph = layers(4, edges);
  std::size_t backward = 0;
  for (const auto& edge : edges) {
    backward += graph.layer_of[edge.from] > graph.layer_of[edge.to] ? 1 : 0;
  }
  EXPECT_EQ(backward, 1U);
}

TEST(GraphLayers, NodesStandNextToTheirNeighbours) {
  // 4 could stand in the first layer, but its only neighbour is in the last.
  const auto graph = layers(5, directed({{0, 1}, {1, 2}, {2, 3}, {4, 3}}));
  EXPECT_EQ(graph.layer_of[4], graph.layer_of[3] - 1);
  EXPECT_EQ(graph.size(), 5U);
}

TEST(GraphLayers, AHubStandsInTheMiddle) {
  std::vector<LayoutEdge> edges;
  for (std::size_t i = 1; i <= 20; ++i) edges.push_back({0, i, false});
  const auto graph = layers(21, edges);
  ASSERT_EQ(graph.layers.size(), 3U);
  EXPECT_EQ(graph.layers[1], std::vector<Vertex>{0});
  EXPECT_EQ(graph.layers[0].size(), 10U);
}

TEST(GraphLayers, NoMoreBendsThanAllowed) {
  const auto edges = directed({{0, 1}, {1, 2}, {2, 3}, {0, 3}});
  EXPECT_EQ(make_layers(4, edges, 2)->size(), 6U);
  EXPECT_FALSE(make_layers(4, edges, 1).has_value());
}

TEST(GraphCrossings, CountedAsOneWouldByHand) {
  for (std::uint64_t seed = 0; seed < kRandomGraphs; ++seed) {
    const auto input = connected(seed);
    auto graph = layers(input.heights.size(), input.edges);
    ASSERT_EQ(count_crossings(graph), crossings_one_by_one(graph)) << seed;
  }
}

TEST(GraphCrossings, NeverMoreThanBefore) {
  std::size_t before = 0;
  std::size_t after = 0;
  for (std::uint64_t seed = 0; seed < kRandomGraphs; ++seed) {
    const auto input = connected(seed);
    auto graph = layers(input.heights.size(), input.edges);
    const auto vertices = graph.layers;
    const std::size_t at_first = crossings_one_by_one(graph);
    reduce_crossings(graph);
    const std::size_t at_last = crossings_one_by_one(graph);
    EXPECT_LE(at_last, at_first);
    for (std::size_t l = 0; l < vertices.size(); ++l) {
      EXPECT_TRUE(std::ranges::is_permutation(vertices[l], graph.layers[l]));
    }
    before += at_first;
    after += at_last;
  }
  EXPECT_LT(2 * after, before);
}

TEST(GraphCrossings, ATreeHasNone) {
  std::vector<LayoutEdge> edges;
  for (std::size_t i = 1; i < 60; ++i) edges.push_back({(i * 7 % 11) % i, i, i % 3 == 0});
  auto graph = layers(60, edges);
  reduce_crossings(graph);
  EXPECT_EQ(count_crossings(graph), 0U);
}

TEST(GraphRows, OrderAndDistancesAreKept) {
  constexpr RowGaps kGaps{20, 8};
  for (std::uint64_t seed = 0; seed < kRandomGraphs; ++seed) {
    const auto input = connected(seed);
    auto graph = layers(input.heights.size(), input.edges);
    reduce_crossings(graph);
    const auto rows = assign_rows(graph, input.heights, kGaps);
    const auto half = [&](Vertex v) { return graph.is_bend(v) ? 0 : input.heights[v] / 2; };
    for (const auto& layer : graph.layers) {
      for (std::size_t i = 1; i < layer.size(); ++i) {
        const Vertex a = layer[i - 1];
        const Vertex b = layer[i];
        const double gap = graph.is_bend(a) || graph.is_bend(b) ? kGaps.lines : kGaps.boxes;
        ASSERT_GE(rows[b] - rows[a] + 1e-6, half(a) + half(b) + gap) << seed;
      }
    }
  }
}

TEST(GraphRows, LongEdgesRunStraight) {
  auto graph = layers(6, directed({{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {0, 5}}));
  reduce_crossings(graph);
  const auto rows = assign_rows(graph, std::vector<double>(6, 50), {20, 8});
  const auto& chain = graph.chains.back();
  ASSERT_EQ(chain.size(), 6U);
  for (std::size_t i = 2; i + 1 < chain.size(); ++i) EXPECT_EQ(rows[chain[i]], rows[chain[1]]);
  for (std::size_t i = 2; i < 5; ++i) EXPECT_EQ(rows[i], rows[1]);
}

// Where two of them cross, one gives way; nothing else bends them.
TEST(GraphRows, MostLongEdgesRunStraight) {
  std::size_t all = 0;
  std::size_t straight = 0;
  for (std::uint64_t seed = 0; seed < kRandomGraphs; ++seed) {
    const auto input = connected(seed);
    auto graph = layers(input.heights.size(), input.edges);
    reduce_crossings(graph);
    const auto rows = assign_rows(graph, input.heights, {20, 8});
    for (const auto& chain : graph.chains) {
      for (std::size_t i = 2; i + 1 < chain.size(); ++i) {
        ++all;
        straight += rows[chain[i]] == rows[chain[i - 1]] ? 1 : 0;
      }
    }
  }
  EXPECT_GT(all, 3'000U);
  EXPECT_GT(straight * 100, all * 98) << straight << " of " << all;
}

TEST(GraphRows, ANodeStandsInTheMiddleOfItsNeighbours) {
  for (const std::size_t leaves : {2U, 3U, 4U, 5U}) {
    std::vector<LayoutEdge> edges;
    for (std::size_t i = 1; i <= leaves; ++i) edges.push_back({0, i, true});
    auto graph = layers(leaves + 1, edges);
    const auto rows = assign_rows(graph, std::vector<double>(leaves + 1, 50), {20, 8});
    const auto [top, bottom] = std::minmax_element(rows.begin() + 1, rows.end());
    EXPECT_DOUBLE_EQ(rows[0], (*top + *bottom) / 2) << leaves;
    EXPECT_DOUBLE_EQ(*bottom - *top, 70 * (double(leaves) - 1)) << leaves;
  }
}

}  // namespace
}  // namespace milepost::drawing
