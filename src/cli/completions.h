// Scripts that complete the command line of milepost in a shell, made from the
// verbs' tables: a new verb or option needs nothing here.
//
// What may be typed for a value or an operand follows from the name that help
// gives it, its metavariable: the program says that FILE is a file and COLOUR one of
// its words, which stand in the script. Words that are known only where somebody types are
// asked of `milepost complete LIST TYPED`, which prints each with a tab and what it is.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/verb.h"

namespace milepost {

enum class Completes : std::uint8_t {
  kNothing,
  kFile,
  kFolder,
  kVerb,
  kWords,  // of a list
  kAsked,  // of the program, by the list's name
};

// What may be typed for a value that help gives this name.
struct Metavariable {
  std::string_view name;  // "FILE"
  Completes what;
  std::string_view list = {};                 // the name of the words' list
  Completes otherwise = Completes::kNothing;  // of kAsked: kFile where no word fits
};

struct Candidate {
  std::string word;
  std::string about;  // for shells that show it
};

// Adds the word; of one that is there already, what else is to be said.
void add_candidate(std::vector<Candidate>& words, std::string_view word, std::string_view about);

struct WordList {
  std::string name;  // in the plural, for the script's function: "rules"
  std::vector<Candidate> words;
  bool or_folder = false;  // a folder may be typed, too
};

struct CommandLine {
  std::span<const Verb* const> verbs;
  std::vector<WordList> lists;
  std::span<const Metavariable> metavariables = {};
  std::span<const Option> options = {};  // that stand before a verb
};

// What may be typed for a value of this name; kNothing for one not known.
Metavariable find_metavariable(const CommandLine& line, std::string_view name);

// The names of a verb's operands by their place, the last for all that follow: FILE and
// LINE of "FILE [LINE]".
std::vector<std::string_view> operand_names(const Operands& operands);

// The lists that are asked of the program, no name twice.
std::vector<Metavariable> asked_lists(const CommandLine& line);

// What may follow the words of a verb: after "" the first words of all verbs,
// after "template" show and check, after "check" nothing.
std::vector<Candidate> next_words(std::span<const Verb* const> verbs, std::string_view after);

// The first words that have second ones, such as "template".
std::vector<std::string_view> groups(std::span<const Verb* const> verbs);

// All verbs, and of two words the first alone: as far as one can have come.
std::vector<std::string> verbs_begun(std::span<const Verb* const> verbs);

// nullptr when there is no such list.
const WordList* find_list(const CommandLine& line, std::string_view name);

// Whether the text is one word to any shell, as it is.
bool is_plain_word(std::string_view text);
// In single quotes, for bash and zsh.
std::string quoted(std::string_view text);

std::string bash_completions(const CommandLine& line);
std::string fish_completions(const CommandLine& line);
std::string zsh_completions(const CommandLine& line);

}  // namespace milepost
