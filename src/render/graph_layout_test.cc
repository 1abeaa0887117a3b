#include "render/graph_layout.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "render/graph_layout_fixture.h"

namespace milepost::drawing {
namespace {

constexpr double kSlack = 0.01;

// Less than nothing when they overlap.
double distance(const Box& a, const Box& b) {
  const double across = std::max(b.x - a.x - a.width, a.x - b.x - b.width);
  const double down = std::max(b.y - a.y - a.height, a.y - b.y - b.height);
  return std::max(across, down);
}

bool inside(const Box& box, Point point) {
  return point.x > box.x + kSlack && point.x < box.x + box.width - kSlack &&
         point.y > box.y + kSlack && point.y < box.y + box.height - kSlack;
}

bool at_side(const Box& box, Point point) {
  const bool left = point.x == box.x;
  const bool right = point.x == box.x + box.width;
  return (left || right) && point.y > box.y && point.y < box.y + box.height;
}

Point point_at(const Cubic& piece, double t) {
  const double s = 1 - t;
  const auto mix = [&](double a, double b, double c, double d) {
    return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
  };
  return {mix(piece.from.x, piece.from_control.x, piece.to_control.x, piece.to.x),
          mix(piece.from.y, piece.from_control.y, piece.to_control.y, piece.to.y)};
}

TEST(GraphLayout, BoxesDoNotOverlap) {
  for (std::uint64_t seed = 0; seed < kRandomGraphs; ++seed) {
    const auto input = random_layout(seed);
    const auto layout = lay_out(input);
    ASSERT_TRUE(layout.has_value());
    ASSERT_EQ(layout->boxes.size(), input.heights.size());
    for (std::size_t i = 0; i < layout->boxes.size(); ++i) {
      const Box& box = layout->boxes[i];
      EXPECT_EQ(box.width, input.box_width);
      EXPECT_EQ(box.height, input.heights[i]);
      EXPECT_GE(box.x, 0);
      EXPECT_GE(box.y, 0);
      EXPECT_LE(box.x + box.width, layout->width);
      EXPECT_LE(box.y + box.height, layout->height);
      for (std::size_t j = 0; j < i; ++j) {
        ASSERT_GE(distance(box, layout->boxes[j]), 20) << seed << ": " << i << ", " << j;
      }
    }
  }
}

TEST(GraphLayout, EdgesLeadFromBoxToBoxAndEnterNone) {
  for (std::uint64_t seed = 0; seed < kRandomGraphs; ++seed) {
    const auto input = random_layout(seed);
    const auto layout = *lay_out(input);
    for (std::size_t i = 0; i < input.edges.size(); ++i) {
      SCOPED_TRACE(testing::Message() << seed << ": edge " << i);
      const Route& route = layout.routes[i];
      ASSERT_TRUE(at_side(layout.boxes[input.edges[i].from], route.front()));
      ASSERT_TRUE(at_side(layout.boxes[input.edges[i].to], route.back()));
      for (const auto& piece : curves(route)) {
        EXPECT_EQ(piece.from.y, piece.from_control.y);  // level at both ends, so
        EXPECT_EQ(piece.to.y, piece.to_control.y);      // pieces join smoothly
        for (double t = 0; t <= 1; t += 1.0 / 32) {
          const Point point = point_at(piece, t);
          ASSERT_GE(point.x, 0);
          ASSERT_GE(point.y, 0);
          ASSERT_LE(point.x, layout.width);
          ASSERT_LE(point.y, layout.height);
          for (const Box& box : layout.boxes) ASSERT_FALSE(inside(box, point));
        }
      }
    }
  }
}

TEST(GraphLayout, EdgesEndApart) {
  for (std::uint64_t seed = 0; seed < kRandomGraphs; ++seed) {
    const auto layout = *lay_out(random_layout(seed));
    std::set<std::pair<double, double>> ends;
    for (const auto& route : layout.routes) {
      EXPECT_TRUE(ends.emplace(route.front().x, route.front().y).second) << seed;
      EXPECT_TRUE(ends.emplace(route.back().x, route.back().y).second) << seed;
    }
  }
}

TEST(GraphLayout, EdgesOfOneSideDoNotCrossThere) {
  struct End {
    std::size_t node;
    Point at;
    Point next;
  };
  for (std::uint64_t seed = 0; seed < kRandomGraphs; ++seed) {
    const auto input = random_layout(seed);
    const auto layout = *lay_out(input);
    std::vector<End> ends;
    for (std::size_t i = 0; i < input.edges.size(); ++i) {
      const auto& edge = input.edges[i];
      if (edge.from == edge.to) continue;
      const Route& route = layout.routes[i];
      ends.push_back({edge.from, route.front(), route[1]});
      ends.push_back({edge.to, route.back(), route[route.size() - 2]});
    }
    for (const auto& a : ends) {
      for (const auto& b : ends) {
        if (a.node != b.node || a.at.x != b.at.x || a.at.y >= b.at.y) continue;
        EXPECT_LT(a.next.y, b.next.y) << seed;
      }
    }
  }
}

TEST(GraphLayout, AReplacementGoesFromLeftToRight) {
  const auto layout = *lay_out({100, {50, 50, 50}, {{2, 1, true}, {1, 0, true}}});
  EXPECT_LT(layout.boxes[2].x, layout.boxes[1].x);
  EXPECT_LT(layout.boxes[1].x, layout.boxes[0].x);
  EXPECT_EQ(layout.boxes[2].y, layout.boxes[0].y);
  EXPECT_EQ(layout.height, 50);
}

TEST(GraphLayout, AnEdgeToItselfIsABowBesideTheBox) {
  const auto layout = *lay_out({100, {50}, {{0, 0, true}}});
  const auto pieces = curves(layout.routes[0]);
  ASSERT_EQ(pieces.size(), 1U);
  EXPECT_EQ(pieces[0].from.x, 100);
  EXPECT_EQ(pieces[0].to.x, 100);
  EXPECT_GT(pieces[0].to.y, pieces[0].from.y);
  EXPECT_GT(point_at(pieces[0], 0.5).x, 115);
}

TEST(GraphLayout, ColumnsOfPartsLineUp) {
  std::vector<LayoutEdge> edges;
  for (std::size_t i = 0; i < 12; ++i) edges.push_back({2 * i, 2 * i + 1, true});
  const auto layout = *lay_out({100, std::vector<double>(24, 50), edges});
  std::set<double> columns;
  for (const Box& box : layout.boxes) columns.insert(box.x);
  EXPECT_LE(columns.size(), 8U);
}

TEST(GraphLayout, NothingToDraw) {
  const auto layout = *lay_out({100, {}, {}});
  EXPECT_EQ(layout.width, 0);
  EXPECT_TRUE(layout.boxes.empty());
}

TEST(GraphLayout, LargeGraphs) {
  LayoutInput chain{100, std::vector<double>(3000, 50), {}};
  for (std::size_t i = 0; i < 3000; ++i) chain.edges.push_back({i, (i + 1) % 3000, true});
  EXPECT_TRUE(lay_out(chain).has_value());

  LayoutInput tangle{100, std::vector<double>(2000, 50), {}};
  const auto pick = rc::gen::inRange<std::size_t>(0, 2000);
  for (std::uint64_t i = 0; i < 5000; ++i) {
    const auto from = pick(rc::Random(i), 100).value();
    tangle.edges.push_back({from, pick(rc::Random(i + 5000), 100).value(), i % 2 == 0});
  }
  EXPECT_TRUE(lay_out(tangle).has_value());

  // Each edge would cross a thousand layers.
  for (std::size_t i = 0; i + 1000 < 3000; i += 10) chain.edges.push_back({i, i + 1000, false});
  const auto refused = lay_out(chain);
  ASSERT_FALSE(refused.has_value());
  EXPECT_NE(refused.error().message.find("too entangled"), std::string::npos);
}

}  // namespace
}  // namespace milepost::drawing
