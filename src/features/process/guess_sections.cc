#include "features/process/guess_sections.h"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/process/guess_metadata.h"
#include "process/heading_key.h"
#include "process/match.h"
#include "process/title_prefix.h"
#include "proposal/metadata.h"

namespace milepost::process {

namespace {

constexpr std::size_t kFewestOthers = 4;

// The one of the first level; where all sections are of it, as in some RFCs, there is none.
const Heading* title_heading(const Document& document) {
  const Heading* title = nullptr;
  for (const Section& section : document.sections()) {
    const Heading& heading = document.heading_of(section);
    if (heading.level != 1) continue;
    if (title) return nullptr;
    title = &heading;
  }
  return title;
}

// What stands before the number and after it: {"TEP-", ": "}.
struct TitleParts {
  std::string before;
  std::string number;  // as written
  std::string after;
};

std::optional<TitleParts> parts_of(std::string_view title) {
  std::size_t at = 0;
  while (at < title.size() &&
         (is_alpha(title[at]) || title[at] == '-' || title[at] == ' ' || title[at] == '#')) {
    ++at;
  }
  std::size_t end = at;
  while (end < title.size() && is_digit(title[end])) ++end;
  std::size_t after = end;
  while (after < title.size() && (is_punct(title[after]) || title[after] == ' ')) ++after;
  if (end == at || after == end || after == title.size()) return std::nullopt;
  return TitleParts{std::string(title.substr(0, at)), std::string(title.substr(at, end - at)),
                    std::string(title.substr(end, after - end))};
}

void take_usual(const std::map<std::string, std::size_t>& prefixes, std::size_t titled,
                SectionsGuess& guess) {
  const auto best =
      std::ranges::max_element(prefixes, {}, &std::pair<const std::string, std::size_t>::second);
  if (best == prefixes.end() || !is_nearly_all(best->second, titled)) return;
  guess.title_prefix = best->first;
  guess.prefixed = best->second;
}

// The prefix that nearly all titles of numbered proposals have.
void find_prefix(const Examples& examples, const LayoutGuess& layout, SectionsGuess& guess) {
  std::map<std::string, std::size_t> prefixes;
  std::size_t titled = 0;
  for (const ExampleProposal& example : examples.all) {
    const Heading* heading = title_heading(*example.document);
    const std::string number = number_in(unit_of(layout, example.path), layout.unit);
    if (!heading || number.empty()) continue;
    ++titled;
    const auto parts = parts_of(heading->text);
    if (!parts || plain_number(parts->number) != plain_number(number)) continue;
    const bool as_in_path = parts->number == number;
    const bool zeros = parts->number.starts_with('0');
    const std::string slot =
        as_in_path ? "{number}" : fmt::format("{{number:{}}}", zeros ? parts->number.size() : 1);
    ++prefixes[parts->before + slot + parts->after];
  }
  take_usual(prefixes, titled, guess);
}

// "Design: ", where nearly all titles begin so, and the template's does.
void find_word_prefix(const Examples& examples, const Heading& title, SectionsGuess& guess) {
  constexpr std::size_t kFewest = 2;
  const auto [before, rest] = cut(title.text, ':');
  const std::string prefix = std::string(before) + ": ";
  if (before == title.text || before.find_first_of("{}") != before.npos) return;
  std::map<std::string, std::size_t> prefixes;
  std::size_t titled = 0;
  for (const ExampleProposal& example : examples.all) {
    const Heading* heading = title_heading(*example.document);
    if (!heading) continue;
    ++titled;
    if (heading->text.starts_with(prefix)) ++prefixes[prefix];
  }
  if (titled >= kFewest) take_usual(prefixes, titled, guess);
}

// The template's title without what stands for the number: "Your title" of "TEP-NNNN: Your title".
std::string bare_title(std::string_view title, const std::string& prefix) {
  if (prefix.empty()) return std::string(title);
  if (prefix.find('{') == prefix.npos) return std::string(without_prefix(prefix, title));
  const std::string before = prefix.substr(0, prefix.find('{'));
  const std::string after = prefix.substr(prefix.find('}') + 1);
  const std::size_t at = title.starts_with(before) ? title.find(after, before.size()) : title.npos;
  return std::string(at == title.npos ? title : title.substr(at + after.size()));
}

void find_others(const Examples& examples, const Template& pattern, SectionsGuess& guess) {
  std::map<std::string, std::pair<std::string, std::size_t>> counts;  // by key
  for (const ExampleProposal& example : examples.all) {
    std::map<std::string, std::string> here;
    for (const Section& section : example.document->sections()) {
      const Heading& heading = example.document->heading_of(section);
      if (heading.level <= 2 && &heading != title_heading(*example.document))
        here.try_emplace(heading_key(heading.text), heading.text);
    }
    for (const auto& [key, text] : here) {
      if (!key.empty() && !pattern.find(key))
        ++counts.try_emplace(key, text, 0).first->second.second;
    }
  }
  for (const auto& [key, other] : counts) {
    if (other.second >= kFewestOthers && other.second * 2 >= examples.all.size()) {
      guess.others.push_back(other);
    }
  }
}

}  // namespace

SectionsGuess guess_sections(const Examples& examples, const LayoutGuess& layout) {
  const Template pattern(examples.template_source);
  SectionsGuess guess;
  guess.has_directives = pattern.has_directives();
  const Process nothing;
  const Lineage none;
  const HeadingIndex index(pattern, nothing, none);
  const Heading* const title = title_heading(pattern.document());
  for (const TemplateSection& section : pattern.sections()) {
    SectionGuess one;
    one.title = section.title;
    one.level = section.level;
    one.is_title = title && section.span.begin == title->span.begin;
    one.optional_by_name = says_optional(section.title);
    one.required = section.required;
    one.in.resize(examples.all.size());
    guess.sections.push_back(std::move(one));
  }
  for (std::size_t i = 0; i < examples.all.size(); ++i) {
    const Matching matching = match(*examples.all[i].document, index);
    for (std::size_t t = 0; t < guess.sections.size(); ++t) {
      SectionGuess& section = guess.sections[t];
      section.in[i] = section.is_title ? title_heading(*examples.all[i].document) != nullptr
                                       : matching.sections[t].found();
      if (section.in[i]) ++section.count;
    }
  }
  for (SectionGuess& section : guess.sections) {
    if (guess.has_directives || examples.all.empty()) continue;
    section.required =
        !section.optional_by_name && is_nearly_all(section.count, examples.all.size());
  }
  find_prefix(examples, layout, guess);
  if (title && guess.title_prefix.empty()) find_word_prefix(examples, *title, guess);
  // As it is written: "<name>" is no text to Markdown.
  if (title)
    guess.title = bare_title(pattern.document().text(title->text_span), guess.title_prefix);
  find_others(examples, pattern, guess);
  return guess;
}

std::string with_directives(const Source& source, const SectionsGuess& guess) {
  const Template pattern(std::make_shared<const Source>(source.path(), source.text()));
  if (guess.has_directives) return std::string(source.text());
  std::string text(source.text());
  const bool carriage = text.find("\r\n") != text.npos;
  // From the end, so that the places before stay.
  for (std::size_t t = pattern.sections().size(); t-- > 0;) {
    const std::uint32_t end = pattern.sections()[t].span.end;
    std::size_t line_end = text.find('\n', end);
    if (line_end == text.npos) {
      text += carriage ? "\r\n" : "\n";
      line_end = text.size() - 1;
    }
    text.insert(line_end + 1, fmt::format("<!--DIRECTIVE: required: {}-->{}",
                                          guess.sections[t].required, carriage ? "\r\n" : "\n"));
  }
  return text;
}

}  // namespace milepost::process
