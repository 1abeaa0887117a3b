// The life of a proposal as a picture: a lane for its statuses and one for its
// stages, over a scale of years.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "features/history/formats.h"
#include "render/svg.h"

namespace milepost::history {

namespace {

constexpr double kWidth = 860;
constexpr double kMargin = 24;
constexpr double kLabels = 64;  // left of the lanes
constexpr double kLane = 34;
constexpr double kGap = 26;  // below a lane, for the days on which it changed
constexpr double kTop = 64;
constexpr svg::Font kTitleFont{15, true};
constexpr svg::Font kFont{12};
constexpr svg::Font kSmall{11};

std::string rules(const svg::Colours& colours) {
  return fmt::format(
      ".milepost .paper{{fill:{0}}}"
      ".milepost text{{fill:{1}}}"
      ".milepost .faint{{fill:{2}}}"
      ".milepost .stay{{fill:{3};stroke:{4}}}"
      ".milepost .last{{stroke:{5};stroke-width:2}}"
      ".milepost .grid{{stroke:{4}}}",
      colours.paper, colours.text, colours.faint, colours.surface, colours.line, colours.active);
}

class Drawing {
 public:
  explicit Drawing(const Timeline& timeline) : timeline_(timeline) {
    first_ = last_ = day_number(timeline.today);
    for (const auto* tenures : {&timeline.statuses, &timeline.stages}) {
      for (const TimelineTenure& tenure : *tenures) {
        first_ = std::min(first_, day_number(tenure.from));
        last_ = std::max(last_, day_number(tenure.until));
      }
    }
    last_ = std::max(last_, first_ + 1);
  }

  std::string draw() {
    double y = kTop;
    draw_lane("status", timeline_.statuses, y);
    if (!timeline_.stages.empty()) draw_lane("stage", timeline_.stages, y);
    const std::string lanes = std::move(body_);
    draw_scale(y);
    const std::string head = timeline_.proposal.heading();
    const std::string heading =
        fmt::format("<text x=\"{}\" y=\"32\" class=\"title\">{}</text>", svg::number(kMargin),
                    svg::text(svg::fit(head, kWidth - 2 * kMargin, kTitleFont)));
    svg::Picture picture;
    picture.width = kWidth;
    picture.height = y + 40;
    picture.title = "The life of " + head;
    picture.description = in_words();
    picture.style =
        ".milepost text{font-size:12px}.milepost .title{font-size:15px;font-weight:bold}"
        ".milepost .small{font-size:11px}";
    picture.rules = rules;
    picture.body = fmt::format("<rect class=\"paper\" width=\"{}\" height=\"{}\"/>",
                               svg::number(kWidth), svg::number(picture.height)) +
                   heading + body_ + lanes;
    return svg::document(picture);
  }

 private:
  double x_of(int day) const {
    const double width = kWidth - 2 * kMargin - kLabels;
    return kMargin + kLabels + width * (day - first_) / (last_ - first_);
  }

  void write(double x, double y, std::string_view name, std::string_view text) {
    body_ += fmt::format("<text x=\"{}\" y=\"{}\" class=\"{}\">{}</text>", svg::number(x),
                         svg::number(y), name, svg::text(text));
  }

  // A box for each, its name inside when there is room, and below it the day it began
  // when that does not run into the one before.
  void draw_lane(std::string_view title, const std::vector<TimelineTenure>& tenures, double& y) {
    write(kMargin, y + kLane / 2 + 4, "faint", title);
    double free = 0;
    for (const TimelineTenure& tenure : tenures) {
      const double left = x_of(day_number(tenure.from));
      const double width = std::max(2.0, x_of(day_number(tenure.until)) - left);
      const bool last = &tenure == &tenures.back();
      body_ += fmt::format(
          "<g><title>{}, {} to {}</title><rect class=\"stay{}\" x=\"{}\" y=\"{}\" width=\"{}\" "
          "height=\"{}\" rx=\"3\"/>",
          svg::text(tenure.value), to_string(tenure.from), to_string(tenure.until),
          last ? " last" : "", svg::number(left), svg::number(y), svg::number(width),
          svg::number(kLane));
      constexpr double kPadding = 6;
      const double room = width - 2 * kPadding;
      constexpr double kLeast = 24;
      if (room > kLeast) {
        write(left + kPadding, y + kLane / 2 + 4, "name", svg::fit(tenure.value, room, kFont));
      }
      body_ += "</g>";
      const std::string day = to_string(tenure.from);
      const double wide = svg::text_width(day, kSmall);
      const double at = std::min(left, kWidth - kMargin - wide);
      if (at >= free) {
        write(at, y + kLane + 14, "small faint", day);
        free = at + wide + kPadding;
      }
    }
    y += kLane + kGap;
  }

  // Years, or every second, fifth … when there are many.
  void draw_scale(double y) {
    body_ += fmt::format("<path class=\"grid\" d=\"M{} {}H{}\"/>", svg::number(kMargin + kLabels),
                         svg::number(y), svg::number(kWidth - kMargin));
    const int from = year_of(first_) + 1;
    const int to = year_of(last_);
    int step = 1;
    constexpr int kMost = 12;
    for (const int wider : {2, 5, 10, 50}) {
      if ((to - from) / step > kMost) step = wider;
    }
    for (int year = from; year <= to; ++year) {
      if (year % step != 0) continue;
      const double x = x_of(day_number({year, 1, 1}));
      body_ += fmt::format("<path class=\"grid\" d=\"M{} {}v6\"/>", svg::number(x), svg::number(y));
      const std::string text = std::to_string(year);
      write(x - svg::text_width(text, kSmall) / 2, y + 20, "small faint", text);
    }
  }

  static int year_of(int day) {
    constexpr double kDays = 365.2425;
    int year = 1970 + static_cast<int>(day / kDays);
    while (day_number({year + 1, 1, 1}) <= day) ++year;
    while (day_number({year, 1, 1}) > day) --year;
    return year;
  }

  std::string in_words() const {
    std::string words;
    for (const TimelineEntry& entry : timeline_.entries) {
      words += fmt::format("{} {}. ", to_string(entry.day), entry.what);
    }
    return words;
  }

  const Timeline& timeline_;
  int first_ = 0;
  int last_ = 0;
  std::string body_;
};

}  // namespace

std::string render_timeline_svg(const Timeline& timeline) { return Drawing(timeline).draw(); }

}  // namespace milepost::history
