#include "cli/completions.h"

#include <algorithm>

#include "base/strings.h"

namespace milepost {

void add_candidate(std::vector<Candidate>& words, std::string_view word, std::string_view about) {
  const auto known = std::ranges::find(words, word, &Candidate::word);
  if (known == words.end()) {
    words.push_back({std::string(word), std::string(about)});
  } else {
    known->about.append(", ").append(about);
  }
}

Metavariable find_metavariable(const CommandLine& line, std::string_view name) {
  const auto found = std::ranges::find(line.metavariables, name, &Metavariable::name);
  return found == line.metavariables.end() ? Metavariable{name, Completes::kNothing} : *found;
}

std::vector<std::string_view> operand_names(const Operands& operands) {
  std::vector<std::string_view> names;
  std::string_view rest = operands.name;
  while (!rest.empty()) {
    auto [name, tail] = cut(rest, ' ');
    if (name.starts_with('[')) name = name.substr(1, name.size() - 2);
    names.push_back(name);
    rest = tail;
  }
  return names;
}

std::vector<Metavariable> asked_lists(const CommandLine& line) {
  std::vector<Metavariable> asked;
  for (const Metavariable& one : line.metavariables) {
    const bool known = std::ranges::find(asked, one.list, &Metavariable::list) != asked.end();
    if (one.what == Completes::kAsked && !known) asked.push_back(one);
  }
  return asked;
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

const WordList* find_list(const CommandLine& line, std::string_view name) {
  const auto found = std::ranges::find(line.lists, name, &WordList::name);
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
