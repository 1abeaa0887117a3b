#include "web/route_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "web/target.h"

namespace milepost::web {

RouteTable::RouteTable(std::span<const Route* const> routes) {
  for (const Route* route : routes) {
    Row row{route, rows_.size(), {}, {}};
    std::string_view rest = route->pattern.substr(1);
    while (!rest.empty()) {
      const auto [text, after] = cut(rest, '/');
      rest = after;
      const std::size_t open = text.find('{');
      const std::size_t close = text.find('}');
      Piece piece{text.substr(0, open), {}, {}, false};
      if (open != text.npos) {
        piece.value = text.substr(open + 1, close - open - 1);
        piece.after = text.substr(close + 1);
        piece.rest = piece.value.ends_with("...");
        if (piece.rest) piece.value.remove_suffix(3);
      }
      row.pieces.push_back(piece);
      const bool literal = piece.value.empty();
      const bool around = !piece.before.empty() || !piece.after.empty();
      row.rank += literal ? '3' : piece.rest ? '0' : around ? '2' : '1';
    }
    rows_.push_back(std::move(row));
  }
  for (const Row& row : rows_) by_rank_.push_back(&row);
  std::ranges::stable_sort(by_rank_, std::ranges::greater{}, &Row::rank);
}

std::optional<http::Fields> RouteTable::match(const Row& row,
                                              std::span<const std::string> segments) {
  const bool takes_rest = !row.pieces.empty() && row.pieces.back().rest;
  if (takes_rest ? segments.size() < row.pieces.size() : segments.size() != row.pieces.size()) {
    return std::nullopt;
  }
  http::Fields values;
  for (std::size_t i = 0; i < row.pieces.size(); ++i) {
    const Piece& piece = row.pieces[i];
    if (piece.rest) {
      const std::vector<std::string> rest(segments.begin() + static_cast<std::ptrdiff_t>(i),
                                          segments.end());
      values.add(std::string(piece.value), path_of(rest, 0).substr(1));
      break;
    }
    std::string_view segment = segments[i];
    if (piece.value.empty()) {
      if (segment != piece.before) return std::nullopt;
      continue;
    }
    if (segment.size() <= piece.before.size() + piece.after.size() ||
        !segment.starts_with(piece.before) || !segment.ends_with(piece.after)) {
      return std::nullopt;
    }
    segment.remove_prefix(piece.before.size());
    segment.remove_suffix(piece.after.size());
    values.add(std::string(piece.value), std::string(segment));
  }
  return values;
}

std::optional<RouteMatch> RouteTable::find(http::Method method,
                                           std::span<const std::string> segments) const {
  const http::Method wanted = method == http::Method::kHead ? http::Method::kGet : method;
  for (const Row* row : by_rank_) {
    if (row->route->method != wanted) continue;
    if (auto values = match(*row, segments)) {
      return RouteMatch{row->route, row->number, *std::move(values)};
    }
  }
  return std::nullopt;
}

std::vector<http::Method> RouteTable::allowed(std::span<const std::string> segments) const {
  std::vector<http::Method> methods;
  const auto add = [&](http::Method method) {
    if (std::ranges::find(methods, method) == methods.end()) methods.push_back(method);
  };
  for (const Row* row : by_rank_) {
    if (!match(*row, segments)) continue;
    add(row->route->method);
    if (row->route->method == http::Method::kGet) add(http::Method::kHead);
  }
  std::ranges::sort(methods);
  return methods;
}

std::vector<std::string> RouteTable::collisions() const {
  const auto shape = [](const Row& row) {
    std::string text(http::name(row.route->method));
    for (const Piece& piece : row.pieces) {
      text += fmt::format("/{}{}{}", piece.before,
                          piece.rest            ? "{...}"
                          : piece.value.empty() ? ""
                                                : "{}",
                          piece.after);
    }
    return text;
  };
  std::vector<std::string> found;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    for (std::size_t j = i + 1; j < rows_.size(); ++j) {
      if (shape(rows_[i]) != shape(rows_[j])) continue;
      const Route& a = *rows_[i].route;
      const Route& b = *rows_[j].route;
      found.push_back(fmt::format("{} {} and {} {}", http::name(a.method), a.pattern,
                                  http::name(b.method), b.pattern));
    }
  }
  return found;
}

}  // namespace milepost::web
