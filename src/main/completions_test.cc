#include "cli/completions.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "features/complete/complete.h"
#include "main/command_line.h"
#include "main/verbs.h"

namespace milepost {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

using Words = std::vector<std::string>;

Words words_of(const std::vector<Candidate>& candidates) {
  Words words;
  for (const auto& one : candidates) words.push_back(one.word);
  return words;
}

int run_nothing(const Arguments&, Console&) { return kClean; }

// Text that a shell would run, end a quotation or take apart.
constexpr std::string_view kHostile = R"(it's `id` $HOME "x" a\b [c]: d)";

constexpr std::string_view kChoices[] = {"plain", "two words", "it's", "a:b"};
constexpr Option kOptions[] = {
    {"--format", "-f", "FORMAT", kHostile, kChoices},
    {"--columns", "", "COLUMNS", "which", kChoices, true},
    {"--select", "", "RULES", "which", {}, true},
    {"--process", "", "PROCESS", "whose"},
    {"--number", "", "N", "any"},
    {"--strict", "", "", "more"},
};
constexpr Verb kOne{"one", "",     kHostile,   "About.", kOptions, {"FILE", "a file", 1, 1},
                    {},    "0 ok", run_nothing};
constexpr Verb kTwo{"two first", "",     "of two words",
                    "About.",    {},     {"STAGE", "any", 0, Operands::kAny},
                    {},          "0 ok", run_nothing};
constexpr Verb kThree{"two second",   "", "too",  "About.",   {},
                      {"", {}, 0, 0}, {}, "0 ok", run_nothing};
constexpr Verb kFour{"one more",         "", "both", "About.",   {},
                     {"VERB", {}, 0, 2}, {}, "0 ok", run_nothing};
constexpr Verb kFive{"five",   "",     "in places",
                     "About.", {},     {"DIR [ITEM]", {}, 1, Operands::kAny},
                     {},       "0 ok", run_nothing};
constexpr const Verb* kVerbs[] = {&kOne, &kTwo, &kThree, &kFour, &kFive};

constexpr Metavariable kMetavariables[] = {
    {"DIR", Completes::kFolder},
    {"FILE", Completes::kFile},
    {"RULES", Completes::kWords, "rules"},
    {"PROCESS", Completes::kWords, "processes"},
    {"VERB", Completes::kVerb},
    {"STAGE", Completes::kWords, "stages"},
    {"ITEM", Completes::kAsked, "items", Completes::kFile},
};

CommandLine small() {
  return {kVerbs,
          {{"rules", {{"MP201", std::string(kHostile)}, {"a:b", ""}}},
           {"processes", {{"kep", "a process"}}, true}},
          kMetavariables,
          program().options};
}

TEST(Completions, ByTheNameOfAValue) {
  const auto line = whole_command_line();
  ASSERT_TRUE(line) << line.error().message;
  const std::tuple<std::string_view, Completes, std::string_view> cases[] = {
      {"FILE", Completes::kFile, ""},          {"PATH", Completes::kAsked, "proposals"},
      {"DIR", Completes::kFolder, ""},         {"CODE", Completes::kWords, "rules"},
      {"RULES", Completes::kWords, "rules"},   {"VERB", Completes::kVerb, ""},
      {"KIND", Completes::kAsked, "kinds"},    {"PROCESS", Completes::kWords, "processes"},
      {"STAGE", Completes::kAsked, "stages"},  {"PROPOSAL", Completes::kAsked, "proposals"},
      {"QUERY", Completes::kAsked, "query"},   {"RELEASE", Completes::kAsked, "releases"},
      {"HANDLE", Completes::kAsked, "people"}, {"N", Completes::kNothing, ""},
      {"", Completes::kNothing, ""},           {"file", Completes::kNothing, ""},
  };
  for (const auto& [name, what, list] : cases) {
    SCOPED_TRACE(name);
    const Metavariable found = find_metavariable(*line, name);
    EXPECT_EQ(found.what, what);
    EXPECT_EQ(found.list, list);
    EXPECT_EQ(find_list(*line, found.list) != nullptr, found.what == Completes::kWords);
  }
}

// Whatever scripts ask for, the program answers.
TEST(Completions, ListsThatAreAsked) {
  const auto line = whole_command_line();
  ASSERT_TRUE(line) << line.error().message;
  const auto asked = asked_lists(*line);
  EXPECT_GE(asked.size(), 10U);
  for (const Metavariable& one : asked) {
    EXPECT_TRUE(complete::find_word_kind(one.list)) << one.list;
  }
  EXPECT_FALSE(complete::find_word_kind("nonsense"));
}

TEST(Completions, OperandsByTheirPlace) {
  EXPECT_THAT(operand_names({"FILE", {}, 1, 1}), ElementsAre("FILE"));
  EXPECT_THAT(operand_names({"A [B] C", {}, 1, 3}), ElementsAre("A", "B", "C"));
  EXPECT_TRUE(operand_names({}).empty());
}

// What the same option takes goes by the same name in every verb.
TEST(Completions, OptionsThatVerbsShare) {
  const std::map<std::string_view, std::string_view> known = {
      {"--directory", "DIR"},   {"--ignore", "RULES"}, {"--into", "DIR"},      {"--kind", "KIND"},
      {"--process", "PROCESS"}, {"--select", "RULES"}, {"--template", "FILE"},
  };
  for (const Verb* verb : program().verbs) {
    for (const auto options : {verb->options, common_options()}) {
      for (const auto& option : options) {
        const auto found = known.find(option.name);
        if (found == known.end()) continue;
        SCOPED_TRACE(std::string(verb->name) + ' ' + std::string(option.name));
        // Links have kinds of their own.
        const bool of_links = verb->name == "track link-pr" && option.name == "--kind";
        EXPECT_EQ(option.value, of_links ? "LINK" : found->second);
      }
    }
  }
}

TEST(Completions, WordsOfVerbs) {
  EXPECT_THAT(words_of(next_words(kVerbs, "")), ElementsAre("one", "two", "five"));
  EXPECT_THAT(words_of(next_words(kVerbs, "two")), ElementsAre("first", "second"));
  EXPECT_THAT(words_of(next_words(kVerbs, "one")), ElementsAre("more"));
  EXPECT_TRUE(next_words(kVerbs, "first").empty());
  EXPECT_TRUE(next_words(kVerbs, "two first").empty());
  EXPECT_EQ(next_words(kVerbs, "")[1].about, "first, second");
  EXPECT_THAT(groups(kVerbs), ElementsAre("two", "one"));
}

TEST(Completions, WordsOfThisProgram) {
  const auto line = whole_command_line();
  ASSERT_TRUE(line) << line.error().message;
  const std::pair<std::string_view, std::vector<std::string>> cases[] = {
      {"rules", {"MP201", "section-missing"}},
      {"processes", {"design", "feature", "kep"}},
  };
  for (const auto& [name, want] : cases) {
    const WordList* list = find_list(*line, name);
    ASSERT_NE(list, nullptr);
    SCOPED_TRACE(list->name);
    Words words = words_of(list->words);
    for (const auto& word : want) EXPECT_THAT(words, Contains(word));
    for (const auto& one : list->words) EXPECT_FALSE(one.about.empty()) << one.word;
    std::ranges::sort(words);
    EXPECT_EQ(std::ranges::adjacent_find(words), words.end());
  }
  EXPECT_EQ(find_list(*line, ""), nullptr);
}

TEST(Completions, EveryScriptNamesEverything) {
  const auto line = whole_command_line();
  ASSERT_TRUE(line);
  for (const std::string& script :
       {bash_completions(*line), fish_completions(*line), zsh_completions(*line)}) {
    for (const Verb* verb : program().verbs) {
      EXPECT_THAT(script, HasSubstr(verb->name));
      for (const auto& option : verb->options) {
        EXPECT_THAT(script, HasSubstr(option.name.substr(2)));
        for (const auto choice : option.choices) EXPECT_THAT(script, HasSubstr(choice));
      }
    }
    for (const auto& list : line->lists) {
      for (const auto& one : list.words) EXPECT_THAT(script, HasSubstr(one.word));
    }
    EXPECT_TRUE(std::ranges::all_of(script, [](char c) { return c == '\n' || c >= ' '; }));
  }
}

TEST(Completions, Bash) {
  const std::string script = bash_completions(small());
  for (const char* const want : {
           "    one | two | five | 'two first' | 'two second' | 'one more') true ;;\n",
           "    '') words+=(one two five) ;;\n",
           "    two) words+=(first second) ;;\n",
           "    one) words+=(--format -f --columns --select --process --number --strict) ;;\n",
           "    'one --format' | 'one -f') words+=(plain 'two words' 'it'\\''s' 'a:b') ;;\n",
           "    'one --columns') list=yes; words+=(plain",
           "    'one --select') list=yes; _milepost_rules ;;\n",
           "    'one --process') _milepost_processes; paths=folders ;;\n",
           "    'one --number') : ;;\n",
           "    *' --directory' | *' -C') paths=folders ;;\n",
           "    one) if (($# < 1)); then paths=files; fi ;;\n",
           "    'two first') : ;;\n",  // no stages are listed
           "    'one more') if (($# < 2)); then _milepost_verbs \"$*\"; fi ;;\n",
           "    five) case $# in 0) paths=folders ;; *) ask=items; paths=files ;; esac ;;\n",
       }) {
    EXPECT_THAT(script, HasSubstr(want));
  }
  EXPECT_THAT(script, Not(HasSubstr("'one --strict'")));
  EXPECT_THAT(script, Not(HasSubstr("`id`")));  // bash shows no descriptions
}

TEST(Completions, Fish) {
  const std::string script = fish_completions(small());
  for (const char* const want : {
           R"(        MP201 'it\'s `id` $HOME "x" a\\b [c]: d' \)"
           "\n        'a:b' ''\n",
           "    contains -- $argv[1] one two five 'two first' 'two second' 'one more'\n",
           "        case 'one --format' 'one -f' 'one --columns' 'one --select' 'one --process'"
           " 'one --number' '* --directory' '* -C' '* --color'\n",
           R"(-n '__milepost_at one' -s f -l format -d 'it\'s `id` $HOME "x" a\\b [c]: d' -x)"
           R"( -a 'plain \'two words\' \'it\\\'s\' \'a:b\'')",
           R"(-l columns -d 'which' -x -a '(printf \'%s\\n\' plain )",
           "-l select -d 'which' -x -a '(__milepost_rules | __milepost_list)'\n",
           "-l process -d 'whose' -x -a '(__milepost_processes; __milepost_folders)'\n",
           "-l number -d 'any' -x\n",
           "-l strict -d 'more'\n",
           "-n '__milepost_operand one 0 1' -F\n",
           "-n '__milepost_operand two 0 1' -a '(__milepost_verbs two)'\n",
           R"(-n '__milepost_operand \'one more\' 0 2' -a '(__milepost_next_words)')",
           "-n '__milepost_operand five 0 1' -a '(__milepost_folders)'\n",
           "-n '__milepost_operand five 1' -F -a '(__milepost_ask items)'\n",
       }) {
    EXPECT_THAT(script, HasSubstr(want));
  }
}

TEST(Completions, Zsh) {
  const std::string script = zsh_completions(small());
  EXPECT_TRUE(script.starts_with("#compdef milepost\n"));
  for (const char* const want : {
           R"(      'MP201:it'\''s `id` $HOME "x" a\\b [c]: d')",
           R"(      'a\:b:')",
           R"(      '(-f --format)-f+[it'\''s `id` $HOME "x" a\\b \[c\]\: d]:FORMAT:()",
           R"(:FORMAT:(plain two\ words it\'\''s a\:b)')",
           "      '(-f --format)--format=[it",
           R"('*--columns=[which]:COLUMNS:_sequence compadd - plain two\ words)",
           "      '*--select=[which]:RULES:_sequence _milepost_rules'\n",
           "      '--process=[whose]:PROCESS:_milepost_processes'\n",
           "      '--number=[any]:N: '\n",
           "      '--strict[more]'\n",
           "      '1:FILE:_files'\n",
           "      '*:STAGE: '\n",
           "      '1:VERB:_milepost_next_words'\n      '2:VERB:_milepost_next_words'\n",
           "      '1:DIR:_directories'\n      '*:ITEM:_milepost_items'\n",
           "_milepost_items() { _milepost_ask items \"$@\" || _files \"$@\" }\n",
           "    ('two second') known+=(\n    ) ;;\n",
           "  _describe -t processes processes known \"$@\" || _directories \"$@\"\n",
       }) {
    EXPECT_THAT(script, HasSubstr(want));
  }
}

TEST(Completions, Verb) {
  const auto run = [](std::vector<std::string_view> words, Console& console) {
    return run_command_line(words, console);
  };
  const auto line = whole_command_line();
  ASSERT_TRUE(line);
  const std::pair<std::string_view, std::string> cases[] = {
      {"bash", bash_completions(*line)},
      {"fish", fish_completions(*line)},
      {"zsh", zsh_completions(*line)},
  };
  for (const auto& [shell, want] : cases) {
    Console console;
    EXPECT_EQ(run({"completions", shell}, console), kClean);
    EXPECT_EQ(console.out, want);
  }
  Console console;
  EXPECT_EQ(run({"completions", "tcsh"}, console), kCouldNotRun);
  EXPECT_EQ(console.err, "milepost: SHELL is bash, fish or zsh, not \"tcsh\"\n");
}

}  // namespace
}  // namespace milepost
