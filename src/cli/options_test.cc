#include "cli/options.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

constexpr std::string_view kFormats[] = {"text", "json"};
constexpr Option kOptions[] = {
    {"--format", "", "FORMAT", "how", kFormats},
    {"--select", "", "RULES", "which", {}, true},
    {"--process", "", "PROCESS", "whose"},
    {"--strict", "-s", "", "more"},
};
const Syntax kSyntax{"check", kOptions, {"PATH", "what", 0, Operands::kAny}};
const Syntax kOne{"explain", {}, {"CODE", "which", 1, 1}};
const Syntax kChoice{"completions", {}, {"SHELL", "whose", 1, 1, kFormats}};
const Syntax kNone{"rules", {}, {}};

tl::expected<Arguments, UsageError> parse(const Syntax& syntax,
                                          std::vector<std::string_view> words) {
  return parse_options(syntax, words);
}

TEST(Options, Understood) {
  using Words = std::vector<std::string>;
  struct Case {
    const char* name;
    std::vector<std::string_view> words;
    std::string format;
    bool strict;
    Words select;
    Words operands;
  };
  const Case cases[] = {
      {"nothing", {}, "", false, {}, {}},
      {"value apart", {"--format", "json"}, "json", false, {}, {}},
      {"value attached", {"--format=json"}, "json", false, {}, {}},
      {"the last counts", {"--format=json", "--format", "text"}, "text", false, {}, {}},
      {"a list",
       {"--select", "MP2,MP3", "--select=title", "x"},
       "",
       false,
       {"MP2", "MP3", "title"},
       {"x"}},
      {"odd commas", {"--select", ",MP2, ,"}, "", false, {"MP2"}, {}},
      {"switch between paths", {"a", "--strict", "b"}, "", true, {}, {"a", "b"}},
      {"short", {"-s"}, "", true, {}, {}},
      {"standard input", {"-"}, "", false, {}, {"-"}},
      {"after --", {"--", "--strict", "-s", "--"}, "", false, {}, {"--strict", "-s", "--"}},
      {"brackets, spaces and nothing", {"[a,b]", "a b", ""}, "", false, {}, {"[a,b]", "a b", ""}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto found = parse(kSyntax, c.words);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->value("--format"), c.format);
    EXPECT_EQ(found->has("--strict"), c.strict);
    EXPECT_EQ(found->values("--select"), c.select);
    EXPECT_EQ(found->operands(), c.operands);
  }
}

TEST(Options, DirectoryInEveryForm) {
  for (const auto& words : std::vector<std::vector<std::string_view>>{
           {"-C", "d"}, {"-Cd"}, {"--directory", "d"}, {"--directory=d"}}) {
    const auto found = parse(kNone, words);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->value("--directory"), "d");
  }
}

TEST(Options, Refused) {
  struct Case {
    const char* name;
    const Syntax& syntax;
    std::vector<std::string_view> words;
    std::string message;
    std::string help;  // its first line
  };
  const std::string see = "milepost help check lists what it takes";
  const Case cases[] = {
      {"unknown", kSyntax, {"--nonsense"}, "unknown option --nonsense", see},
      {"mistyped", kSyntax, {"--fromat=x"}, "unknown option --fromat", "did you mean --format?"},
      {"unknown short", kSyntax, {"-x"}, "unknown option -x", see},
      {"no choice",
       kSyntax,
       {"--format", "jsno"},
       "--format is text or json, not \"jsno\"",
       "did you mean json?"},
      {"hostile choice",
       kSyntax,
       {"--format", "\x1b[0m"},
       "--format is text or json, not \"\\x1b[0m\"",
       ""},
      {"value missing at the end",
       kSyntax,
       {"--format"},
       "--format needs a value: text or json",
       see},
      {"value missing before an option",
       kSyntax,
       {"--process", "--strict"},
       "--process needs a value: --process PROCESS",
       see},
      {"value empty",
       kSyntax,
       {"--process=", "x"},
       "--process needs a value: --process PROCESS",
       see},
      {"value too much", kSyntax, {"--strict=yes"}, "--strict takes no value", see},
      {"operand missing",
       kOne,
       {},
       "explain needs a CODE",
       "milepost help explain lists what it takes"},
      {"operand too much",
       kOne,
       {"a", "b"},
       "explain takes one CODE; \"b\" is too much",
       "milepost help explain lists what it takes"},
      {"a choice missing",
       kChoice,
       {},
       "completions needs a SHELL: text or json",
       "milepost help completions lists what it takes"},
      {"no choice for an operand",
       kChoice,
       {"tetx"},
       "SHELL is text or json, not \"tetx\"",
       "did you mean text?"},
      {"none wanted",
       kNone,
       {"a"},
       "rules takes no words after it, but got \"a\"",
       "milepost help rules lists what it takes"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto found = parse(c.syntax, c.words);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().message, c.message);
    EXPECT_EQ(found.error().help.empty() ? "" : found.error().help.front(), c.help);
  }
}

TEST(Options, HelpNeedsNoOperand) {
  const auto found = parse(kOne, {"--help"});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->has("--help"));
}

TEST(Options, StopsAtTheVerb) {
  const Syntax before{"", {}, {"VERB", "", 0, Operands::kAny}, true};
  const auto found = parse(before, {"-C", "d", "check", "--strict", "--", "x"});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->value("--directory"), "d");
  EXPECT_EQ(found->operands(), (std::vector<std::string>{"check", "--strict", "--", "x"}));
}

TEST(Options, Suggestions) {
  constexpr std::string_view kKnown[] = {"MP201", "MP304", "section-missing", "show"};
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"MP210", "did you mean MP201?"},
      {"mp304", "did you mean MP304?"},
      {"sections-missing", "did you mean section-missing?"},
      {"shwo", "did you mean show?"},
      {"zebra", ""},
      {"", ""},
  };
  for (const auto& [word, want] : cases) {
    SCOPED_TRACE(word);
    UsageError usage_error;
    suggest(usage_error, word, kKnown);
    EXPECT_EQ(usage_error.help.empty() ? "" : usage_error.help.front(), want);
  }
  UsageError usage_error;
  suggest(usage_error, std::string(100'000, 'x'), kKnown);
  EXPECT_TRUE(usage_error.help.empty());
}

}  // namespace
}  // namespace milepost
