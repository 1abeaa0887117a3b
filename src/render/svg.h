// What every picture shares: measuring and cutting text, colours for light and
// dark, numbers, links, and the document around it all.
//
// Nothing here knows what font a reader has. Widths are upper estimates over the
// common sans-serif fonts, so that text measured to fit a box does.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace milepost::svg {

struct Font {
  double size = 12;  // in pixels
  bool bold = false;
};

double text_width(std::string_view text, const Font& font);

// The text, or as much of it as fits into `width` with an ellipsis after it.
std::string fit(std::string_view text, double width, const Font& font);
// The same, keeping the end: for paths, whose last part tells most.
std::string fit_end(std::string_view text, double width, const Font& font);

// Broken at spaces into at most `most` lines that fit; what is left over is cut
// off with an ellipsis. No lines for a text without words.
std::vector<std::string> wrap(std::string_view text, double width, const Font& font,
                              std::size_t most);

// As short as a coordinate can be: "12", "12.5"; one decimal.
std::string number(double value);

// Text from outside as a part of an attribute or element: escaped, and without
// control characters.
std::string text(std::string_view untrusted);

// The link, if it is relative or http(s); otherwise "", for a link can be a script.
std::string_view safe_link(std::string_view link);

// One scheme. Text on `paper` and on `surface` has a contrast of 4.5 or more,
// lines and marks have 3 or more (WCAG AA).
struct Colours {
  std::string_view paper;
  std::string_view surface;  // of boxes on the paper
  std::string_view text;
  std::string_view faint;  // text of less weight
  std::string_view line;
  std::string_view active;  // marks for what is under way …
  std::string_view done;    // … what is settled …
  std::string_view fault;   // … and what is wrong
};
inline constexpr Colours kLight{"#ffffff", "#f6f8fa", "#1f2328", "#59636e",
                                "#6e7781", "#0969da", "#57606a", "#bc4c00"};
inline constexpr Colours kDark{"#0d1117", "#161b22", "#e6edf3", "#9198a1",
                               "#8b949e", "#4493f8", "#9198a1", "#f0883e"};

// A whole file. `rules` gives the CSS rules that depend on colours, each under
// `.milepost` so that they leave a page around the picture alone; `body` is
// well-formed, the other texts are escaped here.
struct Picture {
  double width = 0;
  double height = 0;
  std::string title;
  std::string description;
  bool has_links = false;
  std::string style;  // rules without colours
  std::string (*rules)(const Colours&) = nullptr;
  std::string body;
};
std::string document(const Picture& picture);

// A document to stand within a page that allows no styles but those of its own sheet, which then
// has the rules: without its style and its paper.
std::string without_style(std::string_view document);

}  // namespace milepost::svg
