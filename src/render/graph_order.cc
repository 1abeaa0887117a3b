// The order of the nodes, from which the layers are made. See-also has no
// direction, so it is free to follow the order: the node with most neighbours
// stands at the beginning, or in the middle when much hangs on it.

#include <algorithm>
#include <limits>
#include <queue>
#include <utility>

#include "render/graph_layers.h"

namespace milepost::drawing {

namespace {

constexpr std::uint32_t kFar = std::numeric_limits<std::uint32_t>::max();
using Neighbours = std::vector<std::vector<Vertex>>;

Neighbours neighbours_of(std::size_t nodes, const std::vector<LayoutEdge>& edges) {
  Neighbours found(nodes);
  for (const auto& edge : edges) {
    if (edge.from == edge.to) continue;
    found[edge.from].push_back(static_cast<Vertex>(edge.to));
    found[edge.to].push_back(static_cast<Vertex>(edge.from));
  }
  return found;
}

std::vector<std::uint32_t> distances(const Neighbours& neighbours, Vertex from) {
  std::vector<std::uint32_t> distance(neighbours.size(), kFar);
  std::vector<Vertex> queue{from};
  distance[from] = 0;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    for (const Vertex v : neighbours[queue[next]]) {
      if (distance[v] != kFar) continue;
      distance[v] = distance[queue[next]] + 1;
      queue.push_back(v);
    }
  }
  return distance;
}

Vertex farthest(const std::vector<std::uint32_t>& distance) {
  return static_cast<Vertex>(std::ranges::max_element(distance) - distance.begin());
}

// The node with most neighbours; of several, the one nearest to the middle.
Vertex choose_root(const Neighbours& neighbours) {
  const Vertex one_end = farthest(distances(neighbours, 0));
  const auto from_one = distances(neighbours, one_end);
  const auto from_other = distances(neighbours, farthest(from_one));
  Vertex best = 0;
  const auto key = [&](Vertex v) {
    return std::pair(-static_cast<std::ptrdiff_t>(neighbours[v].size()),
                     std::max(from_one[v], from_other[v]));
  };
  for (Vertex v = 1; v < neighbours.size(); ++v) {
    if (key(v) < key(best)) best = v;
  }
  return best;
}

// A part of the graph that only the root holds together with the rest.
struct Branch {
  std::vector<Vertex> nodes;
  int pull = 0;  // directed edges from the root, less those to it
};

std::vector<Branch> branches_of(const Neighbours& neighbours, Vertex root,
                                const std::vector<LayoutEdge>& edges) {
  std::vector<Branch> branches;
  std::vector<std::size_t> branch_of(neighbours.size(), neighbours.size());
  for (const Vertex start : neighbours[root]) {
    if (branch_of[start] != neighbours.size()) continue;
    const std::size_t index = branches.size();
    auto& nodes = branches.emplace_back().nodes;
    branch_of[start] = index;
    nodes.push_back(start);
    for (std::size_t next = 0; next < nodes.size(); ++next) {
      for (const Vertex v : neighbours[nodes[next]]) {
        if (v == root || branch_of[v] != neighbours.size()) continue;
        branch_of[v] = index;
        nodes.push_back(v);
      }
    }
  }
  for (const auto& edge : edges) {
    if (!edge.directed || edge.from == edge.to) continue;
    if (edge.from == root) ++branches[branch_of[edge.to]].pull;
    if (edge.to == root) --branches[branch_of[edge.from]].pull;
  }
  return branches;
}

// Where each node would like to stand: its distance from the root, negative for
// branches that go before it.
std::vector<std::int64_t> wishes(const Neighbours& neighbours,
                                 const std::vector<LayoutEdge>& edges) {
  const Vertex root = choose_root(neighbours);
  const auto distance = distances(neighbours, root);
  std::vector<std::int64_t> wish(distance.begin(), distance.end());

  // Both sides of the root are used where one would be a tall, narrow column.
  const std::size_t columns = distance[farthest(distance)] + std::size_t{1};
  const bool two_sided = neighbours.size() > 2 * columns * columns;
  auto branches = branches_of(neighbours, root, edges);
  std::ranges::stable_sort(branches, [](const Branch& a, const Branch& b) {
    return std::pair(a.pull == 0, b.nodes.size()) < std::pair(b.pull == 0, a.nodes.size());
  });
  std::size_t left = 0;
  std::size_t right = 0;
  for (const auto& branch : branches) {
    const bool goes_left = branch.pull < 0 || (branch.pull == 0 && two_sided && left < right);
    (goes_left ? left : right) += branch.nodes.size();
    if (!goes_left) continue;
    for (const Vertex v : branch.nodes) wish[v] = -wish[v];
  }
  return wish;
}

}  // namespace

std::vector<Vertex> order_nodes(std::size_t nodes, const std::vector<LayoutEdge>& edges) {
  const auto wish = wishes(neighbours_of(nodes, edges), edges);
  const auto later = [&](Vertex a, Vertex b) {
    return std::pair(wish[a], a) > std::pair(wish[b], b);
  };

  Neighbours after(nodes);
  std::vector<std::uint32_t> waits_for(nodes, 0);
  for (const auto& edge : edges) {
    if (!edge.directed || edge.from == edge.to) continue;
    after[edge.from].push_back(static_cast<Vertex>(edge.to));
    ++waits_for[edge.to];
  }
  std::vector<Vertex> stuck(nodes);
  for (Vertex v = 0; v < nodes; ++v) stuck[v] = v;
  std::ranges::sort(stuck, [&](Vertex a, Vertex b) { return later(b, a); });
  std::size_t next_stuck = 0;

  std::priority_queue<Vertex, std::vector<Vertex>, decltype(later)> ready(later);
  for (Vertex v = 0; v < nodes; ++v) {
    if (waits_for[v] == 0) ready.push(v);
  }
  std::vector<Vertex> order;
  std::vector<bool> placed(nodes, false);
  while (order.size() < nodes) {
    if (ready.empty()) {  // every node left waits in a circle: let one go first
      while (placed[stuck[next_stuck]]) ++next_stuck;
      ready.push(stuck[next_stuck]);
    }
    const Vertex v = ready.top();
    ready.pop();
    if (placed[v]) continue;
    placed[v] = true;
    order.push_back(v);
    for (const Vertex w : after[v]) {
      if (--waits_for[w] == 0 && !placed[w]) ready.push(w);
    }
  }
  return order;
}

}  // namespace milepost::drawing
