#include "cli/completions.h"

#include <algorithm>

#include "base/strings.h"

namespace milepost {

namespace {

struct Meaning {
  std::string_view metavariable;
  Completes what;
};

constexpr Meaning kMeanings[] = {
    {"CODE", Completes::kRule},     {"DIR", Completes::kFolder},
    {"FILE", Completes::kFile},     {"KIND", Completes::kKind},
    {"PATH", Completes::kFile},     {"PROCESS", Completes::kProcess},
    {"PROPOSAL", Completes::kFile},  // its number, or where it lies
    {"OLD NEW", Completes::kFile},  {"PROPOSAL [REV]", Completes::kFile},
    {"RULES", Completes::kRule},    {"STAGE", Completes::kStage},
    {"VERB", Completes::kVerb},
};

}  // namespace

void add_candidate(std::vector<Candidate>& words, std::string_view word, std::string_view about) {
  const auto known = std::ranges::find(words, word, &Candidate::word);
  if (known == words.end()) {
    words.push_back({std::string(word), std::string(about)});
  } else {
    known->about.append(", ").append(about);
  }
}

Completes completes(std::string_view metavariable) {
  const auto* const found = std::ranges::find(kMeanings, metavariable, &Meaning::metavariable);
  return found == std::end(kMeanings) ? Completes::kNothing : found->what;
}

std::vector<Candidate> next_words(std::span<const Verb* const> verbs, std::string_view after) {
  std::vector<Candidate> words;
  for (const Verb* verb : verbs) {
    const auto [first, second] = cut(verb->name, ' ');
    if (after.empty()) {
      add_candidate(words, first, second.empty() ? verb->summary : second);
    } else if (first == after && !second.empty()) {
      words.push_back({std::string(second), std::string(verb->summary)});
    }
  }
  return words;
}

std::vector<std::string_view> groups(std::span<const Verb* const> verbs) {
  std::vector<std::string_view> found;
  for (const Verb* verb : verbs) {
    const auto [first, second] = cut(verb->name, ' ');
    if (!second.empty() && std::ranges::find(found, first) == found.end()) found.push_back(first);
  }
  return found;
}

std::vector<std::string> verbs_begun(std::span<const Verb* const> verbs) {
  std::vector<std::string> begun;
  for (auto& one : next_words(verbs, "")) begun.push_back(std::move(one.word));
  for (const Verb* verb : verbs) {
    if (verb->name.find(' ') != verb->name.npos) begun.emplace_back(verb->name);
  }
  return begun;
}

const WordList* find_list(const CommandLine& line, Completes what) {
  const auto found = std::ranges::find(line.lists, what, &WordList::what);
  return found == line.lists.end() ? nullptr : &*found;
}

bool is_plain_word(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return is_alnum(c) || c == '-' || c == '_' || c == '.';
  });
}

std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + '\'';
}

}  // namespace milepost
