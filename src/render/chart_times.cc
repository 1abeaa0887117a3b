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
using chart::box;
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
constexpr double kRight = 96;  // the label of the last mark stands beside it
constexpr double kBars = 44;   // height of the tallest
constexpr double kRow = 88;    // with two lines of labels above the bars
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

// How often something took so long.
struct Bin {
  std::size_t count = 0;
  int least = 0, most = 0;  // days
};

// "alpha → beta: 3 times, 30 to 41 days"
std::string bin_text(std::string_view name, const Bin& bin) {
  const std::string days = bin.least == bin.most
                               ? days_text(bin.most)
                               : fmt::format("{} to {}", bin.least, days_text(bin.most));
  return fmt::format("{}: {}, {}", name, counted(bin.count, "time"), days);
}

// A bar says what it is when pointed at, as does the place above a low one.
std::string draw_bars(const Scale& scale, const TimesChart::Row& row, double floor) {
  std::array<Bin, kBins> bins{};
  for (const int day : row.days) {
    const auto at = static_cast<std::size_t>(scale.share(day) * kBins);
    Bin& bin = bins[std::min(at, kBins - 1)];
    if (bin.count++ == 0) bin.least = day;
    bin.most = day;
  }
  const std::size_t tallest = std::ranges::max(bins, {}, &Bin::count).count;
  const double width = (kWidth - kLeft - kRight) / kBins;
  std::string out;
  for (std::size_t i = 0; i < kBins; ++i) {
    if (bins[i].count == 0) continue;
    const double share = static_cast<double>(bins[i].count) / static_cast<double>(tallest);
    const double height = std::max(1.5, share * kBars);
    const double left = kLeft + static_cast<double>(i) * width;
    out += fmt::format("<g><title>{}</title>\n{}{}</g>\n", svg::text(bin_text(row.name, bins[i])),
                       box(left, floor - kBars, width, kBars, "reach"),
                       box(left, floor - height, width - 1.5, height, "s1"));
  }
  return out;
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
    canvas.body += draw_bars(scale, row, bottom);
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
