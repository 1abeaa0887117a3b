// How long moves took: for each a histogram over days that grow faster to the right,
// with the median and the days that nine of ten did not exceed.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "base/percentile.h"
#include "base/strings.h"
#include "render/chart.h"
#include "render/chart_canvas.h"

namespace milepost {

namespace {

using chart::Anchor;
using chart::Canvas;
using chart::day_ticks;
using chart::days_text;
using chart::finish;
using chart::kFont;
using chart::kMargin;
using chart::kTop;
using chart::kWidth;
using chart::line;
using chart::nothing;
using chart::text;
using chart::Tick;

constexpr double kLeft = 266;
constexpr double kRight = 36;
constexpr double kBars = 44;  // height of the tallest
constexpr double kRow = 88;   // with two lines of labels above the bars
constexpr double kBottom = 40;
constexpr std::size_t kBins = 48;
constexpr std::size_t kMostRows = 40;

class Scale {
 public:
  explicit Scale(int most) : most_(std::log1p(std::max(most, 7))) {}
  double share(double days) const { return std::log1p(std::max(days, 0.0)) / most_; }
  double x(double days) const { return kLeft + share(days) * (kWidth - kLeft - kRight); }

 private:
  double most_;
};

std::string draw_bars(const Scale& scale, const std::vector<int>& days, double floor) {
  std::array<std::size_t, kBins> bins{};
  for (const int day : days) {
    const auto bin = static_cast<std::size_t>(scale.share(day) * kBins);
    ++bins[std::min(bin, kBins - 1)];
  }
  const auto tallest =
      static_cast<double>(std::max<std::size_t>(*std::ranges::max_element(bins), 1));
  const double width = (kWidth - kLeft - kRight) / kBins;
  std::string path;
  for (std::size_t i = 0; i < kBins; ++i) {
    if (bins[i] == 0) continue;
    const double height = std::max(1.5, static_cast<double>(bins[i]) / tallest * kBars);
    path += fmt::format("M{} {}h{}v{}h-{}z", svg::number(kLeft + static_cast<double>(i) * width),
                        svg::number(floor), svg::number(width - 1.5), svg::number(-height),
                        svg::number(width - 1.5));
  }
  return fmt::format("<path class=\"s1\" d=\"{}\"/>\n", path);
}

// A line through the bars, and its label at the height given.
std::string draw_mark(const Scale& scale, int days, std::string_view name, std::string_view style,
                      double label, double floor) {
  const double at = scale.x(days);
  const std::string words = fmt::format("{} {}", name, days_text(days));
  const bool fits = at + 4 + svg::text_width(words, kFont) < kWidth - 4;
  return line(at, label - 9, at, floor, style) +
         text(fits ? at + 4 : at - 4, label, fits ? Anchor::kStart : Anchor::kEnd, "small", words);
}

}  // namespace

std::string render_times_chart(const TimesChart& chart) {
  int most = 0;
  std::vector<const TimesChart::Row*> rows;
  for (const TimesChart::Row& row : chart.rows) {
    if (row.days.empty() || rows.size() == kMostRows) continue;
    rows.push_back(&row);
    most = std::max(most, row.days.back());
  }
  if (rows.empty()) return nothing(chart.words.title, chart.words.empty);

  const Scale scale(most);
  const double floor = kTop + kRow * static_cast<double>(rows.size());
  Canvas canvas;
  canvas.height = floor + kBottom;
  canvas.title = chart.words.title;
  for (const Tick& tick : day_ticks(std::max(most, 7))) {
    canvas.body += line(scale.x(tick.value), kTop, scale.x(tick.value), floor, "grid");
    canvas.body +=
        text(scale.x(tick.value), floor + 18, Anchor::kMiddle, "faint small", tick.label);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const TimesChart::Row& row = *rows[i];
    const double bottom = kTop + kRow * static_cast<double>(i + 1) - 4;
    const int median = percentile(row.days, 50);
    const int p90 = percentile(row.days, 90);
    canvas.body += line(kLeft, bottom, kWidth - kRight, bottom, "axis");
    canvas.body += draw_bars(scale, row.days, bottom);
    const double label = bottom - kBars - 20;
    canvas.body += draw_mark(scale, median, "median", "mark", label, bottom);
    canvas.body += draw_mark(scale, p90, "p90", "mark p90", label + 14, bottom);
    canvas.body += text(kMargin, bottom - 18, Anchor::kStart, "strong",
                        svg::fit(row.name, kLeft - kMargin - 12, {12, true}));
    canvas.body +=
        text(kMargin, bottom - 2, Anchor::kStart, "faint small", counted(row.days.size(), "time"));
    canvas.description +=
        fmt::format("{}{}: {}, median {}, p90 {}.", i > 0 ? " " : "", row.name,
                    counted(row.days.size(), "time"), days_text(median), days_text(p90));
  }
  return finish(canvas);
}

}  // namespace milepost
