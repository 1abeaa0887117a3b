#include "features/diff/section_diff.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/common_lines.h"
#include "base/outline.h"
#include "base/strings.h"
#include "features/diff/part_pairs.h"
#include "features/diff/section_text.h"

namespace milepost::diff {

namespace {

// Fewer words stand in many places: they are no text that moved.
constexpr std::size_t kMovedWords = 5;
constexpr double kSameSection = 0.5;  // of the text of a section that a renamed one has, too

// Where a part is: its section, and its place in it.
struct PartPlace {
  std::uint32_t section = 0;
  std::uint32_t part = 0;
};

class SectionDiff {
 public:
  SectionDiff(const Document& before, const Document& after)
      : olds_(section_texts(before)),
        news_(section_texts(after)),
        pairs_(olds_.size(), news_.size()),
        titled_(is_titled(before) && is_titled(after)) {}

  std::vector<SectionChange> run() {
    pair_sections();
    moved_sections_ = find_moved(pairs_, parents(olds_), parents(news_));
    align();
    find_moved_text();
    std::uint32_t gone = 0;
    for (std::uint32_t a = 0; a < news_.size(); ++a) {
      const std::uint32_t b = pairs_.former[a];
      if (b == kNowhere) {
        // What stood here went before what came.
        std::uint32_t end = gone;
        while (end < olds_.size() && pairs_.next[end] == kNowhere) ++end;
        add_removed(gone, end);
        add_new(a);
        continue;
      }
      if (!moved_sections_[a]) add_removed(gone, b + 1);
      add_kept(b, a);
    }
    add_removed(gone, static_cast<std::uint32_t>(olds_.size()));
    return std::move(changes_);
  }

 private:
  using Texts = std::vector<SectionText>;

  // What became of a part: it stayed, or moved, or else is looked at word by word.
  struct Fate {
    bool same = false;
    bool moved = false;
    std::vector<std::string> other;
  };

  static std::vector<std::uint32_t> parents(const Texts& texts) {
    std::vector<std::uint32_t> found;
    for (const SectionText& text : texts) {
      found.push_back(text.parent == kNone ? kNowhere : text.parent);
    }
    return found;
  }

  // Keys of the whole path, or of the titles alone.
  static std::vector<std::string> keys_of(const Texts& texts, bool whole) {
    std::vector<std::string> keys;
    std::vector<std::uint64_t> hashes;
    for (const SectionText& text : texts) {
      // Of the path above it no more than a number, lest long titles be copied often.
      const bool below = whole && text.parent != kNone;
      keys.push_back(below ? fmt::format("{:x} {}", hashes[text.parent], text.key) : text.key);
      hashes.push_back(hash_bytes(keys.back()));
    }
    return keys;
  }

  // Whether the first section is the title of all that follows.
  static bool is_titled(const Document& document) {
    const auto& sections = document.sections();
    return !sections.empty() && document.heading_of(sections[0]).level == 1 &&
           sections[0].end_section == sections.size();
  }

  void pair_sections() {
    pairs_.pair(0, 0);
    if (titled_) pairs_.pair(1, 1);
    for (const bool whole : {true, false}) {
      const auto old_keys = keys_of(olds_, whole);
      const auto new_keys = keys_of(news_, whole);
      const std::vector<std::string_view> olds(old_keys.begin(), old_keys.end());
      const std::vector<std::string_view> news(new_keys.begin(), new_keys.end());
      pair_same(olds, news, pairs_);
      if (!whole) pair_alike(olds, news, pairs_);
    }
    pair_by_text();
  }

  // A section that has most of the words of one that went is that one renamed.
  void pair_by_text() {
    std::unordered_map<std::string_view, std::uint32_t> owners;
    const std::vector<std::size_t> old_bytes = bytes_of(olds_);
    const std::vector<std::size_t> new_bytes = bytes_of(news_);
    for (std::uint32_t b = 0; b < olds_.size(); ++b) {
      if (pairs_.next[b] != kNowhere) continue;
      for (const TextPart& part : olds_[b].parts) owners.emplace(part.text, b);
    }
    for (std::uint32_t a = 0; a < news_.size() && !owners.empty(); ++a) {
      if (pairs_.former[a] != kNowhere) continue;
      std::map<std::uint32_t, std::size_t> shared;
      for (const TextPart& part : news_[a].parts) {
        const auto owner = owners.find(part.text);
        if (owner != owners.end()) shared[owner->second] += part.text.size();
      }
      for (const auto& [b, bytes] : shared) {
        const auto all = static_cast<double>(std::max(old_bytes[b], new_bytes[a]));
        if (pairs_.next[b] != kNowhere || static_cast<double>(bytes) < kSameSection * all) continue;
        pairs_.pair(b, a);
        break;
      }
    }
  }

  static std::vector<std::size_t> bytes_of(const Texts& texts) {
    std::vector<std::size_t> bytes;
    for (const SectionText& text : texts) {
      bytes.push_back(0);
      for (const TextPart& part : text.parts) bytes.back() += part.text.size();
    }
    return bytes;
  }

  // Finds the parts that stand in the same section as before, in their order.
  void align() {
    for (const SectionText& text : olds_) old_fates_.emplace_back(text.parts.size());
    for (const SectionText& text : news_) new_fates_.emplace_back(text.parts.size());
    for (std::uint32_t a = 0; a < news_.size(); ++a) {
      const std::uint32_t b = pairs_.former[a];
      if (b == kNowhere) continue;
      const auto words_of = [](const SectionText& text) {
        std::vector<std::string_view> words;
        for (const TextPart& part : text.parts) words.push_back(part.text);
        return words;
      };
      for (const LinePair pair : common_lines(words_of(olds_[b]), words_of(news_[a]))) {
        old_fates_[b][pair.old_line].same = true;
        new_fates_[a][pair.new_line].same = true;
      }
    }
  }

  void find_moved_text() {
    std::unordered_map<std::string_view, std::vector<PartPlace>> gone;
    for (std::uint32_t b = static_cast<std::uint32_t>(olds_.size()); b-- > 0;) {
      for (std::uint32_t i = static_cast<std::uint32_t>(olds_[b].parts.size()); i-- > 0;) {
        const std::string& text = olds_[b].parts[i].text;
        if (!old_fates_[b][i].same && split_words(text).size() >= kMovedWords) {
          gone[text].push_back({b, i});
        }
      }
    }
    for (std::uint32_t a = 0; a < news_.size() && !gone.empty(); ++a) {
      for (std::size_t i = 0; i < news_[a].parts.size(); ++i) {
        const auto found = gone.find(news_[a].parts[i].text);
        if (new_fates_[a][i].same || found == gone.end() || found->second.empty()) continue;
        const PartPlace from = found->second.back();
        found->second.pop_back();
        new_fates_[a][i] = {false, true, section_path(olds_, from.section)};
        old_fates_[from.section][from.part] = {false, true, section_path(news_, a)};
      }
    }
  }

  void add_removed(std::uint32_t& gone, std::uint32_t end) {
    for (; gone < end; ++gone) {
      if (pairs_.next[gone] != kNowhere) continue;
      SectionChange& change = changes_.emplace_back();
      change.fate = SectionFate::kRemoved;
      change.path = section_path(olds_, gone);
      change.line = olds_[gone].line;
      for (std::size_t i = 0; i < olds_[gone].parts.size(); ++i) add_old(change, gone, i);
    }
  }

  void add_new(std::uint32_t a) {
    SectionChange& change = changes_.emplace_back();
    change.fate = SectionFate::kAdded;
    change.path = section_path(news_, a);
    change.line = news_[a].line;
    for (std::size_t i = 0; i < news_[a].parts.size(); ++i) add_part(change, a, i);
  }

  void add_kept(std::uint32_t b, std::uint32_t a) {
    SectionChange change;
    change.path = section_path(news_, a);
    change.old_path = section_path(olds_, b);
    change.renamed = olds_[b].title != news_[a].title;
    change.moved = moved_sections_[a];
    change.line = news_[a].line;
    std::size_t o = 0;
    std::size_t n = 0;
    while (true) {
      std::vector<std::size_t> old_parts;
      std::vector<std::size_t> new_parts;
      for (; o < olds_[b].parts.size() && !old_fates_[b][o].same; ++o) old_parts.push_back(o);
      for (; n < news_[a].parts.size() && !new_fates_[a][n].same; ++n) new_parts.push_back(n);
      add_hunks(change, b, a, old_parts, new_parts);
      if (n == news_[a].parts.size()) break;
      ++o;
      ++n;
    }
    const bool any = change.renamed || change.moved || !change.hunks.empty();
    if (any) changes_.push_back(std::move(change));
  }

  void add_old(SectionChange& change, std::uint32_t b, std::size_t i) const {
    const Fate& fate = old_fates_[b][i];
    const TextPart& part = olds_[b].parts[i];
    change.hunks.push_back({fate.moved ? PartChange::kMovedAway : PartChange::kRemoved,
                            {{PieceKind::kRemoved, part.text}},
                            fate.other,
                            part.line,
                            part.lead,
                            part.written});
  }

  void add_part(SectionChange& change, std::uint32_t a, std::size_t i) const {
    const Fate& fate = new_fates_[a][i];
    const TextPart& part = news_[a].parts[i];
    change.hunks.push_back({fate.moved ? PartChange::kMovedHere : PartChange::kAdded,
                            {{PieceKind::kAdded, part.text}},
                            fate.other,
                            part.line,
                            part.lead,
                            part.written});
  }

  // What moved is no state of another part.
  static std::vector<std::string_view> texts_of(const SectionText& text,
                                                const std::vector<Fate>& fates,
                                                const std::vector<std::size_t>& parts) {
    std::vector<std::string_view> texts;
    for (const std::size_t i : parts) {
      texts.push_back(fates[i].moved ? std::string_view() : std::string_view(text.parts[i].text));
    }
    return texts;
  }

  // What took the place of what, between two parts that stayed.
  void add_hunks(SectionChange& change, std::uint32_t b, std::uint32_t a,
                 const std::vector<std::size_t>& old_parts,
                 const std::vector<std::size_t>& new_parts) const {
    std::size_t o = 0;
    const auto same = pair_parts(texts_of(olds_[b], old_fates_[b], old_parts),
                                 texts_of(news_[a], new_fates_[a], new_parts));
    std::size_t n = 0;
    const auto add_until = [&](std::size_t old_end, std::size_t new_end) {
      for (; o < old_end; ++o) add_old(change, b, old_parts[o]);
      for (; n < new_end; ++n) add_part(change, a, new_parts[n]);
    };
    for (std::size_t next = 0; next < new_parts.size(); ++next) {
      if (same[next] == kNowhere) continue;
      add_until(same[next], next);
      const TextPart& was = olds_[b].parts[old_parts[o++]];
      const TextPart& is = news_[a].parts[new_parts[n++]];
      change.hunks.push_back(
          {PartChange::kChanged, diff_words(was.text, is.text), {}, is.line, is.lead, is.written});
    }
    add_until(old_parts.size(), new_parts.size());
  }

  Texts olds_;
  Texts news_;
  OutlinePairs pairs_;
  bool titled_;  // both
  std::vector<bool> moved_sections_;
  std::vector<std::vector<Fate>> old_fates_;  // of the parts of each section
  std::vector<std::vector<Fate>> new_fates_;
  std::vector<SectionChange> changes_;
};

}  // namespace

std::vector<SectionChange> diff_sections(const Document& before, const Document& after) {
  return SectionDiff(before, after).run();
}

}  // namespace milepost::diff
