#include "base/word_diff.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <unordered_map>

#include "base/common_lines.h"
#include "base/strings.h"

namespace milepost {

namespace {

constexpr std::size_t kMostWords = 50'000;
constexpr double kLeastKept = 0.3;    // of all words; less is another text,
constexpr double kLeastGrown = 0.6;   // unless it is so much of the shorter one
constexpr std::size_t kLeastRun = 2;  // fewer words between two changes belong to them

using WordRange = std::span<const std::string_view>;

std::string join(WordRange words) {
  std::string text;
  for (const std::string_view word : words) {
    if (!text.empty()) text += ' ';
    text += word;
  }
  return text;
}

// WordRange that follow each other on both sides, or have nothing in common.
struct Run {
  WordRange olds;
  WordRange news;
  bool kept = false;
};

void add_run(std::vector<Run>& runs, WordRange olds, WordRange news, bool kept) {
  if (olds.empty() && news.empty()) return;
  runs.push_back({olds, news, kept});
}

std::vector<Run> runs_of(WordRange olds, WordRange news) {
  std::vector<Run> runs;
  std::size_t o = 0;
  std::size_t n = 0;
  const auto pairs = common_lines(olds, news);
  for (std::size_t p = 0; p < pairs.size();) {
    std::size_t last = p;
    while (last + 1 < pairs.size() && pairs[last + 1].old_line == pairs[last].old_line + 1 &&
           pairs[last + 1].new_line == pairs[last].new_line + 1) {
      ++last;
    }
    const std::size_t count = last - p + 1;
    const bool between = p > 0 && last + 1 < pairs.size();
    p = last + 1;
    if (between && count < kLeastRun) continue;
    const std::size_t first_old = pairs[last].old_line + 1 - count;
    const std::size_t first_new = pairs[last].new_line + 1 - count;
    add_run(runs, olds.subspan(o, first_old - o), news.subspan(n, first_new - n), false);
    add_run(runs, olds.subspan(first_old, count), news.subspan(first_new, count), true);
    o = first_old + count;
    n = first_new + count;
  }
  add_run(runs, olds.subspan(o), news.subspan(n), false);
  return runs;
}

}  // namespace

std::vector<std::string_view> split_words(std::string_view text) {
  constexpr std::string_view kBox = "[ ]";
  std::vector<std::string_view> words;
  std::size_t at = 0;
  while (true) {
    while (at < text.size() && is_space(text[at])) ++at;
    if (at == text.size()) return words;
    const std::size_t begin = at;
    if (text.substr(at).starts_with(kBox)) at += kBox.size();
    while (at < text.size() && !is_space(text[at])) ++at;
    words.push_back(text.substr(begin, at - begin));
  }
}

std::string joined_words(std::string_view text) { return join(split_words(text)); }

double shared_words(const std::vector<std::string_view>& one,
                    const std::vector<std::string_view>& other) {
  if (one.empty() || other.empty()) return 0;
  std::unordered_map<std::string_view, std::size_t> left;
  for (const std::string_view word : one) ++left[word];
  std::size_t shared = 0;
  for (const std::string_view word : other) {
    const auto found = left.find(word);
    if (found == left.end() || found->second == 0) continue;
    --found->second;
    ++shared;
  }
  return 2.0 * static_cast<double>(shared) / static_cast<double>(one.size() + other.size());
}

std::vector<WordPiece> diff_words(std::string_view old_text, std::string_view new_text) {
  const auto olds = split_words(old_text);
  const auto news = split_words(new_text);
  std::vector<WordPiece> pieces;
  const auto add = [&](PieceKind kind, WordRange words) {
    if (!words.empty()) pieces.push_back({kind, join(words)});
  };
  std::vector<Run> runs;
  if (std::max(olds.size(), news.size()) <= kMostWords) runs = runs_of(olds, news);
  std::size_t kept = 0;
  for (const Run& run : runs) kept += run.kept ? run.news.size() : 0;
  const auto all = static_cast<double>(std::max(olds.size(), news.size()));
  const auto shorter = static_cast<double>(std::min(olds.size(), news.size()));
  const bool little = static_cast<double>(kept) < kLeastKept * all &&
                      static_cast<double>(kept) < kLeastGrown * shorter;
  if (std::ranges::equal(olds, news)) {
    add(PieceKind::kKept, news);
  } else if (little || kept == 0) {
    add(PieceKind::kRemoved, olds);
    add(PieceKind::kAdded, news);
  } else {
    for (const Run& run : runs) {
      if (!run.kept) add(PieceKind::kRemoved, run.olds);
      add(run.kept ? PieceKind::kKept : PieceKind::kAdded, run.news);
    }
  }
  return pieces;
}

}  // namespace milepost
