#include "process/promise.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include "base/strings.h"
#include "process/heading_key.h"

namespace milepost {

namespace {

// What is put off is put off in few words; a longer text says something besides.
constexpr std::size_t kPutOffWords = 16;
constexpr std::size_t kOpenWords = 12;
constexpr std::size_t kShortBytes = 200;

std::vector<std::string> as_phrases(const std::vector<std::string>& texts) {
  std::vector<std::string> phrases;
  for (const std::string& text : texts) phrases.push_back(heading_words(text));
  return phrases;
}

std::vector<std::string> first_words(const std::vector<std::string>& phrases) {
  std::vector<std::string> words;
  for (const std::string& phrase : phrases) words.emplace_back(cut(phrase, ' ').first);
  return words;
}

bool is_one_of(const std::vector<std::string>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

// What stands beside a name in a text: a character that ends a word, one that goes on with it,
// or one of which only heading_words() knows.
enum class Beside : std::uint8_t { kEnd, kWord, kUnknown };

Beside beside(std::string_view text, std::size_t at) {
  if (at >= text.size() || (is_punct(text[at]) && text[at] != '\'')) return Beside::kEnd;
  if (is_alnum(text[at])) return Beside::kWord;
  return is_space(text[at]) ? Beside::kEnd : Beside::kUnknown;
}

// Whether the word stands in the text; nothing where that is not plain to see.
std::optional<bool> holds_word(std::string_view text, std::string_view word) {
  std::size_t from = 0;
  while (true) {
    const std::size_t found = find_ignoring_case(text.substr(from), word);
    if (found == text.npos) return false;
    const std::size_t at = from + found;
    const Beside before = at == 0 ? Beside::kEnd : beside(text, at - 1);
    const Beside after = beside(text, at + word.size());
    if (before == Beside::kEnd && after == Beside::kEnd) return true;
    if (before != Beside::kWord && after != Beside::kWord) return std::nullopt;
    from = at + 1;
  }
}

}  // namespace

// Walks through words.
struct PromiseReader::Cursor {
  std::string_view rest;

  bool done() const { return rest.empty(); }
  std::string_view word() const { return cut(rest, ' ').first; }
  void next() { rest = cut(rest, ' ').second; }
  // Passes the longest of the phrases that stands here.
  bool pass(const Phrases& phrases) {
    std::size_t longest = 0;
    for (const std::string& phrase : phrases) {
      const std::size_t size = phrase.size();
      const bool here = rest.starts_with(phrase) && (rest.size() == size || rest[size] == ' ');
      if (here) longest = std::max(longest, size);
    }
    if (longest == 0) return false;
    rest.remove_prefix(std::min(longest + 1, rest.size()));
    return true;
  }
};

PromiseReader::PromiseReader(const Process& process)
    : process_(&process),
      put_off_(as_phrases(process.words.promises.put_off)),
      not_applicable_(as_phrases(process.words.not_applicable)),
      open_(as_phrases(process.words.promises.open)),
      verbs_(as_phrases(process.words.promises.verbs)),
      before_(as_phrases(process.words.promises.before)),
      after_(as_phrases(process.words.promises.after)),
      around_(as_phrases(process.words.promises.around)),
      spared_(as_phrases(process.words.promises.spared)),
      unwritten_(as_phrases(process.words.promises.unwritten)),
      put_off_starts_(first_words(put_off_)),
      spared_starts_(first_words(spared_)),
      not_applicable_starts_(first_words(not_applicable_)),
      open_starts_(first_words(open_)),
      before_starts_(first_words(before_)) {
  for (const std::string& title : process.words.promises.plans) {
    plans_.push_back(heading_key(title));
  }
  // A name with a hyphen is no word, and never read.
  const auto add_stage = [&](const std::string& name) {
    std::string words = heading_words(name);
    if (words == lower(name)) stages_.push_back(std::move(words));
  };
  for (const Ladder& ladder : process.ladders) {
    for (const std::string& stage : ladder.stages) add_stage(stage);
    for (const auto& [stage, others] : ladder.in_code) {
      for (const std::string& other : others) add_stage(other);
    }
  }
  stage_names_.assign(stages_.begin(), stages_.end());
}

bool PromiseReader::is_plan(std::string_view key) const {
  return std::ranges::find(plans_, key) != plans_.end();
}

bool PromiseReader::names_one_of(std::string_view text,
                                 const std::vector<std::string_view>& names) {
  bool maybe = false;
  for (const std::string_view name : names) {
    const auto held = holds_word(text, name);
    if (held.value_or(false)) return true;
    maybe = maybe || !held;
  }
  if (!maybe) return false;
  const std::string words = heading_words(text);
  return std::ranges::any_of(names, [&](std::string_view name) { return has_words(words, name); });
}

bool PromiseReader::names_stage(std::string_view text) const {
  return names_one_of(text, stage_names_);
}

std::vector<std::string_view> PromiseReader::names_due_at(std::string_view stage) const {
  std::vector<std::string_view> names;
  std::ranges::copy_if(stage_names_, std::back_inserter(names), [&](std::string_view name) {
    return is_due({process_->stage_in_code(name), false}, stage);
  });
  return names;
}

// Reads the stage here, after words that may stand before its name, and passes it. Where
// several are named, the last counts.
std::optional<Promise> PromiseReader::read_stage(Cursor& at) const {
  std::optional<Promise> found;
  bool past = false;
  while (!at.done()) {
    if (const std::string_view stage = process_->stage_in_code(at.word()); !stage.empty()) {
      found = Promise{stage, past};
      at.next();
    } else if (at.pass(after_)) {
      past = true;
    } else if (at.pass(before_)) {
      past = false;
    } else if (!at.pass(around_)) {
      break;
    }
  }
  return found;
}

// Passes up to the end of the first phrase of several words: one word may be part of anything.
bool PromiseReader::pass_to_put_off(Cursor& at) const {
  for (; !at.done(); at.next()) {
    Cursor ahead = at;
    const std::string_view before = ahead.rest;
    if (!ahead.pass(put_off_)) continue;
    const std::string_view phrase = before.substr(0, before.size() - ahead.rest.size());
    if (trim(phrase).find(' ') == phrase.npos) continue;
    at = ahead;
    return true;
  }
  return false;
}

std::optional<Promise> PromiseReader::put_off_within(std::string_view text) const {
  constexpr std::string_view kMarks = ".;:!?()\n";
  while (!text.empty() && (is_space(text.back()) || text.back() == '.')) text.remove_suffix(1);
  if (text.find_first_of(kMarks) != text.npos || !names_stage(text)) return std::nullopt;
  const std::string words = heading_words(text);
  if (word_count(words) > kOpenWords) return std::nullopt;
  // "For alpha, tests will be added."
  Cursor at{words};
  if (const auto lead = read_stage(at)) {
    const bool clause = text.find(',') != text.npos;
    return clause && pass_to_put_off(at) && at.done() ? std::optional<Promise>({lead->stage, true})
                                                      : std::nullopt;
  }
  // "Tests will be added in beta."
  at = Cursor{words};
  if (!pass_to_put_off(at)) return std::nullopt;
  Cursor ahead = at;
  if (ahead.pass(before_)) return std::nullopt;  // what a sentence promises
  const auto found = read_stage(at);
  return at.done() ? found : std::nullopt;
}

std::optional<Promise> PromiseReader::put_off(std::string_view text) const {
  if (text.size() > kShortBytes) return std::nullopt;
  const std::string first = first_word(text);
  const bool begins = is_one_of(not_applicable_starts_, first) ||
                      is_one_of(put_off_starts_, first) || is_one_of(spared_starts_, first);
  if (!begins) return put_off_within(text);
  if (!names_stage(text)) return std::nullopt;
  const std::string words = heading_words(text);
  Cursor at{words};
  const bool not_applicable = at.pass(not_applicable_);
  const bool is_short = word_count(words) <= kPutOffWords;
  const bool spared = !not_applicable && is_short && at.pass(spared_);
  if (!not_applicable && !spared && (!is_short || !at.pass(put_off_))) return std::nullopt;
  auto found = read_stage(at);
  // "Not required for alpha, since nothing is stored" gives a reason.
  if (spared && !at.done()) return std::nullopt;
  if (found && (not_applicable || spared)) found->past = true;
  return found;
}

std::optional<Promise> PromiseReader::promised(std::string_view sentence) const {
  // Few sentences have a word that the rest would be read for.
  const bool may = std::ranges::any_of(before_starts_, [&](const std::string& word) {
    return find_ignoring_case(sentence, word) != sentence.npos;
  });
  if (!may || !names_stage(sentence)) return std::nullopt;
  const std::string all = heading_words(sentence);
  const bool promises =
      std::ranges::any_of(verbs_, [&](const std::string& verb) { return has_words(all, verb); });
  if (!promises) return std::nullopt;
  // What follows the stage up to the next comma must not make another thing of it: "before
  // the beta API is removed".
  constexpr std::string_view kClauseEnds = ",;:()";
  while (!sentence.empty()) {
    const std::size_t end = std::min(sentence.find_first_of(kClauseEnds), sentence.size());
    const std::string words = heading_words(sentence.substr(0, end));
    sentence.remove_prefix(std::min(end + 1, sentence.size()));
    for (Cursor at{words}; !at.done(); at.next()) {
      Cursor ahead = at;
      if (!ahead.pass(before_)) continue;
      const auto found = read_stage(ahead);
      if (found && !found->past && ahead.done()) return found;
    }
  }
  return std::nullopt;
}

bool PromiseReader::begins_open(std::string_view text) const {
  if (!is_one_of(open_starts_, first_word(text))) return false;
  constexpr std::string_view kEnds = ".,;:!()\n";
  // Up to its first mark, or the second, as in "No, not yet".
  std::size_t end = 0;
  for (int mark = 0; mark < 2 && end < text.size(); ++mark) {
    end = std::min(text.find_first_of(kEnds, mark == 0 ? 0 : end + 1), text.size());
    std::string_view beginning = text.substr(0, end);
    // A dash ends it, too; one within a word does not.
    beginning = beginning.substr(0, beginning.find(" -"));
    if (beginning.size() > kShortBytes) return false;
    if (std::ranges::find(open_, heading_words(beginning)) != open_.end()) return true;
  }
  return false;
}

std::optional<Promise> PromiseReader::leading_stage(std::string_view text) const {
  const std::size_t end = std::min(text.find_first_of(".,;:!?()"), text.size());
  const std::string words = heading_words(text.substr(0, std::min(end, kShortBytes)));
  Cursor at{words};
  const auto found = read_stage(at);
  return at.done() ? found : std::nullopt;
}

bool PromiseReader::is_due(const Promise& promise, std::string_view stage) const {
  for (const Ladder& ladder : process_->ladders) {
    const auto now = std::ranges::find(ladder.stages, stage);
    const auto then = std::ranges::find(ladder.stages, promise.stage);
    if (now == ladder.stages.end() || then == ladder.stages.end()) continue;
    return promise.past ? now > then : now >= then;
  }
  return false;
}

bool PromiseReader::says_nothing(std::string_view text, std::string_view stage) const {
  if (text.size() > kShortBytes) return false;
  if (const auto promise = put_off(text)) {
    const std::string words = heading_words(text);
    return is_due(*promise, stage) || Cursor{words}.pass(unwritten_);
  }
  if (!begins_open(text) || count_words(text, kOpenWords + 1) > kOpenWords) return false;
  const auto promise = promised(text);
  return !promise || is_due(*promise, stage);
}

}  // namespace milepost
