// Sweeps through the layers, sorting each by the mean place of its neighbours in
// the layer swept before, and swapping vertices where that helps (Sugiyama,
// Tagawa and Toda). A sweep takes time linear in the edges, but for the sorting.

#include <algorithm>
#include <cstdint>
#include <utility>

#include "render/graph_layers.h"

namespace milepost::drawing {

namespace {

constexpr std::size_t kMostSweeps = 24;
constexpr std::size_t kLeastSweeps = 4;
constexpr std::size_t kEffort = 300'000;  // vertices visited in all sweeps together
constexpr int kPatience = 6;              // sweeps without a gain before giving up
constexpr int kSwapPasses = 4;

class Sweeper {
 public:
  explicit Sweeper(LayeredGraph& graph) : graph_(graph), place_(graph.size()) {
    for (const auto& layer : graph_.layers) number(layer);
  }

  void sweep(bool forward) {
    auto& layers = graph_.layers;
    for (std::size_t i = 1; i < layers.size(); ++i) {
      sort_layer(layers[forward ? i : layers.size() - 1 - i],
                 forward ? graph_.before : graph_.after);
    }
    for (int pass = 0; pass < kSwapPasses; ++pass) {
      if (!swap_vertices()) break;
    }
  }

  std::size_t crossings() {
    std::size_t sum = 0;
    for (std::size_t i = 1; i < graph_.layers.size(); ++i) {
      sum += crossings_between(graph_.layers[i - 1], graph_.layers[i]);
    }
    return sum;
  }

 private:
  struct Keyed {
    double mean;
    Vertex vertex;
  };

  void number(const std::vector<Vertex>& layer) {
    for (std::uint32_t i = 0; i < layer.size(); ++i) place_[layer[i]] = i;
  }

  void sort_by_place(std::vector<Vertex>& vertices) const {
    std::ranges::sort(vertices, {}, [&](Vertex v) { return place_[v]; });
  }

  // Vertices without neighbours on that side keep their places.
  void sort_layer(std::vector<Vertex>& layer, const std::vector<std::vector<Vertex>>& side) {
    std::vector<Keyed> keyed;
    std::vector<std::uint32_t> places;
    for (std::uint32_t i = 0; i < layer.size(); ++i) {
      const auto& neighbours = side[layer[i]];
      if (neighbours.empty()) continue;
      double sum = 0;
      for (const Vertex w : neighbours) sum += place_[w];
      keyed.push_back({sum / static_cast<double>(neighbours.size()), layer[i]});
      places.push_back(i);
    }
    std::ranges::stable_sort(keyed, {}, &Keyed::mean);
    for (std::size_t i = 0; i < keyed.size(); ++i) layer[places[i]] = keyed[i].vertex;
    number(layer);
  }

  // How many crossings go when the first vertex, now above, moves below the
  // second. Both lists are sorted by place.
  std::ptrdiff_t gain(const std::vector<Vertex>& first, const std::vector<Vertex>& second) const {
    std::ptrdiff_t sum = 0;
    std::size_t above = 0;      // of the second's neighbours, those above the first's …
    std::size_t not_below = 0;  // … and those not below it
    for (const Vertex v : first) {
      while (above < second.size() && place_[second[above]] < place_[v]) ++above;
      while (not_below < second.size() && place_[second[not_below]] <= place_[v]) ++not_below;
      sum += static_cast<std::ptrdiff_t>(above);
      sum -= static_cast<std::ptrdiff_t>(second.size() - not_below);
    }
    return sum;
  }

  bool swap_vertices() {
    bool swapped = false;
    for (auto& layer : graph_.layers) {
      for (const Vertex v : layer) {
        sort_by_place(graph_.before[v]);
        sort_by_place(graph_.after[v]);
      }
      for (std::size_t i = 1; i < layer.size(); ++i) {
        const Vertex a = layer[i - 1];
        const Vertex b = layer[i];
        const auto gained =
            gain(graph_.before[a], graph_.before[b]) + gain(graph_.after[a], graph_.after[b]);
        if (gained <= 0) continue;
        std::swap(layer[i - 1], layer[i]);
        std::swap(place_[a], place_[b]);
        swapped = true;
      }
    }
    return swapped;
  }

  // Counts, for each edge from the top, those met before that end further down;
  // sums over ends are kept in a Fenwick tree.
  std::size_t crossings_between(const std::vector<Vertex>& layer, const std::vector<Vertex>& next) {
    std::vector<std::size_t> tree(next.size() + 1, 0);
    std::size_t met = 0;
    std::size_t sum = 0;
    for (const Vertex v : layer) {
      sort_by_place(graph_.after[v]);
      for (const Vertex w : graph_.after[v]) {
        std::size_t not_below = 0;
        for (std::size_t i = place_[w] + std::size_t{1}; i > 0; i &= i - 1) not_below += tree[i];
        sum += met - not_below;
        ++met;
        for (std::size_t i = place_[w] + std::size_t{1}; i < tree.size(); i += i & (~i + 1)) {
          ++tree[i];
        }
      }
    }
    return sum;
  }

  LayeredGraph& graph_;
  std::vector<std::uint32_t> place_;  // within its layer
};

}  // namespace

std::size_t count_crossings(LayeredGraph& graph) { return Sweeper(graph).crossings(); }

void reduce_crossings(LayeredGraph& graph) {
  Sweeper sweeper(graph);
  auto best = graph.layers;
  std::size_t fewest = sweeper.crossings();
  int in_vain = 0;
  const std::size_t sweeps = std::clamp(kEffort / graph.size(), kLeastSweeps, kMostSweeps);
  for (std::size_t i = 0; i < sweeps && fewest > 0 && in_vain < kPatience; ++i) {
    sweeper.sweep(i % 2 == 0);
    const std::size_t crossings = sweeper.crossings();
    ++in_vain;
    if (crossings >= fewest) continue;
    fewest = crossings;
    best = graph.layers;
    in_vain = 0;
  }
  graph.layers = std::move(best);
}

}  // namespace milepost::drawing
