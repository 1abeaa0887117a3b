#include "proposal/approved_footnotes.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "text/link_scan.h"

namespace milepost {

namespace {

// Of a label with letters beyond ASCII it is not told here which others it is the same as: case is
// folded by Unicode's rules, by which U+212A is a "k".
constexpr std::string_view kAnyLabel = "\x80";

// The label of a footnote that a text begins with, "[^n]", as labels are compared; "" for none.
std::string label_at(std::string_view text) {
  constexpr std::size_t kLongest = 1100;
  const std::size_t end = text.substr(0, kLongest).find_first_of("]\n[", 2);
  if (end == text.npos || text[end] != ']' || end == 2) return {};
  const std::string_view label = text.substr(2, end - 2);
  const bool ascii =
      std::ranges::all_of(label, [](char c) { return static_cast<signed char>(c) > 0; });
  return ascii ? links::normalized(label) : std::string(kAnyLabel);
}

template <typename Visit>
void for_each_label(std::string_view text, const Visit& visit) {
  for (std::size_t at = text.find("[^"); at != text.npos; at = text.find("[^", at + 2)) {
    const std::string_view rest = text.substr(at);
    std::string label = label_at(rest);
    if (label.empty()) continue;
    visit(at, std::move(label), rest.substr(rest.find(']') + 1).starts_with(':'));
  }
}

// A line without the marks of the quotes it stands in.
std::string_view without_quotes(std::string_view line) {
  for (;;) {
    const std::size_t mark = line.find_first_not_of(" \t");
    if (mark == line.npos || line[mark] != '>') return line;
    line.remove_prefix(mark + 1);
    if (line.starts_with(' ')) line.remove_prefix(1);
  }
}

// Definitions outside of a text.
class FootnoteDefinitions {
 public:
  FootnoteDefinitions(const Source& source, const std::function<bool(std::uint32_t)>& covers) {
    bool inside = false;
    bool after_blank = false;
    for (std::uint32_t line = 0; line < source.line_count(); ++line) {
      const Span span = source.line(line);
      const std::string_view written = source.text(span);
      const std::string_view said = without_quotes(written);
      const bool blank = trim(said).empty();
      const bool indented = said.starts_with(' ') || said.starts_with('\t');
      if (covers(span.begin)) {
        inside = false;
      } else if (defines(written)) {
        inside = true;
        begin(written);
      } else if (!blank && after_blank && !indented) {
        inside = false;
      }
      if (inside && !blank) texts_.back().append(trim(written)).append("\n");
      after_blank = blank;
    }
  }

  std::vector<std::string> labels() const {
    std::vector<std::string> all;
    for (const auto& [label, places] : by_label_) all.push_back(label);
    return all;
  }

  // What the definitions say that are named, in their order.
  std::string named_by(std::vector<std::string> labels) const {
    labels.emplace_back(kAnyLabel);
    std::unordered_set<std::string> known(labels.begin(), labels.end());
    std::vector<bool> named(texts_.size());
    while (!labels.empty()) {
      const auto places = by_label_.find(labels.back());
      labels.pop_back();
      if (places == by_label_.end()) continue;
      for (const std::size_t place : places->second) {
        if (named[place]) continue;
        named[place] = true;
        for_each_label(texts_[place], [&](std::size_t, std::string label, bool) {
          if (known.insert(label).second) labels.push_back(std::move(label));
        });
      }
    }
    std::string found;
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      if (named[i]) found += texts_[i];
    }
    return found;
  }

 private:
  static bool defines(std::string_view line) {
    bool any = false;
    for_each_label(line, [&](std::size_t, const std::string&, bool defined) { any |= defined; });
    return any;
  }

  void begin(std::string_view line) {
    for_each_label(line, [&](std::size_t, std::string label, bool defined) {
      if (defined) by_label_[std::move(label)].push_back(texts_.size());
    });
    texts_.emplace_back();
  }

  std::vector<std::string> texts_;
  std::unordered_map<std::string, std::vector<std::size_t>> by_label_;
};

}  // namespace

std::string footnotes_from_elsewhere(const Document& document,
                                     const std::function<bool(std::uint32_t)>& covers) {
  std::vector<std::string> labels;
  for_each_label(document.text(), [&](std::size_t at, std::string label, bool) {
    if (covers(static_cast<std::uint32_t>(at))) labels.push_back(std::move(label));
  });
  if (labels.empty()) return {};
  const FootnoteDefinitions definitions(document.source(), covers);
  if (std::ranges::find(labels, kAnyLabel) != labels.end()) labels = definitions.labels();
  return definitions.named_by(std::move(labels));
}

}  // namespace milepost
