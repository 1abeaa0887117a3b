// The cumulative flow: how many were what, month by month.
#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "render/chart.h"
#include "render/chart_canvas.h"

namespace milepost {

namespace {

using chart::Anchor;
using chart::box;
using chart::Canvas;
using chart::count_ticks;
using chart::finish;
using chart::kFont;
using chart::kMargin;
using chart::kSeries;
using chart::kTop;
using chart::kWidth;
using chart::line;
using chart::nothing;
using chart::spread_out;
using chart::text;
using chart::Tick;

constexpr double kLeft = 48;
constexpr double kRight = 170;  // for the names of the bands
constexpr double kBottom = 40;
constexpr double kGap = 15;  // between names
constexpr std::size_t kMostPoints = 300;

// The days that are drawn: all of them, or as many as a line of this length can show.
std::vector<std::size_t> drawn_days(std::size_t count) {
  std::vector<std::size_t> days;
  const std::size_t step = (count + kMostPoints - 1) / kMostPoints;
  for (std::size_t i = 0; i < count; i += step) days.push_back(i);
  if (days.back() + 1 != count) days.push_back(count - 1);
  return days;
}

// First days of years or months, a dozen of them at most.
std::vector<Tick> time_ticks(const Date& first, const Date& last) {
  const int begin = first.year * 12 + first.month - 1;
  const int end = last.year * 12 + last.month - 1;
  constexpr int kMostTicks = 12;
  int step = 1;
  for (const int months : {1, 3, 6, 12, 24, 60, 120, 600}) {
    step = months;
    if ((end - begin) / months <= kMostTicks) break;
  }
  std::vector<Tick> ticks;
  for (int month = (begin + step - 1) / step * step; month <= end; month += step) {
    const Date day{month / 12, month % 12 + 1, 1};
    const std::string label = to_string(day);
    if (day < first) continue;
    ticks.push_back({static_cast<double>(day_number(day)), label.substr(0, step < 12 ? 7 : 4)});
  }
  return ticks;
}

class FlowDrawing {
 public:
  explicit FlowDrawing(const FlowChart& chart)
      : chart_(chart), days_(drawn_days(chart.days.size())), sums_(chart.days.size(), 0) {
    for (const std::size_t i : days_) {
      std::size_t sum = 0;
      for (const FlowChart::Band& band : chart.bands) sum += band.counts[i];
      most_ = std::max(most_, sum);
    }
    ticks_ = count_ticks(most_, 8);
    height_ = std::max(340.0, static_cast<double>(chart.bands.size()) * kGap);
  }

  std::string draw() {
    Canvas canvas;
    canvas.height = kTop + height_ + kBottom;
    canvas.title = chart_.words.title;
    canvas.body = draw_grid();
    canvas.body += draw_bands();  // which notes where they end
    canvas.body += draw_names();
    canvas.description = describe();
    return finish(canvas);
  }

 private:
  double x(double day) const {
    const double first = day_number(chart_.days.front());
    const double last = day_number(chart_.days.back());
    const double width = kWidth - kLeft - kRight;
    return last > first ? kLeft + (day - first) / (last - first) * width : kLeft + width;
  }
  double y(double count) const {
    return kTop + height_ - count / std::max(ticks_.back().value, 1.0) * height_;
  }

  std::string draw_grid() const {
    std::string out;
    for (const Tick& tick : ticks_) {
      out += line(kLeft, y(tick.value), kWidth - kRight, y(tick.value), "grid");
      out += text(kLeft - 8, y(tick.value) + 4, Anchor::kEnd, "faint", tick.label);
    }
    for (const Tick& tick : time_ticks(chart_.days.front(), chart_.days.back())) {
      out += line(x(tick.value), kTop + height_, x(tick.value), kTop + height_ + 5, "axis");
      out += text(x(tick.value), kTop + height_ + 20, Anchor::kMiddle, "faint", tick.label);
    }
    return out;
  }

  std::string point(std::size_t day, std::size_t count) const {
    // One day alone is drawn as wide as the sheet.
    return svg::number(x(day_number(chart_.days[day]))) + " " +
           svg::number(y(static_cast<double>(count)));
  }

  std::string draw_bands() {
    std::string out;
    std::size_t series = 0;
    std::size_t off = 0;
    for (const FlowChart::Band& band : chart_.bands) {
      std::string upper;
      std::string lower;
      if (days_.size() == 1) {
        lower = fmt::format("L{} {}", svg::number(kLeft),
                            svg::number(y(static_cast<double>(sums_[0]))));
        upper = fmt::format("M{} {}", svg::number(kLeft),
                            svg::number(y(static_cast<double>(sums_[0] + band.counts[0]))));
      }
      for (const std::size_t day : days_) {
        const std::string below = point(day, sums_[day]);
        sums_[day] += band.counts[day];
        upper += (upper.empty() ? "M" : "L") + point(day, sums_[day]);
        lower.insert(0, "L" + below);
      }
      const std::string style =
          band.faint ? fmt::format("off{}", off++ % 2) : fmt::format("s{}", series++ % kSeries);
      out += fmt::format("<path class=\"area {}\" d=\"{}{}z\"><title>{}</title></path>\n", style,
                         upper, lower, svg::text(band.name));
      const std::size_t now = sums_[days_.back()];
      middles_.push_back(
          y(static_cast<double>(now) - static_cast<double>(band.counts[days_.back()]) / 2));
      styles_.push_back(style);
    }
    return out;
  }

  // Beside the end of each band: a sample of its colour, its count and its name.
  std::string draw_names() const {
    std::vector<double> wanted(middles_.rbegin(), middles_.rend());
    const auto places = spread_out(wanted, kGap, kTop + 4, kTop + height_ - 4);
    std::string out;
    const double edge = kWidth - kRight;
    for (std::size_t i = 0; i < places.size(); ++i) {
      const std::size_t b = places.size() - 1 - i;
      out += fmt::format("<path class=\"leader\" fill=\"none\" d=\"M{} {}L{} {}\"/>\n",
                         svg::number(edge + 2), svg::number(wanted[i]), svg::number(edge + 14),
                         svg::number(places[i]));
      out += box(edge + 16, places[i] - 5, 10, 10, styles_[b]);
      const std::string name =
          fmt::format("{} {}", chart_.bands[b].counts[days_.back()], chart_.bands[b].name);
      out += text(edge + 31, places[i] + 4, Anchor::kStart, "",
                  svg::fit(name, kRight - 31 - kMargin, kFont));
    }
    return out;
  }

  std::string describe() const {
    std::string out = fmt::format("From {} to {}. At the end:", to_string(chart_.days.front()),
                                  to_string(chart_.days.back()));
    for (const FlowChart::Band& band : chart_.bands) {
      out += fmt::format(" {} {};", band.counts.back(), band.name);
    }
    out.back() = '.';
    return out;
  }

  const FlowChart& chart_;
  std::vector<std::size_t> days_;
  std::vector<std::size_t> sums_;  // below the band that is drawn next
  std::vector<double> middles_;
  std::vector<std::string> styles_;
  std::vector<Tick> ticks_;
  std::size_t most_ = 0;
  double height_ = 0;
};

}  // namespace

std::string render_flow_chart(const FlowChart& chart) {
  if (chart.days.empty() || chart.bands.empty()) {
    return nothing(chart.words.title, chart.words.empty);
  }
  return FlowDrawing(chart).draw();
}

std::string render_chart(const Chart& chart) {
  struct Draw {
    std::string operator()(const FlowChart& one) const { return render_flow_chart(one); }
    std::string operator()(const TimesChart& one) const { return render_times_chart(one); }
    std::string operator()(const HeatChart& one) const { return render_heat_chart(one); }
    std::string operator()(const AgeingChart& one) const { return render_ageing_chart(one); }
  };
  return std::visit(Draw(), chart);
}

}  // namespace milepost
