// What the charts share: scales, ticks, text, colours and the sheet around them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "render/svg.h"

namespace milepost::chart {

inline constexpr double kWidth = 900;
inline constexpr svg::Font kFont{12};
inline constexpr svg::Font kTitleFont{15, true};
inline constexpr double kTop = 52;  // below the title
inline constexpr double kMargin = 16;

// The colours of ordered values; what comes after the last begins anew.
inline constexpr std::size_t kSeries = 8;
inline constexpr std::size_t kHeats = 5;

enum class Anchor { kStart, kMiddle, kEnd };

struct Tick {
  double value = 0;
  std::string label;
};

// Round numbers from 0 to at least `most`, about as many as wanted.
std::vector<Tick> count_ticks(std::size_t most, std::size_t wanted);
// Days in words, as far as they are no more than `most`: "1 week", "3 months", "2 years".
std::vector<Tick> day_ticks(int most);

std::string days_text(int days);

std::string text(double x, double y, Anchor anchor, std::string_view style, std::string_view raw);
std::string line(double x1, double y1, double x2, double y2, std::string_view style);
std::string box(double x, double y, double width, double height, std::string_view style);

// The places of labels, from the top down, moved as little as needed to be `gap` apart
// and within `top` and `bottom`, if they fit there.
std::vector<double> spread_out(std::vector<double> places, double gap, double top, double bottom);

struct Canvas {
  double width = kWidth;
  double height = 0;
  std::string title;
  std::string description;
  std::string body;
};
std::string finish(const Canvas& canvas);

// The picture when there is nothing to draw.
std::string nothing(std::string title, std::string_view why);

}  // namespace milepost::chart
