// The rows of all routes, made ready to be searched.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "features/common/route.h"

namespace milepost::web {

struct RouteMatch {
  const Route* route = nullptr;
  std::size_t number = 0;  // of the row in the table
  http::Fields values = {};
};

class RouteTable {
 public:
  explicit RouteTable(std::span<const Route* const> routes);
  RouteTable(const RouteTable&) = delete;  // rows are pointed to
  RouteTable& operator=(const RouteTable&) = delete;

  std::size_t size() const { return rows_.size(); }
  const Route& row(std::size_t number) const { return *rows_[number].route; }

  // The row for a path; HEAD is answered by that for GET. Of several patterns the one that says
  // more counts: "/rules/new" before "/rules/{rule}".
  std::optional<RouteMatch> find(http::Method method, std::span<const std::string> segments) const;
  // The methods that a path has rows for, for the header Allow; none: there is no such path.
  std::vector<http::Method> allowed(std::span<const std::string> segments) const;

  // Pairs of rows that would answer the same; each as "GET /a/{b} and GET /a/{c}".
  std::vector<std::string> collisions() const;

 private:
  // A part of a pattern between slashes: "{release}.ics" has text around a value.
  struct Piece {
    std::string_view before, value, after;
    bool rest = false;
  };
  struct Row {
    const Route* route;
    std::size_t number;
    std::vector<Piece> pieces;
    std::string rank;  // the greater, the more it says
  };

  static std::optional<http::Fields> match(const Row& row, std::span<const std::string> segments);

  std::vector<Row> rows_;            // in the order given
  std::vector<const Row*> by_rank_;  // what says more first
};

}  // namespace milepost::web
