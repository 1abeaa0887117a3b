// Which sentence of a summary tells users what they get.
#include <algorithm>
#include <array>
#include <vector>

#include "base/strings.h"
#include "base/utf8.h"
#include "proposal/summary.h"
#include "text/sentence.h"

namespace milepost {

namespace {

constexpr std::size_t kLookedAt = 8;  // sentences: what comes later is detail

// Verbs that speak of the document: what follows them is what it is about.
constexpr std::array<std::string_view, 22> kOfDocument = {
    "proposes", "propose",   "proposing", "aims",    "aim",       "aimed",  "aiming",  "seeks",
    "intends",  "suggests",  "wants",     "want",    "plans",     "plan",   "targets", "attempts",
    "is",       "describes", "outlines",  "details", "documents", "focused"};
// Verbs that say what becomes of things.
constexpr std::array<std::string_view, 36> kOfChange = {
    "define",   "defines",   "add",       "adds",       "allow",     "allows",
    "enable",   "enables",   "introduce", "introduces", "extend",    "extends",
    "make",     "makes",     "provide",   "provides",   "support",   "supports",
    "let",      "lets",      "remove",    "removes",    "deprecate", "deprecates",
    "improve",  "improves",  "change",    "changes",    "promote",   "promotes",
    "graduate", "graduates", "replace",   "replaces",   "implement", "implements"};
// Words of sentences about how things are, or why.
constexpr std::array<std::string_view, 13> kOfPresent = {
    "currently", "today",   "now,",       "historically",  "however", "unfortunately", "since",
    "when",      "because", "previously", "traditionally", "while",   "although"};
// Words of what is wrong with how things are.
constexpr std::array<std::string_view, 14> kOfTrouble = {
    "vulnerable", "problem", "problems", "issue", "issues",    "limitation", "limitations",
    "unable",     "cannot",  "lacks",    "fails", "difficult", "impossible", "blocks"};
// First words of sentences that lean on the one before.
constexpr std::array<std::string_view, 10> kOfBefore = {
    "and", "it", "they", "these", "those", "therefore", "thus", "such", "that", "additionally"};
// What sends the reader elsewhere, or to a shell.
constexpr std::array<std::string_view, 8> kElsewhere = {"http", "see ",  "#",     "todo",
                                                        "tbd",  "below", "above", " | "};
// Words for what sentences before have told of.
constexpr std::array<std::string_view, 4> kOfToldThings = {"these", "those", "aforementioned",
                                                           "latter"};
constexpr std::array<std::string_view, 3> kToldThings = {"this issue", "this problem",
                                                         "this limitation"};

template <std::size_t kSize>
bool is_among(std::string_view word, const std::array<std::string_view, kSize>& words) {
  while (!word.empty() && (word.back() == ',' || word.back() == ':')) word.remove_suffix(1);
  return std::ranges::any_of(
      words, [&](std::string_view known) { return equal_ignoring_case(known, word); });
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const auto [word, rest] = cut(text, ' ');
    if (!word.empty()) words.push_back(word);
    text = rest;
  }
  return words;
}

std::string_view from(std::string_view sentence, std::string_view word) {
  return sentence.substr(static_cast<std::size_t>(word.data() - sentence.data()));
}

bool begins(std::string_view word, std::string_view with) {
  return equal_ignoring_case(word, with);
}

// Without "This document proposes to" or "We propose that"; the same when it opens otherwise, and
// "" when all of it is such an opening.
std::string_view without_opening(std::string_view sentence) {
  const std::vector<std::string_view> words = words_of(sentence);
  constexpr std::size_t kOpening = 8;  // words that an opening has at most, with its verb
  if (words.empty()) return sentence;
  const bool opens = begins(words[0], "this") || begins(words[0], "we") ||
                     begins(words[0], "we're") || begins(words[0], "the") || begins(words[0], "in");
  if (!opens) return sentence;
  const bool own = begins(words[0], "this") || begins(words[0], "we");
  for (std::size_t i = 1; i < std::min(words.size(), kOpening); ++i) {
    // "This document adds", "This will allow": the verb says what becomes of things.
    if (own && i <= 3 && is_among(words[i], kOfChange)) return from(sentence, words[i]);
    const bool is = begins(words[i], "is");
    if (!is_among(words[i], kOfDocument)) continue;
    // "The goal of this document is to": "is" alone says nothing about the document.
    std::size_t next = i + 1;
    const auto is_next = [&](std::string_view word) {
      return next < words.size() && begins(words[next], word);
    };
    // "is proposing", "is aimed at"
    const bool goes_on = is && next < words.size() && is_among(words[next], kOfDocument);
    if (goes_on) ++next;
    const bool to = is_next("to") || is_next("that");
    if (is && !to && !goes_on) return sentence;
    if (to || is_next("at") || is_next("on") || is_next("in")) ++next;
    // "aims to propose", "proposes to add"
    if (next < words.size() && is_among(words[next], kOfDocument)) ++next;
    return next < words.size() ? from(sentence, words[next]) : std::string_view();
  }
  return sentence;
}

bool has_any(const std::vector<std::string_view>& words, const auto& known) {
  return std::ranges::any_of(words, [&](std::string_view word) { return is_among(word, known); });
}

// "This allows others to use those": what allows it, and which, the sentences before say.
bool points_back(std::string_view sentence, std::string_view said, std::size_t place) {
  const std::vector<std::string_view> words = words_of(sentence);
  const bool bare = words.size() > 2 && begins(words[0], "this") &&
                    (is_among(words[1], kOfChange) || begins(words[1], "will"));
  if (bare && place > 0) return true;
  return has_any(words_of(said), kOfToldThings) ||
         std::ranges::any_of(kToldThings, [&](std::string_view told) {
           return find_ignoring_case(said, told) != std::string_view::npos;
         });
}

// How well a sentence tells what users get; less than nothing for one that does not.
int worth(std::string_view sentence, std::string_view said, std::size_t place) {
  constexpr std::uint32_t kLong = 220;  // columns
  const std::vector<std::string_view> words = words_of(said);
  if (words.size() < 5 || sentence.ends_with(':')) return -1;
  const bool elsewhere = std::ranges::any_of(kElsewhere, [&](std::string_view sign) {
    return find_ignoring_case(sentence, sign) != std::string_view::npos;
  });
  int worth = 3;
  if (said.size() < sentence.size()) worth += 8;
  if (place == 0) worth += 3;  // where people say it first
  if (has_any(words, kOfChange)) worth += 3;
  const std::string_view first = words_of(sentence).front();
  if (is_among(first, kOfPresent)) worth -= 4;
  const bool leans =
      is_among(first, kOfBefore) || (begins(first, "this") && said.size() == sentence.size());
  if (leans) worth -= 3;
  if (points_back(sentence, said, place)) worth -= 12;
  if (find_ignoring_case(sentence, "currently") != std::string_view::npos) worth -= 6;
  // What becomes of a trouble may be told with it.
  if (!has_any(words, kOfChange) && has_any(words, kOfTrouble)) worth -= 6;
  if (elsewhere) worth -= 4;
  if (utf8::width(said) > kLong) worth -= 3;
  return worth - static_cast<int>(place) / 2;
}

std::string capitalised(std::string_view text) {
  std::string out(text);
  // "kubectl" and "iptables" stay what they are called; a word of the language does not.
  if (!out.empty() && out[0] >= 'a' && out[0] <= 'z') {
    out[0] = static_cast<char>(out[0] - 'a' + 'A');
  }
  return out;
}

}  // namespace

std::string benefit_in(std::string_view summary, std::size_t columns) {
  std::string best;
  int most = 0;
  std::size_t place = 0;
  for (std::string_view paragraphs = trim(summary); !paragraphs.empty();) {
    auto [rest, others] = cut(paragraphs, '\n');
    for (rest = trim(rest); !rest.empty() && place < kLookedAt; ++place) {
      const std::string_view sentence = first_sentence(rest);
      rest = trim(rest.substr(sentence.size()));
      const std::string_view said = without_opening(sentence);
      const int value = worth(sentence, said, place);
      if (value <= most || (columns > 0 && utf8::width(said) > columns)) continue;
      most = value;
      best = said.size() < sentence.size() ? capitalised(said) : std::string(said);
    }
    paragraphs = others;
  }
  return best;
}

}  // namespace milepost
