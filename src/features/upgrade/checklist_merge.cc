#include "features/upgrade/checklist_merge.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

#include "base/strings.h"
#include "process/boilerplate.h"
#include "process/heading_key.h"

namespace milepost::upgrade {

namespace {

// Of the words of the shorter item, so many must be in the other. Each stands for
// one at most, the most alike first, so a low share does no harm.
constexpr double kShared = 0.3;
constexpr std::size_t kShortWord = 3;  // "the", "are" tell nothing

// A list that long is no checklist; comparing each item with each takes too long.
constexpr std::size_t kMostItems = 200;

using Words = std::unordered_set<std::string>;

Words words_of(std::string_view text) {
  Words words;
  const std::string all = heading_words(text);
  std::string_view rest = all;
  while (!rest.empty()) {
    const auto [word, others] = cut(rest, ' ');
    if (word.size() > kShortWord) words.emplace(word);
    rest = others;
  }
  return words;
}

double shared(const Words& a, const Words& b) {
  const auto common =
      std::ranges::count_if(a, [&](const std::string& word) { return b.contains(word); });
  const std::size_t least = std::min(a.size(), b.size());
  return least == 0 ? 0 : static_cast<double>(common) / static_cast<double>(least);
}

class Merger {
 public:
  Merger(const Document& own, const Document& wanted, std::string_view line_end)
      : own_(own), wanted_(wanted), line_end_(line_end) {}

  MergedItems run() && {
    const std::size_t count = own_.tasks().size();
    if (count == 0 || count > kMostItems || wanted_.tasks().size() > kMostItems) return {};
    pair_up();
    for (std::size_t w = 0; w < stands_for_.size(); ++w) {
      if (stands_for_[w] == kNone) add(w);
    }
    return std::move(merged_);
  }

 private:
  struct Pair {
    double alike;
    std::uint32_t wanted;
    std::uint32_t own;
  };

  void pair_up() {
    std::vector<Words> own_words;
    for (const TaskItem& task : own_.tasks()) own_words.push_back(words_of(own_.text(task.text)));
    std::vector<Pair> pairs;
    for (std::uint32_t w = 0; w < wanted_.tasks().size(); ++w) {
      const std::string_view text = wanted_.text(wanted_.tasks()[w].text);
      const Words words = words_of(text);
      for (std::uint32_t o = 0; o < own_words.size(); ++o) {
        const bool same = line_hash(text) == line_hash(own_.text(own_.tasks()[o].text));
        const double alike = same ? 2 : shared(words, own_words[o]);
        if (alike >= kShared) pairs.push_back({alike, w, o});
      }
    }
    std::ranges::stable_sort(pairs, std::greater<>(), &Pair::alike);
    stands_for_.assign(wanted_.tasks().size(), kNone);
    std::vector<bool> taken(own_words.size());
    for (const Pair& pair : pairs) {
      if (stands_for_[pair.wanted] != kNone || taken[pair.own]) continue;
      stands_for_[pair.wanted] = pair.own;
      taken[pair.own] = true;
    }
  }

  // The template's item it is part of.
  std::uint32_t parent_of(std::size_t w) const {
    const auto& tasks = wanted_.tasks();
    for (std::size_t above = w; above-- > 0;) {
      if (tasks[above].span.contains(tasks[w].span)) return static_cast<std::uint32_t>(above);
    }
    return kNone;
  }

  void add(std::size_t w) {
    const std::uint32_t parent = parent_of(w);
    std::uint32_t beside = kNone;  // of the author's items
    std::string indent;
    if (parent != kNone) {
      beside = stands_for_[parent];
      if (beside == kNone) return;  // added with its parent
      indent = std::string(content_column(own_.tasks()[beside]), ' ');
    } else {
      for (std::size_t before = w; before-- > 0 && beside == kNone;) {
        if (parent_of(before) == kNone) beside = stands_for_[before];
      }
      const bool first = beside == kNone;
      if (first) beside = static_cast<std::uint32_t>(own_.tasks().size() - 1);
      while (enclosing(beside) != kNone) beside = enclosing(beside);
      indent = indent_of(own_.tasks()[beside]);
    }
    const std::uint32_t end = own_.tasks()[beside].span.end;
    const std::uint32_t at = own_.source().next_line_begin(own_.source().line_at(end - 1));
    std::string text = own_.text({0, at}).ends_with('\n') ? "" : std::string(line_end_);
    write(w, indent, marker_of(own_.tasks()[beside]), text);
    merged_.edits.push_back({{at, at}, std::move(text)});
  }

  // The author's item around another.
  std::uint32_t enclosing(std::uint32_t o) const {
    const auto& tasks = own_.tasks();
    for (std::uint32_t above = o; above-- > 0;) {
      if (tasks[above].span.contains(tasks[o].span)) return above;
    }
    return kNone;
  }

  // The item and those of the template that are part of it.
  void write(std::size_t w, const std::string& indent, char marker, std::string& text) {
    ++merged_.added;
    std::string_view lines = wanted_.text(wanted_.tasks()[w].text);
    std::string lead = indent + marker + " [ ] ";
    while (!lines.empty()) {
      const auto [line, rest] = cut(lines, '\n');
      text.append(lead).append(trim(line)).append(line_end_);
      lead = indent + "  ";
      lines = rest;
    }
    for (std::size_t below = w + 1; below < stands_for_.size(); ++below) {
      if (stands_for_[below] == kNone && parent_of(below) == w) {
        write(below, indent + "  ", marker, text);
      }
    }
  }

  std::uint32_t line_begin(std::uint32_t offset) const {
    return own_.source().line(own_.source().line_at(offset)).begin;
  }
  std::size_t content_column(const TaskItem& task) const {
    const std::uint32_t begin =
        task.bullet ? own_.blocks()[task.block].content.begin : task.span.begin;
    return begin - line_begin(begin);
  }
  std::string indent_of(const TaskItem& task) const {
    return std::string(task.span.begin - line_begin(task.span.begin), ' ');
  }
  char marker_of(const TaskItem& task) const {
    const char c = own_.text(task.span).front();
    return task.bullet && (c == '*' || c == '+') ? c : '-';
  }

  const Document& own_;
  const Document& wanted_;
  std::string_view line_end_;
  std::vector<std::uint32_t> stands_for_;  // the template's item → the author's
  MergedItems merged_;
};

}  // namespace

MergedItems merge_checklist(const Document& own, const Document& wanted,
                            std::string_view line_end) {
  return Merger(own, wanted, line_end).run();
}

}  // namespace milepost::upgrade
