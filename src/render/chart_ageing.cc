// For how long each has been what it is: a dot for each, beside what was usual for those
// that went on.
#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "base/strings.h"
#include "render/chart.h"
#include "render/chart_canvas.h"

namespace milepost {

namespace {

using chart::Anchor;
using chart::box;
using chart::Canvas;
using chart::day_ticks;
using chart::days_text;
using chart::finish;
using chart::kMargin;
using chart::kTop;
using chart::kWidth;
using chart::line;
using chart::nothing;
using chart::text;
using chart::Tick;

constexpr double kLeft = 72;
constexpr double kHeight = 420;
constexpr double kBottom = 62;
constexpr double kDot = 3;       // radius
constexpr double kStep = 8;      // between dots
constexpr double kCentre = 0.4;  // of the column: names stand to the right
constexpr std::size_t kMostColumns = 12;
constexpr std::size_t kMostNames = 14;  // of a column
constexpr std::size_t kMostTold = 200;  // dots of a column that say what they are

class AgeingDrawing {
 public:
  explicit AgeingDrawing(const AgeingChart& chart)
      : columns_(chart.columns.begin(),
                 chart.columns.begin() +
                     static_cast<std::ptrdiff_t>(std::min(chart.columns.size(), kMostColumns))),
        words_(chart.words) {
    for (const auto& column : columns_) {
      most_ = std::max(most_, column.p90.value_or(0));
      for (const auto& dot : column.dots) most_ = std::max(most_, dot.days);
    }
    width_ = (kWidth - kLeft - kMargin) / static_cast<double>(columns_.size());
  }

  std::string draw() const {
    Canvas canvas;
    canvas.height = kTop + kHeight + kBottom;
    canvas.title = words_.title;
    for (std::size_t c = 0; c < columns_.size(); c += 2) {
      canvas.body += box(left(c), kTop, width_, kHeight, "column");
    }
    double last = kTop + kHeight + kStep;
    for (const Tick& tick : day_ticks(most_)) {
      canvas.body += line(kLeft, y(tick.value), kWidth - kMargin, y(tick.value), "grid");
      // Short times lie close together.
      if (last - y(tick.value) < 13 && tick.value > 0) continue;
      last = y(tick.value);
      canvas.body += text(kLeft - 8, last + 4, Anchor::kEnd, "faint small", tick.label);
    }
    for (std::size_t c = 0; c < columns_.size(); ++c) canvas.body += draw_column(c);
    canvas.body += draw_legend();
    canvas.description = describe();
    return finish(canvas);
  }

 private:
  double left(std::size_t c) const { return kLeft + width_ * static_cast<double>(c); }
  // Square roots: the first weeks can be told apart, and years still look long.
  double y(double days) const {
    return kTop + kHeight - std::sqrt(std::max(days, 0.0) / most_) * (kHeight - 16);
  }

  static bool is_over(const AgeingChart::Column& column, const AgeingChart::Dot& dot) {
    return column.p90 && dot.days > *column.p90;
  }

  std::string draw_column(std::size_t c) const {
    const AgeingChart::Column& column = columns_[c];
    std::string out = text(left(c) + width_ / 2, kTop + kHeight + 18, Anchor::kMiddle, "strong",
                           svg::fit(column.name, width_ - 8, {12, true}));
    out += text(left(c) + width_ / 2, kTop + kHeight + 33, Anchor::kMiddle, "faint small",
                counted(column.dots.size(), words_.noun));
    if (column.median) out += draw_mark(c, *column.median, "median", "mark", 12);
    if (column.p90) {
      const bool close = column.median && y(*column.median) - y(*column.p90) < 14;
      out += draw_mark(c, *column.p90, "p90", "mark p90", close ? -4 : 12);
    }
    return out + draw_dots(c);
  }

  // What was usual, with its label below the line or above.
  std::string draw_mark(std::size_t c, int days, std::string_view name, std::string_view style,
                        double below) const {
    const double at = y(days);
    const double right = left(c) + width_;
    return line(left(c) + 3, at, right - 3, at, style) +
           text(right - 6, at + below, Anchor::kEnd, "small",
                svg::fit(fmt::format("{} {}", name, days_text(days)), width_ - 10, {11}));
  }

  // Dots of one height stand beside each other, from the middle outwards. Where there
  // is no more room, one stands for several.
  std::string draw_dots(std::size_t c) const {
    const AgeingChart::Column& column = columns_[c];
    const double centre = left(c) + width_ * kCentre;
    const auto room = static_cast<std::size_t>(std::max(1.0, width_ * kCentre / kStep)) * 2 - 1;
    std::map<int, std::vector<const AgeingChart::Dot*>> rows;  // from the top down
    for (const AgeingChart::Dot& dot : column.dots) {
      rows[static_cast<int>(y(dot.days) / kStep)].push_back(&dot);
    }
    std::string usual;
    std::string far;
    std::string out;
    std::size_t told = 0;
    double named = 0;
    std::size_t names = 0;
    for (auto& [row, dots] : rows) {
      std::ranges::stable_sort(dots, std::greater{}, &AgeingChart::Dot::days);
      const double at = (row + 0.5) * kStep;
      double right = centre;
      std::vector<std::string> over;
      for (std::size_t i = 0; i < dots.size(); ++i) {
        if (is_over(column, *dots[i])) over.push_back(dots[i]->name);
        if (i >= room) continue;
        const std::size_t step = (i + 1) / 2;
        const double x = centre + (i % 2 == 1 ? kStep : -kStep) * static_cast<double>(step);
        right = std::max(right, x);
        if (is_over(column, *dots[i]) && told < kMostTold) {
          out += draw_over(x, at, *dots[i]);
          ++told;
        } else {
          std::string& path = is_over(column, *dots[i]) ? far : usual;
          path += fmt::format("M{} {}h0", svg::number(x), svg::number(at));
        }
      }
      if (over.empty() || names == kMostNames || at - named < 12) continue;
      named = at;
      ++names;
      const double space = left(c) + width_ - right - 8;
      // Just above the line of p90, lest that strike it out.
      const double base = y(*column.p90) - at < kStep ? y(*column.p90) - 4 : at + 4;
      out += text(right + 7, base, Anchor::kStart, "small",
                  svg::fit(fmt::format("{}", fmt::join(over, ", ")), space, {11}));
    }
    if (!usual.empty()) out += fmt::format("<path class=\"dots\" d=\"{}\"/>\n", usual);
    if (!far.empty()) out += fmt::format("<path class=\"dots far\" d=\"{}\"/>\n", far);
    return out;
  }

  static std::string draw_over(double x, double at, const AgeingChart::Dot& dot) {
    return fmt::format(
        "<circle class=\"over\" cx=\"{}\" cy=\"{}\" r=\"{}\"><title>{}</title>"
        "</circle>\n",
        svg::number(x), svg::number(at), svg::number(kDot + 0.5),
        svg::text(fmt::format("{} {}, {}", dot.name, dot.title, days_text(dot.days))));
  }

  std::string draw_legend() const {
    const double at = kTop + kHeight + 51;
    return fmt::format("<circle class=\"dot\" cx=\"{}\" cy=\"{}\" r=\"3\"/>\n",
                       svg::number(kLeft + 4), svg::number(at - 4)) +
           text(kLeft + 13, at, Anchor::kStart, "small", fmt::format("a {}", words_.noun)) +
           fmt::format("<circle class=\"over\" cx=\"{}\" cy=\"{}\" r=\"3.5\"/>\n",
                       svg::number(kLeft + 94), svg::number(at - 4)) +
           text(kLeft + 103, at, Anchor::kStart, "small",
                "longer than nine of ten that went on (p90)");
  }

  std::string describe() const {
    std::string out;
    for (const AgeingChart::Column& column : columns_) {
      const auto over = std::ranges::count_if(
          column.dots, [&](const AgeingChart::Dot& dot) { return is_over(column, dot); });
      out += fmt::format("{}{}: {}", out.empty() ? "" : " ", column.name,
                         counted(column.dots.size(), words_.noun));
      if (column.p90) out += fmt::format(", {} beyond p90 of {}", over, days_text(*column.p90));
      out += ".";
    }
    return out;
  }

  std::vector<AgeingChart::Column> columns_;
  ChartWords words_;
  int most_ = 30;
  double width_ = 0;
};

}  // namespace

std::string render_ageing_chart(const AgeingChart& chart) {
  if (chart.columns.empty()) return nothing(chart.words.title, chart.words.empty);
  return AgeingDrawing(chart).draw();
}

}  // namespace milepost
