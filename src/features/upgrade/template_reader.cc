#include "features/upgrade/template_reader.h"

#include <algorithm>

#include "base/strings.h"
#include "process/boilerplate.h"
#include "process/heading_key.h"
#include "text/tasks.h"

namespace milepost::upgrade {

namespace {

// A shorter line is in many texts by chance: "```", "TBD".
constexpr std::size_t kTellingWords = 4;

// A line of a template has no more; one that a paragraph is cut into is no longer.
constexpr std::size_t kLineWords = 30;

constexpr std::string_view kCommentOpen = "<!--";
constexpr std::string_view kCommentClose = "-->";

std::vector<std::string_view> words_in(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && !is_space(text[end])) ++end;
    if (end > at) words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

// The stretch of text from one word to another, as it stands.
std::string_view joined(const std::vector<std::string_view>& words, std::size_t begin,
                        std::size_t end) {
  const char* const from = words[begin].data();
  const std::string_view last = words[end - 1];
  return {from, static_cast<std::size_t>(last.data() + last.size() - from)};
}

}  // namespace

TemplateReader::TemplateReader(std::string_view wanted, const FillJudge& fills) : fills_(fills) {
  add_line_hashes(wanted, current_);
}

void TemplateReader::read(std::string_view text, Reading& reading) const {
  for (const std::string_view paragraph : paragraphs_in(text)) {
    if (take(paragraph, reading) || take_wrapped(paragraph, reading)) continue;
    std::string_view lines = paragraph;
    while (!lines.empty()) {
      const auto [line, rest] = cut(lines, '\n');
      lines = rest;
      const std::string_view bare = without_comment_marks(line);
      if (take(line, reading) || take(bare, reading)) continue;
      if (!without_markers(bare).empty()) ++reading.own;
    }
  }
}

bool TemplateReader::take(std::string_view piece, Reading& reading) const {
  const bool current = current_.contains(line_hash(piece));
  if (!current && !fills_.is_template_line(piece)) return false;
  if (!current && count_words(piece, kTellingWords) >= kTellingWords) reading.stale = true;
  return true;
}

// Lines of the template that an editor wrapped anew: whether the words are some of
// them, one after the other.
bool TemplateReader::take_wrapped(std::string_view paragraph, Reading& reading) const {
  const std::vector<std::string_view> words = words_in(without_comment_marks(paragraph));
  std::vector<std::size_t> line_from(words.size() + 1, words.size());  // where the line begins
  std::vector<bool> reached(words.size() + 1);
  reached[0] = true;
  for (std::size_t begin = 0; begin < words.size(); ++begin) {
    if (!reached[begin]) continue;
    const std::size_t most = std::min(words.size(), begin + kLineWords);
    for (std::size_t end = begin + 1; end <= most; ++end) {
      Reading ignored;
      if (reached[end] || !take(joined(words, begin, end), ignored)) continue;
      reached[end] = true;
      line_from[end] = begin;
    }
  }
  if (words.empty() || !reached.back()) return false;
  for (std::size_t end = words.size(); end > 0; end = line_from[end]) {
    take(joined(words, line_from[end], end), reading);
  }
  return true;
}

std::string_view without_comment_marks(std::string_view line) {
  line = trim(line);
  if (line.starts_with(kCommentOpen)) line.remove_prefix(kCommentOpen.size());
  if (line.ends_with(kCommentClose)) line.remove_suffix(kCommentClose.size());
  return trim(line);
}

bool has_tick(std::string_view text) {
  while (!text.empty()) {
    const auto [line, rest] = cut(text, '\n');
    text = rest;
    const std::string_view bare = trim(line);
    const std::size_t marker = bare.find_first_not_of("-*+ ");
    const auto box = tasks::read_box(bare.substr(std::min(marker, bare.size())));
    if (box && box->ticked) return true;
  }
  return false;
}

}  // namespace milepost::upgrade
