#include "render/chart_canvas.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/strings.h"

namespace milepost::chart {

namespace {

struct Palette {
  std::array<std::string_view, kSeries> series;  // told apart by lightness as well as hue
  std::array<std::string_view, kHeats> heats;
  std::array<std::string_view, kHeats> heat_texts;
  std::string_view faint, faint_again;  // areas of what matters less
};

constexpr Palette kLightPalette{
    {"#2b4a8b", "#2f86bf", "#3aaea5", "#86cb72", "#e2cf45", "#e98f3c", "#b4517c", "#7b5ba7"},
    {"#f6f8fa", "#d3e5f7", "#9cc5ec", "#2f74b5", "#164a80"},
    {"#59636e", "#1f2328", "#1f2328", "#ffffff", "#ffffff"},
    "#b6bdc5",
    "#cfd4da"};
constexpr Palette kDarkPalette{
    {"#6a8ce0", "#4aa3dd", "#3fc4bd", "#8bd67a", "#e3db55", "#f0a552", "#d8789f", "#a78bd6"},
    {"#161b22", "#12304f", "#1a4d82", "#2f74b5", "#9ccbf7"},
    {"#9198a1", "#e6edf3", "#e6edf3", "#ffffff", "#0d1117"},
    "#545d68",
    "#3d444d"};

std::string rules(const svg::Colours& colours) {
  const Palette& palette = colours.paper == svg::kLight.paper ? kLightPalette : kDarkPalette;
  std::string out = fmt::format(
      ".milepost .axis{{stroke:{0}}}\n.milepost .grid{{stroke:{0};opacity:.25}}\n"
      ".milepost .faint{{fill:{1}}}\n.milepost .area{{stroke:{2}}}\n.milepost .column{{fill:{3}}}\n"
      ".milepost .leader{{stroke:{0}}}\n.milepost .mark{{stroke:{4}}}\n"
      ".milepost .dot{{fill:{5}}}\n.milepost .over{{fill:{6}}}\n.milepost .dots{{stroke:{5}}}\n"
      ".milepost .far{{stroke:{6}}}\n",
      colours.line, colours.faint, colours.paper, colours.surface, colours.text, colours.active,
      colours.fault);
  for (std::size_t i = 0; i < kSeries; ++i) {
    out += fmt::format(".milepost .s{}{{fill:{}}}\n", i, palette.series[i]);
  }
  for (std::size_t i = 0; i < kHeats; ++i) {
    out += fmt::format(".milepost .h{0}{{fill:{1}}}\n.milepost .t{0}{{fill:{2}}}\n", i,
                       palette.heats[i], palette.heat_texts[i]);
  }
  return out + fmt::format(".milepost .off0{{fill:{}}}\n.milepost .off1{{fill:{}}}\n",
                           palette.faint, palette.faint_again);
}

constexpr std::string_view kStyle =
    ".milepost text{font-size:12px}\n.milepost .title{font-size:15px;font-weight:bold}\n"
    ".milepost .small{font-size:11px}\n.milepost .strong{font-weight:bold}\n"
    ".milepost .area{stroke-width:.75;stroke-linejoin:round}\n"
    ".milepost .p90{stroke-dasharray:4 3}\n.milepost .mark{stroke-width:1.5}\n"
    ".milepost .dots{stroke-width:6;stroke-linecap:round;fill:none}\n"
    ".milepost .leader{opacity:.6}\n"
    ".milepost .reach{fill:none;pointer-events:all}\n";

}  // namespace

std::vector<Tick> count_ticks(std::size_t most, std::size_t wanted) {
  std::size_t step = 1;
  for (std::size_t power = 1; step * wanted < most; power *= 10) {
    for (const std::size_t digit : {std::size_t{1}, std::size_t{2}, std::size_t{5}}) {
      step = digit * power;
      if (step * wanted >= most) break;
    }
  }
  std::vector<Tick> ticks;
  for (std::size_t value = 0;; value += step) {
    ticks.push_back({static_cast<double>(value), std::to_string(value)});
    if (value >= most) return ticks;
  }
}

std::vector<Tick> day_ticks(int most) {
  static const std::vector<std::pair<int, std::string>> known = {
      {0, "0"},        {1, "1 day"},     {7, "1 week"},     {30, "1 month"},    {91, "3 months"},
      {365, "1 year"}, {730, "2 years"}, {1826, "5 years"}, {3652, "10 years"}, {7305, "20 years"}};
  std::vector<Tick> ticks;
  for (const auto& [days, label] : known) {
    if (days <= most) ticks.push_back({static_cast<double>(days), label});
  }
  return ticks;
}

std::string days_text(int days) {
  return counted(static_cast<std::size_t>(std::max(days, 0)), "day");
}

std::string text(double x, double y, Anchor anchor, std::string_view style, std::string_view raw) {
  const std::string_view at = anchor == Anchor::kStart    ? ""
                              : anchor == Anchor::kMiddle ? " text-anchor=\"middle\""
                                                          : " text-anchor=\"end\"";
  const std::string named = style.empty() ? "" : fmt::format(" class=\"{}\"", style);
  return fmt::format("<text{} x=\"{}\" y=\"{}\"{}>{}</text>\n", named, svg::number(x),
                     svg::number(y), at, svg::text(raw));
}

std::string line(double x1, double y1, double x2, double y2, std::string_view style) {
  return fmt::format("<path class=\"{}\" d=\"M{} {}L{} {}\"/>\n", style, svg::number(x1),
                     svg::number(y1), svg::number(x2), svg::number(y2));
}

std::string box(double x, double y, double width, double height, std::string_view style) {
  return fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", style,
                     svg::number(x), svg::number(y), svg::number(width), svg::number(height));
}

std::vector<double> spread_out(std::vector<double> places, double gap, double top, double bottom) {
  double least = top;
  for (double& place : places) {
    place = std::max(place, least);
    least = place + gap;
  }
  double most = bottom;
  for (std::size_t i = places.size(); i-- > 0;) {
    places[i] = std::min(places[i], most);
    most = places[i] - gap;
  }
  return places;
}

std::string finish(const Canvas& canvas) {
  svg::Picture picture;
  picture.width = canvas.width;
  picture.height = canvas.height;
  picture.title = canvas.title;
  picture.description = canvas.description;
  picture.style = kStyle;
  picture.rules = rules;
  picture.body = text(kMargin, 28, Anchor::kStart, "title",
                      svg::fit(canvas.title, canvas.width - 2 * kMargin, kTitleFont)) +
                 canvas.body;
  return svg::document(picture);
}

std::string nothing(std::string title, std::string_view why) {
  constexpr double kLow = 90;
  Canvas canvas{kWidth / 2, kLow, std::move(title), std::string(why), {}};
  canvas.body = text(kMargin, kTop + 8, Anchor::kStart, "faint", why);
  return finish(canvas);
}

}  // namespace milepost::chart
