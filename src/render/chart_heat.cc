// Rows and columns as a grid of counts, the darker the more.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "render/chart.h"
#include "render/chart_canvas.h"

namespace milepost {

namespace {

using chart::Anchor;
using chart::box;
using chart::Canvas;
using chart::finish;
using chart::kFont;
using chart::kHeats;
using chart::kMargin;
using chart::kTop;
using chart::line;
using chart::nothing;
using chart::text;

constexpr double kCellWidth = 34;
constexpr double kCellHeight = 34;
constexpr double kLegend = 44;
constexpr double kLeastWidth = 480;
constexpr std::size_t kMostColumns = 60;
constexpr std::size_t kMostRows = 40;

// Which of the shades a count has: none for nought, the last for the most.
std::size_t shade(std::size_t count, std::size_t most) {
  return count == 0 ? 0 : 1 + (count - 1) * (kHeats - 1) / most;
}

std::string draw_legend(double y, std::size_t most, std::string_view noun) {
  std::string out = text(kMargin, y + 11, Anchor::kStart, "faint small", fmt::format("{}s", noun));
  double x = kMargin + 64;
  for (std::size_t s = 0; s < kHeats; ++s) {
    // The counts that have this shade.
    std::size_t low = 0;
    while (low < most && shade(low, most) < s) ++low;
    if (shade(low, most) != s) continue;
    std::size_t high = low;
    while (high < most && shade(high + 1, most) == s) ++high;
    const std::string words =
        low == high ? fmt::format("{}", low) : fmt::format("{}–{}", low, high);
    out += box(x, y, 14, 14, fmt::format("h{}", s));
    out += text(x + 19, y + 11, Anchor::kStart, "small", words);
    x += 19 + svg::text_width(words, kFont) + 14;
  }
  return out;
}

}  // namespace

std::string render_heat_chart(const HeatChart& chart) {
  const std::size_t rows = std::min(chart.rows.size(), kMostRows);
  const std::size_t skipped = chart.columns.size() - std::min(chart.columns.size(), kMostColumns);
  if (rows == 0 || chart.columns.empty()) return nothing(chart.words.title, chart.words.empty);

  double left = 60;
  std::size_t most = 1;
  for (std::size_t r = 0; r < rows; ++r) {
    left = std::max(left, svg::text_width(chart.rows[r], {12, true}) + kMargin + 8);
    for (std::size_t c = skipped; c < chart.columns.size(); ++c) {
      most = std::max(most, chart.counts[r][c]);
    }
  }
  left = std::min(left, 200.0);
  const double top = kTop + 18;
  const double floor = top + kCellHeight * static_cast<double>(rows);
  Canvas canvas;
  canvas.width =
      std::max(kLeastWidth,
               left + kCellWidth * static_cast<double>(chart.columns.size() - skipped) + kMargin);
  canvas.height = floor + 24 + kLegend;
  canvas.title = chart.words.title;
  for (std::size_t r = 0; r < rows; ++r) {
    const double y = top + kCellHeight * static_cast<double>(r);
    canvas.body += text(left - 8, y + kCellHeight / 2 + 4, Anchor::kEnd, "strong",
                        svg::fit(chart.rows[r], left - 8 - kMargin, {12, true}));
    canvas.description += fmt::format("{}{}:", r > 0 ? " " : "", chart.rows[r]);
    for (std::size_t c = skipped; c < chart.columns.size(); ++c) {
      const double x = left + kCellWidth * static_cast<double>(c - skipped);
      const std::size_t count = chart.counts[r][c];
      const std::size_t level = shade(count, most);
      canvas.body +=
          fmt::format("<g><title>{}</title>\n{}{}</g>\n",
                      svg::text(fmt::format("{}, {}: {}", chart.columns[c], chart.rows[r],
                                            counted(count, chart.words.noun))),
                      box(x + 1, y + 1, kCellWidth - 2, kCellHeight - 2, fmt::format("h{}", level)),
                      text(x + kCellWidth / 2, y + kCellHeight / 2 + 4, Anchor::kMiddle,
                           fmt::format("t{}", level), std::to_string(count)));
      canvas.description += fmt::format(" {} {},", chart.columns[c], count);
    }
    canvas.description.back() = '.';
  }
  for (std::size_t c = skipped; c < chart.columns.size(); ++c) {
    const double x = left + kCellWidth * (static_cast<double>(c - skipped) + 0.5);
    const bool now = chart.mark == c;
    canvas.body += text(x, floor + 16, Anchor::kMiddle, now ? "strong small" : "faint small",
                        svg::fit(chart.columns[c], kCellWidth, {11}));
  }
  if (chart.mark && *chart.mark >= skipped && *chart.mark < chart.columns.size()) {
    const double x = left + kCellWidth * static_cast<double>(*chart.mark - skipped);
    const bool fits = x + 4 + svg::text_width(chart.mark_text, kFont) < canvas.width - 4;
    canvas.body += line(x, top - 14, x, floor + 4, "mark p90");
    canvas.body += text(fits ? x + 5 : x - 5, top - 5, fits ? Anchor::kStart : Anchor::kEnd,
                        "small", chart.mark_text);
  }
  canvas.body += draw_legend(floor + 36, most, chart.words.noun);
  return finish(canvas);
}

}  // namespace milepost
