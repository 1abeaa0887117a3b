#include "main/verbs.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/strings.h"
#include "base/utf8.h"
#include "cli/help.h"
#include "cli/progress.h"
#include "features/common/topics.h"
#include "features/findings/run_fixture.h"
#include "features/findings/verbs.h"

namespace milepost {
namespace {

struct Outcome {
  int status;
  Console console;
};

Outcome run(std::vector<std::string_view> words) {
  Outcome outcome{};
  outcome.status = run_command_line(words, outcome.console);
  return outcome;
}

// The words a shell would hand over of a simple command: quotes are taken off,
// redirections left out, and what stands after a pipe belongs to another program.
std::vector<std::string> shell_words(const std::string& line) {
  std::vector<std::string> words;
  std::string word;
  bool begun = false;
  bool redirected = false;  // the word is a file
  char quote = '\0';
  for (const char c : line + ' ') {
    if (c == quote) {
      quote = '\0';
    } else if (quote == '\0' && (c == '"' || c == '\'')) {
      quote = c;
      begun = true;
    } else if (quote != '\0' || std::string_view(" <>|").find(c) == std::string_view::npos) {
      word += c;
      begun = true;
    } else {
      if (begun && !redirected) words.push_back(word);
      if (begun) redirected = false;
      begun = false;
      word.clear();
      if (c == '|') break;
      if (c != ' ') redirected = true;
    }
  }
  return words;
}

TEST(Verbs, WordsOfAnExample) {
  EXPECT_EQ(shell_words("a --b=c 'd e' \"f'g\" '' < in > \"o ut\" h>>i - | j k"),
            (std::vector<std::string>{"a", "--b=c", "d e", "f'g", "", "h", "-"}));
}

TEST(Verbs, HelpNamesEveryOption) {
  for (const Verb* verb : program().verbs) {
    SCOPED_TRACE(verb->name);
    const std::string help = help_for(*verb);
    for (const auto options : {verb->options, common_options()}) {
      for (const auto& option : options) {
        SCOPED_TRACE(option.name);
        EXPECT_NE(help.find(option.value.empty()
                                ? std::string(option.name)
                                : std::string(option.name) + ' ' + std::string(option.value)),
                  std::string::npos);
        for (const auto choice : option.choices) EXPECT_NE(help.find(choice), std::string::npos);
      }
    }
    EXPECT_NE(help.find(verb->operands.name), std::string::npos);
    EXPECT_NE(help.find("exit status\n  0"), std::string::npos);
    EXPECT_NE(help_overview(program()).find(verb->name), std::string::npos);
  }
}

TEST(Verbs, HelpPutsEachUnderOneHeading) {
  constexpr std::string_view kTopics[] = {kWriting,   kFinding,   kReviewing, kTracking,
                                          kReleasing, kComparing, kPreparing, kUpkeep};
  const std::string help = help_overview(program());
  std::vector<std::string_view> met;  // in the order of the verbs
  for (const Verb* verb : program().verbs) {
    if (met.empty() || met.back() != verb->topic) met.push_back(verb->topic);
    // On a line of its own that holds all of its summary.
    std::size_t lines = 0;
    for (std::string_view rest = help; !rest.empty();) {
      const auto [line, after] = cut(rest, '\n');
      if (line.starts_with(fmt::format("  {}  ", verb->name)) && line.ends_with(verb->summary)) {
        ++lines;
      }
      rest = after;
    }
    EXPECT_EQ(lines, 1U) << verb->name;
  }
  EXPECT_TRUE(std::ranges::equal(met, kTopics)) << "a topic stands twice, or out of order";
  std::size_t at = 0;
  for (const std::string_view topic : kTopics) {
    at = help.find(fmt::format("\n\n{}\n  ", topic), at);
    ASSERT_NE(at, std::string::npos) << topic;
  }
}

TEST(Verbs, HelpFitsEightyColumns) {
  std::string all = help_overview(program()) + help_first_steps(program());
  for (const Verb* verb : program().verbs) all += help_for(*verb);
  std::string_view rest = all;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    EXPECT_LE(utf8::width(rest.substr(0, end)), 80U) << rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

TEST(Verbs, TablesAreSound) {
  for (const Verb* verb : program().verbs) {
    SCOPED_TRACE(verb->name);
    EXPECT_NE(verb->run, nullptr);
    EXPECT_FALSE(verb->summary.empty() || verb->summary.ends_with('.'));
    EXPECT_FALSE(verb->about.empty());
    std::vector<std::string_view> names;
    for (const auto options : {verb->options, common_options()}) {
      for (const auto& option : options) {
        EXPECT_TRUE(option.name.starts_with("--"));
        EXPECT_FALSE(option.help.empty());
        names.push_back(option.name);
        if (!option.short_name.empty()) names.push_back(option.short_name);
      }
    }
    std::ranges::sort(names);
    EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
    EXPECT_FALSE(verb->examples.empty());
    for (const auto& example : verb->examples) {
      SCOPED_TRACE(example.command);
      const auto words = shell_words(std::string(example.command));
      ASSERT_EQ(words.at(0), "milepost");
      const std::vector<std::string_view> given(words.begin() + 1, words.end());
      std::size_t used = 0;
      ASSERT_EQ(find_verb(given, used), verb);
      const auto parsed = parse_options({verb->name, verb->options, verb->operands},
                                        std::span(given).subspan(used));
      EXPECT_TRUE(parsed) << parsed.error().message;
    }
  }
}

TEST(Verbs, Answers) {
  struct Case {
    const char* name;
    std::vector<std::string_view> words;
    int status;
    std::string out;  // its beginning
    std::string err;
  };
  const Case cases[] = {
      {"alone", {}, 0, "milepost checks enhancement proposals", ""},
      {"version", {"--version"}, 0, "milepost " MILEPOST_VERSION "\n", ""},
      {"help", {"help"}, 0, "milepost checks enhancement proposals", ""},
      {"help flag", {"-h"}, 0, "milepost checks enhancement proposals", ""},
      {"help of a verb", {"help", "check"}, 0, "milepost check: ", ""},
      {"the same as a flag", {"check", "-h"}, 0, "milepost check: ", ""},
      {"help of two words", {"help", "template", "show"}, 0, "milepost template show: ", ""},
      {"help of a group", {"help", "template"}, 0, "verbs\n  template show", ""},
      {"the same as a flag", {"template", "--help"}, 0, "verbs\n  template show", ""},
      {"help of nothing",
       {"help", "chekc"},
       2,
       "",
       "milepost: unknown verb \"chekc\"\n  did you mean check?\n  milepost help lists the "
       "verbs\n"},
      {"help of half a verb",
       {"help", "template", "shwo"},
       2,
       "",
       "milepost: template knows show, check or lineage, not \"shwo\"\n  did you mean show?\n"
       "  milepost help template tells more\n"},
      {"help of too much",
       {"help", "check", "show"},
       2,
       "",
       "milepost: the verb is check; \"show\" is too much\n"},
      {"unknown verb",
       {"chekc"},
       2,
       "",
       "milepost: unknown verb \"chekc\"\n  did you mean check?\n  milepost help lists the "
       "verbs\n"},
      {"half a verb",
       {"template"},
       2,
       "",
       "milepost: template what? show, check or lineage\n  milepost help template tells more\n"},
      {"half wrong",
       {"template", "shwo"},
       2,
       "",
       "milepost: template knows show, check or lineage, not \"shwo\"\n  did you mean show?\n"
       "  milepost help template tells more\n"},
      {"option before its verb",
       {"--strict", "check"},
       2,
       "",
       "milepost: unknown option --strict\n"
       "  a verb's options stand after it: milepost check --strict\n"
       "  milepost help lists the verbs\n"},
      {"hostile verb",
       {"\x1b[0m"},
       2,
       "",
       "milepost: unknown verb \"\\x1b[0m\"\n  milepost help lists the verbs\n"},
      {"a path is no verb",
       {"/"},
       2,
       "",
       "milepost: unknown verb \"/\"\n  milepost check / checks it\n"
       "  milepost help lists the verbs\n"},
      {"no such folder",
       {"-C", "/nowhere/at/all", "rules"},
       2,
       "",
       "milepost: -C: there is no folder \"/nowhere/at/all\"\n"},
      {"jobs",
       {"check", "--jobs", "0"},
       2,
       "",
       "milepost: --jobs is a number from 1 to 256, not \"0\"\n"},
      {"jobs, not a number",
       {"check", "-j2x"},
       2,
       "",
       "milepost: --jobs is a number from 1 to 256, not \"2x\"\n"},
      {"no day of the calendar",
       {"check", "--now", "2026-02-30"},
       2,
       "",
       "milepost: --now is a day such as 2026-01-31, not \"2026-02-30\"\n"},
      {"no day at all",
       {"check", "--now=today\x1b"},
       2,
       "",
       "milepost: --now is a day such as 2026-01-31, not \"today\\x1b\"\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto outcome = run(c.words);
    EXPECT_EQ(outcome.status, c.status);
    EXPECT_TRUE(outcome.console.out.starts_with(c.out)) << outcome.console.out;
    EXPECT_EQ(outcome.console.out.empty(), c.out.empty());
    EXPECT_EQ(outcome.console.err, c.err);
  }
}

TEST(Verbs, ExplainSuggests) {
  const auto outcome = run({"explain", "no-such-rule-at-all"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.console.err,
            "milepost: there is no rule \"no-such-rule-at-all\"\n"
            "  milepost rules lists them all\n");
}

TEST(Verbs, ExitStatus) {
  findings::RunFixture clean;
  findings::RunFixture infos;
  infos.info({0, 0}, "i");
  findings::RunFixture warnings;
  warnings.warning({0, 0}, "w");
  findings::RunFixture errors;
  errors.error({0, 0}, "e");
  findings::RunFixture read_errors;
  read_errors.error({0, 0}, "e").read_error("a", "gone");
  struct Case {
    const char* name;
    const findings::RunFixture& fixture;
    int status;
    int strict;
  };
  const Case cases[] = {
      {"clean", clean, 0, 0},   {"infos", infos, 0, 0},          {"warnings", warnings, 0, 1},
      {"errors", errors, 1, 1}, {"troubles", read_errors, 2, 2},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(findings::exit_status(c.fixture.run(), false), c.status);
    EXPECT_EQ(findings::exit_status(c.fixture.run(), true), c.strict);
  }
}

TEST(Verbs, ReadErrorsGoToStandardError) {
  findings::RunFixture fixture;
  fixture.read_error("a\x1b.md", "gone\n::error::").read_error("", "nothing");
  Console console;
  EXPECT_EQ(findings::report_findings(fixture.run(), {}, console, {}), 2);
  EXPECT_EQ(console.err, "milepost: a\\x1b.md: gone\\n::error::\nmilepost: nothing\n");
}

TEST(Console, ColourWhenItIsWanted) {
  struct Case {
    const char* name;
    std::string when;
    bool terminal;
    bool allowed;
    bool colour;
    bool layout;
  };
  const Case cases[] = {
      {"terminal", "", true, true, true, true},
      {"pipe", "", false, true, false, false},
      {"NO_COLOR", "auto", true, false, false, true},
      {"always", "always", false, false, true, true},
      {"never", "never", true, true, false, true},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    Console console;
    console.out_is_terminal = c.terminal;
    console.colour_allowed = c.allowed;
    Arguments arguments;
    if (!c.when.empty()) arguments.add("--color", c.when);
    set_look(arguments, console);
    const auto options = text_options(arguments, console);
    EXPECT_EQ(options.colour, c.colour);
    EXPECT_EQ(options.terminal, c.layout);
  }
}

TEST(Help, FitsTheTerminalWithoutBreakingWords) {
  for (const Verb* verb : program().verbs) {
    SCOPED_TRACE(verb->name);
    const std::string wide = help_for(*verb, 200);
    EXPECT_EQ(wide, help_for(*verb));
    const auto words = [](const std::string& text) {
      std::vector<std::string> all;
      std::istringstream in(text);
      for (std::string word; in >> word;) all.push_back(word);
      return all;
    };
    EXPECT_EQ(words(help_for(*verb, 60)), words(wide));
    const std::string narrow = help_for(*verb, 60);
    std::istringstream about(narrow.substr(0, narrow.find("\nexamples\n")));
    std::string line;
    for (int skipped = 0; skipped < 3; ++skipped) std::getline(about, line);
    while (std::getline(about, line)) EXPECT_LE(utf8::width(line), 60U) << line;
  }
}

TEST(Console, UsageErrorsKeepTheirLines) {
  Console console;
  EXPECT_EQ(console.report_error({"in pack:\na.yaml:1:2: no\x1b stage", {"try this"}}), 2);
  EXPECT_EQ(console.err, "milepost: in pack:\n  a.yaml:1:2: no\\x1b stage\n  try this\n");
}

TEST(Progress, Bar) {
  EXPECT_EQ(progress_bar(0, 0, 60), "0 of 0");
  EXPECT_EQ(progress_bar(5, 10, 30), "[#########         ]   5 of 10");
  EXPECT_EQ(progress_bar(20, 10, 30), "[##################]  10 of 10");
  EXPECT_EQ(progress_bar(5, 10, 5), " 5 of 10");
}

}  // namespace
}  // namespace milepost
