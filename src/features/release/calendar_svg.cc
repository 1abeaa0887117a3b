#include "features/release/calendar_svg.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/deadline.h"
#include "render/svg.h"

namespace milepost::release {

namespace {

constexpr double kSheetWidth = 1192;
constexpr double kSide = 8;   // on both ends of the line
constexpr double kAxis = 34;  // how far down it is
constexpr double kRowOfLabels = 40;
constexpr double kBetweenLabels = 14;
constexpr svg::Font kLabelFont{13};

struct CalendarLabel {
  const ReleaseDate* date = nullptr;
  double x = 0;     // of its mark on the line
  double left = 0;  // of its text
  std::size_t row = 0;
  bool passed = false, next = false;
  std::string when = {};  // "in 6 days"
};

// "12 Feb"
std::string short_day(const ReleaseCalendar& calendar, const ReleaseDate& date) {
  const std::string text =
      day_text(deadline_day(*date.at, date.deadline && calendar.anywhere_on_earth));
  const std::size_t day = text.find(' ') + 1;  // after "Thu"
  return text.substr(day, text.rfind(' ') - day);
}

std::vector<CalendarLabel> labels_of(const ReleaseCalendar& calendar, Instant now) {
  std::vector<CalendarLabel> labels;
  for (const ReleaseDate& date : calendar.dates) {
    if (date.at) labels.push_back({&date});
  }
  std::ranges::stable_sort(labels, {}, [](const CalendarLabel& one) { return *one.date->at; });
  bool ahead = false;
  for (CalendarLabel& label : labels) {
    label.passed = !(now < *label.date->at);
    label.next = !label.passed && !ahead && label.date->freeze;
    ahead = ahead || label.next;
    label.when = short_day(calendar, *label.date);
    if (label.next) label.when = fmt::format("{} · {}", from_now(*label.date->at, now), label.when);
  }
  return labels;
}

double width_of(const CalendarLabel& label) {
  return std::max(svg::text_width(label.date->title, {kLabelFont.size, label.next}),
                  svg::text_width(label.when, {kLabelFont.size, label.next}));
}

// Labels that would overlap stand below each other.
void place(std::vector<CalendarLabel>& labels) {
  std::vector<double> ends;  // of each row
  for (CalendarLabel& label : labels) {
    const double width = width_of(label);
    label.left = std::clamp(label.x - width / 2, 0.0, std::max(kSheetWidth - width, 0.0));
    while (label.row < ends.size() && ends[label.row] + kBetweenLabels > label.left) ++label.row;
    if (label.row == ends.size()) ends.push_back(0);
    ends[label.row] = label.left + width;
  }
}

std::string draw(const CalendarLabel& label) {
  const double top = kAxis + 28 + static_cast<double>(label.row) * kRowOfLabels;
  std::string out =
      fmt::format("<g class=\"{}\"><title>{}, {}</title>",
                  label.next     ? "date next"
                  : label.passed ? "date passed"
                                 : "date",
                  svg::text(label.date->title), svg::text(to_string(*label.date->at)));
  if (label.row > 0) {
    out += fmt::format("<path class=\"leader\" d=\"M{} {}V{}\"/>", svg::number(label.x),
                       svg::number(kAxis + 8), svg::number(top - 14));
  }
  out += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"6\"/>", svg::number(label.x),
                     svg::number(kAxis));
  out += fmt::format(
      "<text x=\"{0}\" y=\"{1}\">{2}</text><text x=\"{0}\" y=\"{3}\" class=\"when\">"
      "{4}</text></g>\n",
      svg::number(label.left), svg::number(top), svg::text(label.date->title),
      svg::number(top + 17), svg::text(label.when));
  return out;
}

}  // namespace

std::string render_calendar_svg(const ReleaseCalendar& calendar, Instant now) {
  std::vector<CalendarLabel> labels = labels_of(calendar, now);
  if (labels.size() < 2) return {};
  const Instant first = *labels.front().date->at;
  const double span = static_cast<double>(labels.back().date->at->seconds - first.seconds);
  if (span <= 0) return {};
  const auto x_of = [&](Instant instant) {
    const double part = static_cast<double>(instant.seconds - first.seconds) / span;
    return kSide + std::clamp(part, 0.0, 1.0) * (kSheetWidth - 2 * kSide);
  };
  std::size_t rows = 1;
  for (CalendarLabel& label : labels) label.x = x_of(*label.date->at);
  place(labels);
  for (const CalendarLabel& label : labels) rows = std::max(rows, label.row + 1);

  const double today = x_of(now);
  const bool is_under_way = !(now < first) && !(*labels.back().date->at < now);
  const double height = kAxis + 12 + static_cast<double>(rows) * kRowOfLabels;
  std::string out = fmt::format(
      "<svg class=\"calendar-line\" role=\"img\" viewBox=\"0 0 {} {}\" aria-label=\"The dates of "
      "{}\">\n",
      svg::number(kSheetWidth), svg::number(height), svg::text(calendar.release));
  out += fmt::format("<path class=\"ahead\" d=\"M{} {}H{}\"/>\n", svg::number(kSide),
                     svg::number(kAxis), svg::number(kSheetWidth - kSide));
  out += fmt::format("<path class=\"past\" d=\"M{} {}H{}\"/>\n", svg::number(kSide),
                     svg::number(kAxis), svg::number(today));
  for (const CalendarLabel& label : labels) out += draw(label);
  if (is_under_way) {
    const double half = svg::text_width("today", {kLabelFont.size, true}) / 2;
    const double middle = std::clamp(today, half, kSheetWidth - half);
    out += fmt::format(
        "<g class=\"today\"><title>today, {}</title><circle cx=\"{}\" cy=\"{}\" r=\"8\"/>"
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">today</text></g>\n",
        to_string(date_of(now)), svg::number(today), svg::number(kAxis), svg::number(middle),
        svg::number(kAxis - 18));
  }
  return out + "</svg>\n";
}

}  // namespace milepost::release
