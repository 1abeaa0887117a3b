#include "proposal/approved_text.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "proposal/counted_words.h"

namespace milepost {

namespace {

bool lies_in(Span span, const std::vector<Span>& spans) {
  return std::ranges::any_of(
      spans, [&](Span other) { return span.begin >= other.begin && span.end <= other.end; });
}

std::vector<Span> spans_of(const JudgedText& text, const std::vector<std::string>& titles) {
  std::vector<Span> spans;
  for (const std::string& title : titles) {
    if (const Span span = section_span(text, title); !span.empty()) spans.push_back(span);
  }
  return spans;
}

// A title without the end of a very long one: it stands before those of all sections below it.
std::string_view title_of(const Document& document, const Section& section) {
  constexpr std::size_t kLongest = 1000;
  const std::string_view title = document.heading_of(section).text;
  if (title.size() <= kLongest) return title;
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(title[end]) & 0xC0U) == 0x80) --end;
  return title.substr(0, end);
}

// With the titles above it.
std::string full_title(const Document& document, const Section& section) {
  std::string title(title_of(document, section));
  for (std::uint32_t at = section.parent; at != kNone; at = document.sections()[at].parent) {
    const Section& above = document.sections()[at];
    if (document.heading_of(above).level <= 1) break;  // the document's own title
    title = fmt::format("{} › {}", title_of(document, above), title);
  }
  return title;
}

std::string joined(const CountedWords& words) {
  return fmt::format("{}", fmt::join(words.texts, " "));
}

}  // namespace

const std::vector<std::string>& answers_for(const Process& process, const Role& role) {
  if (!role.sections.empty()) return role.sections;
  static const std::vector<std::string> all;
  const auto review = std::ranges::find_if(process.reviews, [&](const Review& other) {
    return !role.roster.empty() && other.roster == role.roster;
  });
  return review == process.reviews.end() ? all : review->sections;
}

std::vector<CoveredSection> covered_text(const Process& process, const JudgedText& text,
                                         const std::vector<std::string>& titles) {
  const Document& document = text.proposal.document;
  const std::vector<Span> wanted = spans_of(text, titles);
  const std::vector<Span> living = spans_of(text, process.living);
  const Gaps without(passed_over(document));
  std::vector<CoveredSection> covered;
  std::map<std::string, int> seen;
  const auto add = [&](std::string title, Span span) {
    const int before = seen[title]++;
    if (before > 0) title += fmt::format(" ({})", before + 1);
    covered.push_back({std::move(title), joined(words_of(document, {span}, without))});
  };
  const auto& sections = document.sections();
  if (titles.empty()) {
    const std::uint32_t first =
        sections.empty() ? document.source().size() : sections[0].span.begin;
    if (first > 0) add("", {0, first});
  }
  for (const Section& section : sections) {
    if (titles.empty() ? lies_in(section.span, living) : !lies_in(section.span, wanted)) continue;
    add(full_title(document, section), {section.span.begin, section.body.end});
  }
  return covered;
}

}  // namespace milepost
