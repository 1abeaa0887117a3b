#include "features/graph/card.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"

namespace milepost::graph {

namespace {

constexpr svg::Font kIdFont{13, true};
constexpr svg::Font kTitleFont{12};
constexpr svg::Font kSmallFont{11};
constexpr double kLeft = 15;
constexpr double kRight = 11;
constexpr double kInner = kCardWidth - kLeft - kRight;
constexpr double kBetween = 10;     // the left text of a line and the right one
constexpr double kMostRight = 104;  // what the right text may claim
constexpr std::size_t kTitleLines = 2;
constexpr double kRadius = 6;

// Untrusted text on one line; escaping is left to the writer.
std::string clean(std::string_view text) { return printable(trim(text)); }

// What a text at the right leaves to the one at the left.
double room_beside(std::string_view right) {
  if (right.empty()) return kInner;
  return kInner - kBetween - std::min(kMostRight, svg::text_width(right, kSmallFont));
}

class CardMaker {
 public:
  // A text at the left, one at the right, or both. The right one is short: a
  // status, a stage.
  void row(double descent, CardLine left, CardLine right, const svg::Font& left_font) {
    if (left.text.empty() && right.text.empty()) return;
    baseline_ += descent;
    const double room = room_beside(right.text);
    // A path is known by its end.
    const bool path = left.text.find('/') != left.text.npos;
    left.text =
        path ? svg::fit_end(left.text, room, left_font) : svg::fit(left.text, room, left_font);
    left.width = svg::text_width(left.text, left_font);
    right.text =
        svg::fit(right.text, std::max(kMostRight, kInner - kBetween - left.width), kSmallFont);
    right.width = svg::text_width(right.text, kSmallFont);
    left.x = kLeft;
    right.x = kCardWidth - kRight;
    right.at_end = true;
    for (auto* line : {&left, &right}) {
      line->baseline = baseline_;
      if (!line->text.empty()) card_.lines.push_back(std::move(*line));
    }
  }

  void title(std::string_view text) {
    double descent = 18;
    for (auto& line : svg::wrap(text, kInner, kTitleFont, kTitleLines)) {
      baseline_ += descent;
      descent = 16;
      const double width = svg::text_width(line, kTitleFont);
      card_.lines.push_back({"title", std::move(line), kLeft, false, baseline_, width});
    }
  }

  NodeCard finish() {
    card_.height = baseline_ + 12;
    return std::move(card_);
  }

 private:
  NodeCard card_;
  double baseline_ = 0;
};

std::string full_text(const GraphNode& node) {
  std::string out = node.id;
  if (!node.title.empty()) out += ": " + node.title;
  const std::string known = facts(node);
  return known.empty() ? out : out + " (" + known + ")";
}

}  // namespace

NodeCard make_card(const GraphNode& node) {
  CardLine id{"id", clean(node.id)};
  if (id.text.empty()) id.text = "—";
  CardLine status{"status", node.missing ? "not found" : clean(node.status)};
  CardLine stage{"note", clean(node.stage)};
  if (svg::text_width(id.text, kIdFont) > room_beside(status.text)) {
    // A long path has the line to itself, and the status goes below.
    if (!status.text.empty() && !stage.text.empty()) status.text += ", ";
    status.text += stage.text;
    stage = std::exchange(status, {});
  }
  CardMaker maker;
  maker.row(22, std::move(id), std::move(status), kIdFont);
  maker.title(clean(node.title));
  maker.row(18, {"note", clean(node.group)}, std::move(stage), kSmallFont);
  return maker.finish();
}

std::string_view card_class(const GraphNode& node) {
  if (node.missing) return "missing";
  return node.closed ? "closed" : "open";
}

std::string draw_outline(const drawing::Box& box) {
  const std::string x = svg::number(box.x);
  const std::string y = svg::number(box.y);
  const std::string radius = svg::number(kRadius);
  // The strip is as wide as the corners are round.
  return fmt::format(
      "<rect class=\"box\" x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" rx=\"{4}\"/>"
      "<path class=\"strip\" d=\"M{5} {1}a{4} {4} 0 0 0 -{4} {4}v{6}a{4} {4} 0 0 0 {4} {4}z\"/>",
      x, y, svg::number(box.width), svg::number(box.height), radius, svg::number(box.x + kRadius),
      svg::number(box.height - 2 * kRadius));
}

std::string draw_card(const GraphNode& node, const NodeCard& card, const drawing::Box& box) {
  const std::string_view link = svg::safe_link(node.link);
  std::string out;
  if (!link.empty()) out += fmt::format("<a href=\"{}\">", svg::text(link));
  out += fmt::format("<g class=\"{}\"><title>{}</title>", card_class(node),
                     svg::text(full_text(node)));
  out += draw_outline(box);
  for (const auto& line : card.lines) {
    out += fmt::format("<text class=\"{}{}\" x=\"{}\" y=\"{}\">{}</text>", line.style,
                       line.at_end ? " end" : "", svg::number(box.x + line.x),
                       svg::number(box.y + line.baseline), svg::text(line.text));
  }
  out += link.empty() ? "</g>\n" : "</g></a>\n";
  return out;
}

std::string_view card_style() {
  return ".milepost .box{stroke-width:1}\n"
         ".milepost .missing .box{stroke-dasharray:4 3}\n"
         ".milepost .id{font-size:13px;font-weight:bold}\n"
         ".milepost .title{font-size:12px}\n"
         ".milepost .status,.milepost .note{font-size:11px}\n"
         ".milepost .end{text-anchor:end}\n";
}

std::string card_rules(const svg::Colours& colours) {
  std::string out = fmt::format(".milepost .box{{fill:{};stroke:{}}}\n.milepost .note{{fill:{}}}\n",
                                colours.surface, colours.line, colours.faint);
  const std::pair<std::string_view, std::string_view> classes[] = {
      {"open", colours.active}, {"closed", colours.done}, {"missing", colours.fault}};
  for (const auto& [name, colour] : classes) {
    out += fmt::format(".milepost .{0} .strip,.milepost .{0} .status{{fill:{1}}}\n", name, colour);
  }
  return out;
}

}  // namespace milepost::graph
