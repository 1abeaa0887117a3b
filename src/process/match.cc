#include "process/match.h"

#include <algorithm>
#include <span>

#include "base/slip.h"
#include "base/strings.h"
#include "process/heading_key.h"

namespace milepost {

namespace {

constexpr double kSimilar = 0.85;
constexpr double kSuggested = 0.5;
// "Repository Requirements" is not "Monitoring Requirements": short headings
// share too much by chance.
constexpr std::size_t kFuzzyWords = 3;
constexpr std::size_t kPrefixWords = 5;
constexpr std::size_t kShortenedWords = 5;

std::vector<std::string_view> words_of(std::string_view words) {
  std::vector<std::string_view> list;
  while (!words.empty()) {
    const auto [word, rest] = cut(words, ' ');
    list.push_back(word);
    words = rest;
  }
  return list;
}

class Matcher {
 public:
  Matcher(const Document& document, const HeadingIndex& index)
      : document_(document), index_(index), pattern_(index.pattern()) {
    matching_.sections.resize(pattern_.sections().size());
    matching_.claimed_by.assign(document.sections().size(), kNone);
  }

  Matching run() && {
    read_keys();
    match_title();
    match_headings();
    match_bold_items();
    find_loose();
    match_prefixes();
    match_similar();
    match_merged();
    return std::move(matching_);
  }

 private:
  const TemplateSection& wanted(std::uint32_t t) const { return pattern_.sections()[t]; }
  const Heading& heading(std::uint32_t s) const {
    return document_.heading_of(document_.sections()[s]);
  }
  bool found(std::uint32_t t) const { return matching_.sections[t].found(); }
  bool free(std::uint32_t s) const {
    return matching_.claimed_by[s] == kNone && s != matching_.title;
  }

  void claim(std::uint32_t t, std::uint32_t s, MatchStep step) {
    Match& match = matching_.sections[t];
    match.step = step;
    match.section = s;
    match.heading = heading(s).span;
    if (matching_.claimed_by[s] == kNone) matching_.claimed_by[s] = t;
  }

  void claim_bold(std::uint32_t t, std::uint32_t b, MatchStep step) {
    const BoldItem& item = document_.bold_items()[b];
    Match& match = matching_.sections[t];
    match.step = step;
    match.bold = b;
    match.heading = item.bold;
    match.text_begin = item.bold.end;
    match.text_end = answer_end(b);
    bold_[b].claimed = true;
  }

  // An answer often stands below its question, outside the list: it reaches to
  // the next question or heading.
  std::uint32_t answer_end(std::uint32_t b) const {
    const auto& items = document_.bold_items();
    std::uint32_t end = document_.source().size();
    for (std::uint32_t next = b + 1; next < items.size(); ++next) {
      // Bold text within the answer is not the next question.
      if (items[b].span.contains(items[next].span) && !items[next].text.ends_with('?')) continue;
      end = items[next].span.begin;
      break;
    }
    const auto next = std::ranges::upper_bound(document_.sections(), items[b].span.begin, {},
                                               [](const Section& s) { return s.span.begin; });
    return next == document_.sections().end() ? end : std::min(end, next->span.begin);
  }

  // Looks all headings and bold items up; those of no template are taken apart.
  void read_keys() {
    const auto& sections = document_.sections();
    const auto& items = document_.bold_items();
    matching_.keys.resize(sections.size());
    matching_.known.resize(sections.size());
    bold_.resize(items.size());
    std::size_t room = 0;
    const auto look_up = [&](std::string_view text, std::string_view& key) {
      const KnownHeading* const known = index_.find_text(text);
      if (known) key = known->key;
      if (!known) room += words_room(text);
      return known;
    };
    for (std::uint32_t s = 0; s < sections.size(); ++s) {
      matching_.known[s] = look_up(heading(s).text, matching_.keys[s]);
    }
    for (std::uint32_t b = 0; b < items.size(); ++b) {
      bold_[b].known = look_up(items[b].text, bold_[b].key);
    }
    if (room == 0) return;
    matching_.own_keys = std::make_unique_for_overwrite<char[]>(room);
    char* end = matching_.own_keys.get();
    const auto take_apart = [&](std::string_view text, std::string_view& key) {
      const char* const begin = end;
      end = write_heading_key(text, end);
      key = {begin, end};
      return index_.find_key(key);
    };
    for (std::uint32_t s = 0; s < sections.size(); ++s) {
      if (matching_.known[s]) continue;
      matching_.known[s] = take_apart(heading(s).text, matching_.keys[s]);
    }
    for (std::uint32_t b = 0; b < items.size(); ++b) {
      if (!bold_[b].known) bold_[b].known = take_apart(items[b].text, bold_[b].key);
    }
  }

  // "# Summary" in a document that has no title of its own is no title; nor is another name of
  // a section where the template has such at level 1.
  bool is_section_of_first_level(const KnownHeading* known) const {
    const auto* const targets = known ? known->targets() : nullptr;
    if (!targets || targets->front() == 0) return false;
    return known->sections || (!known->begins && wanted(targets->front()).level == 1);
  }

  void match_title() {
    const auto& sections = document_.sections();
    for (std::uint32_t s = 0; s < sections.size(); ++s) {
      if (heading(s).level != 1 || matching_.keys[s].empty()) continue;
      if (is_section_of_first_level(matching_.known[s])) continue;
      matching_.title = s;
      break;
    }
    if (matching_.title == kNone || pattern_.sections().empty()) return;
    if (wanted(0).level == 1) claim(0, matching_.title, MatchStep::kExact);
  }

  MatchStep step_of(const TemplateSection& section, const Heading& own) const {
    if (own.text == section.title) {
      return own.level == section.level ? MatchStep::kExact : MatchStep::kLevel;
    }
    if (equal_ignoring_case(own.text, section.title)) return MatchStep::kCase;
    if (says_optional(own.text) != says_optional(section.title)) return MatchStep::kSuffix;
    return MatchStep::kPunctuation;
  }

  struct Candidate {
    std::uint32_t target;  // the template's section it may be
    std::uint32_t section;
    MatchStep step;
  };

  // A title may stand in the template twice, under different parents.
  std::uint32_t choose(const std::vector<std::uint32_t>& targets, std::uint32_t s,
                       const std::vector<bool>& taken) const {
    if (targets.size() == 1) return targets.front();
    const std::uint32_t parent = document_.sections()[s].parent;
    for (const std::uint32_t t : targets) {
      if (wanted(t).parent == kNone || parent == kNone) continue;
      if (wanted(wanted(t).parent).key == matching_.keys[parent]) return t;
    }
    for (const std::uint32_t t : targets) {
      if (!taken[t]) return t;
    }
    return targets.front();
  }

  void match_headings() {
    std::vector<Candidate> candidates;
    candidates.reserve(document_.sections().size());
    std::vector<bool> taken(pattern_.sections().size());
    for (std::uint32_t s = 0; s < document_.sections().size(); ++s) {
      if (s == matching_.title) continue;
      const KnownHeading* const known = matching_.known[s];
      if (!known || !known->targets()) continue;
      const std::uint32_t t = choose(*known->targets(), s, taken);
      // Deeper down, "Proposal for the client" is one part of the proposal.
      if (known->begins && heading(s).level != wanted(t).level) continue;
      taken[t] = true;
      candidates.push_back(
          {t, s, known->sections ? step_of(wanted(t), heading(s)) : MatchStep::kRename});
    }
    std::ranges::stable_sort(candidates, {}, &Candidate::target);
    for (auto first = candidates.begin(); first != candidates.end();) {
      const std::uint32_t t = first->target;
      const auto last = std::find_if(first, candidates.end(),
                                     [&](const Candidate& other) { return other.target != t; });
      if (!found(t)) pick(t, {first, last});
      first = last;
    }
  }

  // The template's level first, then the right parent, then the better step,
  // then the first in the document.
  void pick(std::uint32_t t, std::span<const Candidate> candidates) {
    const std::uint32_t parent = wanted(t).parent;
    const std::uint32_t home = parent == kNone ? kNone : matching_.sections[parent].section;
    const auto cost = [&](const Candidate& c) {
      const bool level = heading(c.section).level == wanted(t).level;
      const bool inside =
          home != kNone && c.section > home && c.section < document_.sections()[home].end_section;
      return (level ? 0 : 100) + (inside ? 0 : 50) + static_cast<int>(c.step);
    };
    const auto best = std::ranges::min_element(candidates, {}, cost);
    claim(t, best->section, best->step);
    for (const Candidate& other : candidates) {
      if (other.section == best->section) continue;
      // The same title deeper down, or under another parent, is the author's
      // own structure, not a repetition.
      const auto& mine = document_.sections()[best->section];
      const auto& theirs = document_.sections()[other.section];
      if (mine.parent != theirs.parent || other.step == MatchStep::kRename) continue;
      matching_.duplicates.push_back({t, other.section});
    }
  }

  void match_bold_items() {
    for (std::uint32_t b = 0; b < bold_.size(); ++b) {
      if (!is_known(bold_[b].known)) continue;
      for (const std::uint32_t t : *bold_[b].known->targets()) {
        if (found(t) || !wanted(t).is_question()) continue;
        claim_bold(t, b, MatchStep::kBoldItem);
        break;
      }
    }
  }

  // A heading that is none of the template's, word for word: all that the steps
  // below look at.
  struct Loose {
    std::uint32_t section;  // of the document
    std::size_t words;      // in its key
  };

  void find_loose() {
    for (std::uint32_t s = 0; s < matching_.claimed_by.size(); ++s) {
      if (free(s)) loose_.push_back({s, word_count(matching_.keys[s])});
    }
  }

  void match_prefixes() {
    for (std::uint32_t t = 0; t < pattern_.sections().size(); ++t) {
      if (found(t) || wanted(t).words < kPrefixWords) continue;
      for (const Loose& heading : loose_) {
        if (free(heading.section)) match_prefix(t, heading.section);
        if (found(t)) break;
      }
      for (std::uint32_t b = 0; b < bold_.size() && !found(t); ++b) {
        if (bold_[b].claimed) continue;
        const bool answered = begins_with_words(bold_[b].key, wanted(t).key);
        if (!answered && !is_shortened(t, bold_[b].key)) continue;
        claim_bold(t, b, MatchStep::kPrefix);
        matching_.sections[t].answered_in_heading = answered && wanted(t).is_question();
      }
    }
    match_subtitles();
    match_halves();
  }

  // "Introduction" is "Introduction/Overview", and so is "Overview". The other way round,
  // "Migration / Graduation Criteria" are "Graduation Criteria".
  void match_halves() {
    for (const auto [s, words] : loose_) {
      const std::string_view text = heading(s).text;
      const std::size_t slash = free(s) ? text.find(" / ") : text.npos;
      if (slash == text.npos) continue;
      claim_part(s, text.substr(0, slash), MatchStep::kRename);
      claim_part(s, text.substr(slash + 3), MatchStep::kRename);
    }
    for (std::uint32_t t = 0; t < pattern_.sections().size(); ++t) {
      if (found(t)) continue;
      for (const std::string_view half : halves_of(wanted(t).title)) {
        const std::string key = heading_key(half);
        for (const auto [s, words] : loose_) {
          if (found(t) || !free(s) || matching_.keys[s] != key) continue;
          if (heading(s).level == wanted(t).level) claim(t, s, MatchStep::kRename);
        }
      }
    }
  }

  // "Design Details: the specification" is "Design Details", and "Drawbacks [TBD]" is "Drawbacks".
  void match_subtitles() {
    for (const auto [s, words] : loose_) {
      const std::string_view text = heading(s).text;
      const std::size_t colon = text.find(": ");
      if (colon != text.npos) claim_part(s, text.substr(0, colon), MatchStep::kPrefix);
      const std::size_t bracket = text.ends_with(']') ? text.rfind(" [") : text.npos;
      if (bracket != text.npos) claim_part(s, text.substr(0, bracket), MatchStep::kPrefix);
    }
  }

  // The heading has the name of a section and more. "Story 1: …" is how stories are meant to be
  // written: nothing to tell.
  void claim_part(std::uint32_t s, std::string_view name, MatchStep step) {
    const KnownHeading* const known = free(s) ? index_.find(trim(name)) : nullptr;
    if (!known || !known->sections) return;
    const std::uint32_t t = known->sections->front();
    if (!found(t) && wanted(t).required && heading(s).level == wanted(t).level) {
      claim(t, s, step);
    }
  }

  // A question cut short, long enough to be no other: "Were upgrade and rollback
  // tested?" without its second half.
  bool is_shortened(std::uint32_t t, std::string_view key) const {
    if (!wanted(t).is_question() || word_count(key) < kShortenedWords) return false;
    if (!begins_with_words(wanted(t).key, key)) return false;
    return std::ranges::count_if(pattern_.sections(), [&](const TemplateSection& other) {
             return begins_with_words(other.key, key);
           }) == 1;
  }

  static bool begins_with_words(std::string_view words, std::string_view prefix) {
    return words.starts_with(prefix) && words.size() > prefix.size() && words[prefix.size()] == ' ';
  }

  void match_prefix(std::uint32_t t, std::uint32_t s) {
    const std::string_view key = matching_.keys[s];
    if (begins_with_words(key, wanted(t).key)) {
      claim(t, s, MatchStep::kPrefix);
      matching_.sections[t].answered_in_heading = wanted(t).is_question();
      return;
    }
    if (!begins_with_words(wanted(t).key, key)) return;
    const std::string_view rest = std::string_view(wanted(t).key).substr(key.size() + 1);
    const std::uint32_t after = continuation_end(document_.sections()[s].body, rest);
    if (after == 0 && !is_shortened(t, key)) return;
    claim(t, s, MatchStep::kPrefix);
    matching_.sections[t].text_begin = after;
  }

  // Where the words `rest` end if the body begins with them; 0 when it does not.
  std::uint32_t continuation_end(Span body, std::string_view rest) const {
    const std::string_view text = document_.text(body);
    std::size_t at = 0;
    while (!rest.empty()) {
      const auto [word, others] = cut(rest, ' ');
      while (at < text.size() && !is_alnum(text[at])) ++at;
      if (at + word.size() > text.size()) return 0;
      if (!equal_ignoring_case(text.substr(at, word.size()), word)) return 0;
      at += word.size();
      rest = others;
    }
    while (at < text.size() && is_punct(text[at])) ++at;
    return body.begin + static_cast<std::uint32_t>(at);
  }

  // A heading that is some template heading, or once was, is not another one
  // misspelt: "new API calls?" is not "new API types?".
  static bool is_known(const KnownHeading* known) { return known && known->targets(); }

  // Texts whose lengths differ by more cannot be alike enough.
  static bool near_length(std::string_view a, std::string_view b) {
    const auto shorter = static_cast<double>(std::min(a.size(), b.size()));
    return shorter >= kSimilar * static_cast<double>(std::max(a.size(), b.size()));
  }

  void match_similar() {
    for (std::uint32_t t = 0; t < pattern_.sections().size(); ++t) {
      if (found(t) || wanted(t).words < kFuzzyWords) continue;
      double best = kSimilar;
      std::uint32_t section = kNone;
      std::uint32_t bold = kNone;
      for (const auto [s, words] : loose_) {
        const std::string_view key = matching_.keys[s];
        if (words < kFuzzyWords || !free(s) || !near_length(key, wanted(t).key)) continue;
        if (is_known(matching_.known[s])) continue;
        const double score = similarity(key, wanted(t).key, best);
        if (score < best || (score == best && section != kNone)) continue;
        best = score;
        section = s;
      }
      for (std::uint32_t b = 0; b < bold_.size(); ++b) {
        if (bold_[b].claimed || !near_length(bold_[b].key, wanted(t).key)) continue;
        if (word_count(bold_[b].key) < kFuzzyWords || is_known(bold_[b].known)) continue;
        const double score = similarity(bold_[b].key, wanted(t).key, best);
        if (score <= best) continue;
        best = score;
        bold = b;
      }
      if (bold != kNone) {
        claim_bold(t, bold, MatchStep::kSimilar);
      } else if (section != kNone) {
        claim(t, section, MatchStep::kSimilar);
      }
    }
  }

  // A heading made of exactly the words of two or more sections stands for all
  // of them: "Upgrade / Downgrade / Version Skew Strategy".
  void match_merged() {
    for (std::uint32_t t = 1; t < pattern_.sections().size(); ++t) {
      for (const Loose& heading : loose_) {
        if (found(t)) break;
        if (!worth_merging(heading)) continue;
        if (has_all_words(matching_.keys[heading.section], wanted(t).key)) {
          match_merged_at(heading.section);
        }
      }
    }
  }

  void match_merged_at(std::uint32_t s) {
    const std::string_view key = matching_.keys[s];
    std::vector<std::string_view> left = words_of(key);
    std::erase_if(left, [](std::string_view word) { return word == "and" || word == "or"; });
    const std::size_t size = left.size();
    std::vector<std::uint32_t> parts;
    for (std::uint32_t t = 1; t < pattern_.sections().size(); ++t) {
      if (!has_all_words(key, wanted(t).key)) continue;
      const auto words = words_of(wanted(t).key);
      if (words.size() >= size) continue;
      parts.push_back(t);
      for (const std::string_view word : words) std::erase(left, word);
    }
    if (parts.size() < 2 || !left.empty()) return;
    for (const std::uint32_t t : parts) {
      if (!found(t)) claim(t, s, MatchStep::kMerged);
    }
  }

  static bool has_all_words(std::string_view words, std::string_view wanted_words) {
    if (wanted_words.size() >= words.size()) return false;
    while (!wanted_words.empty()) {
      const auto [word, rest] = cut(wanted_words, ' ');
      wanted_words = rest;
      if (word == "and") continue;
      std::size_t at = words.find(word);
      while (at != words.npos) {
        const bool begins = at == 0 || words[at - 1] == ' ';
        const bool ends = at + word.size() == words.size() || words[at + word.size()] == ' ';
        if (begins && ends) break;
        at = words.find(word, at + 1);
      }
      if (at == words.npos) return false;
    }
    return true;
  }

  bool worth_merging(const Loose& heading) const {
    const std::uint32_t by = matching_.claimed_by[heading.section];
    if (by != kNone && matching_.sections[by].step != MatchStep::kSimilar) return false;
    return heading.words >= 2 && heading.words <= 12;
  }

  struct Bold {
    std::string_view key;
    const KnownHeading* known = nullptr;
    bool claimed = false;
  };

  const Document& document_;
  const HeadingIndex& index_;
  const Template& pattern_;
  Matching matching_;
  std::vector<Loose> loose_;
  std::vector<Bold> bold_;  // parallel to the document's bold items
};

}  // namespace

std::string_view describe(MatchStep step) {
  switch (step) {
    case MatchStep::kMissing: return "not found";
    case MatchStep::kExact: return "the same heading";
    case MatchStep::kLevel: return "matched at another level";
    case MatchStep::kCase: return "matched by case";
    case MatchStep::kPunctuation: return "matched by its words";
    case MatchStep::kSuffix: return "matched without \"(Optional)\"";
    case MatchStep::kRename: return "a known other name";
    case MatchStep::kBoldItem: return "found as a bold question";
    case MatchStep::kPrefix: return "found by how it begins";
    case MatchStep::kSimilar: return "matched by similar words";
    case MatchStep::kMerged: return "merged with another section";
  }
  return {};
}

std::size_t Matching::found() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(sections, [](const Match& m) { return m.found(); }));
}

Matching match(const Document& document, const HeadingIndex& index) {
  return Matcher(document, index).run();
}

namespace {

// "tests" is "test", "testing" too; "motivation" is not "mitigation".
bool is_same_word(std::string_view a, std::string_view b) {
  constexpr std::size_t kStem = 4;
  constexpr std::size_t kEnding = 3;
  if (is_one_slip_apart(a, b)) return true;
  if (a.size() > b.size()) std::swap(a, b);
  return a.size() >= kStem && b.size() - a.size() <= kEnding && b.starts_with(a);
}

// The words that tell one heading from another.
std::vector<std::string_view> telling_words(std::string_view key) {
  constexpr std::string_view kEmpty[] = {
      "a",  "an", "and", "any", "are",  "be", "by", "can",  "for",  "if",   "in",  "is",  "it",
      "of", "on", "or",  "the", "this", "to", "we", "will", "with", "what", "how", "that"};
  std::vector<std::string_view> words = words_of(key);
  if (const auto short_form = std::ranges::find(words, "prs"); short_form != words.end()) {
    *short_form = "pull";
    words.push_back("requests");
  }
  std::erase_if(words, [&](std::string_view word) {
    return std::ranges::find(kEmpty, word) != std::end(kEmpty);
  });
  return words;
}

// Every telling word of the section is in the heading; of three or more, most are.
bool is_plausible(std::string_view heading, std::string_view section) {
  constexpr double kMost = 0.65;
  constexpr std::size_t kLong = 3;
  const std::vector<std::string_view> there = telling_words(heading);
  const std::vector<std::string_view> wanted = telling_words(section);
  const auto found =
      static_cast<std::size_t>(std::ranges::count_if(wanted, [&](std::string_view word) {
        return std::ranges::any_of(
            there, [&](std::string_view other) { return is_same_word(word, other); });
      }));
  if (wanted.size() < kLong) return found == wanted.size();
  return static_cast<double>(found) >= kMost * static_cast<double>(wanted.size());
}

// "Non-Goals" are no goals.
bool is_opposed(std::string_view heading, std::string_view section) {
  constexpr std::string_view kOpposed[] = {"non", "no", "not", "without"};
  const std::vector<std::string_view> there = words_of(heading);
  const std::vector<std::string_view> wanted = words_of(section);
  return std::ranges::any_of(kOpposed, [&](std::string_view word) {
    return std::ranges::find(there, word) != there.end() &&
           std::ranges::find(wanted, word) == wanted.end();
  });
}

// "TaskRun Proposal" is a proposal, and "Alternatives for the client" are alternatives.
bool specifies(std::string_view heading, std::string_view section) {
  constexpr std::size_t kAdded = 3;
  if (heading.size() <= section.size() + 1) return false;
  const std::size_t more = heading.size() - section.size() - 1;
  const bool ends = heading.ends_with(section) && heading[more] == ' ';
  const bool begins = heading.starts_with(section) && heading[section.size()] == ' ';
  return (ends || begins) && word_count(heading) <= word_count(section) + kAdded;
}

bool is_claimed(const Matching& matching, std::uint32_t s) {
  return matching.claimed_by[s] != kNone || s == matching.title;
}

}  // namespace

Meant find_meant(const Document& document, const Matching& matching,
                 const TemplateSection& wanted) {
  double best = kSuggested;
  Meant meant;
  for (std::uint32_t s = 0; s < matching.keys.size(); ++s) {
    if (is_claimed(matching, s) || is_opposed(matching.keys[s], wanted.key)) continue;
    const double score = similarity(matching.keys[s], wanted.key, best);
    if (score <= best || !is_plausible(matching.keys[s], wanted.key)) continue;
    best = score;
    meant.section = s;
  }
  const auto level = [&](std::uint32_t s) {
    return document.heading_of(document.sections()[s]).level;
  };
  if (meant.section != kNone && level(meant.section) == wanted.level) meant.last = meant.section;
  for (std::uint32_t s = 0; s < matching.keys.size(); ++s) {
    const bool other =
        is_claimed(matching, s) || (matching.known[s] && matching.known[s]->targets());
    if (other || level(s) != wanted.level || !specifies(matching.keys[s], wanted.key)) continue;
    if (is_opposed(matching.keys[s], wanted.key)) continue;
    if (meant.section == kNone) meant.section = s;
    meant.last = meant.last == kNone ? s : std::max(meant.last, s);
  }
  return meant;
}

std::string_view suggest(const Document& document, const Matching& matching,
                         const TemplateSection& wanted) {
  const Meant meant = find_meant(document, matching, wanted);
  if (meant.section == kNone) return {};
  return document.heading_of(document.sections()[meant.section]).text;
}

}  // namespace milepost
