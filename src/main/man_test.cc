#include "cli/man.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/strings.h"
#include "features/common/topics.h"
#include "main/verbs.h"
#include "proposal/tree_fixture.h"

namespace milepost {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const Verb& verb(std::string_view name) {
  return **std::ranges::find(program().verbs, name, &Verb::name);
}

int run_nothing(const Arguments&, Console&) { return kClean; }

std::vector<std::string> headings(std::string_view page) {
  std::vector<std::string> found;
  while (!page.empty()) {
    const auto [line, rest] = cut(page, '\n');
    if (line.starts_with(".SH ")) found.emplace_back(line.substr(4));
    page = rest;
  }
  return found;
}

TEST(Man, TextIsShownAsItIs) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"", ""},
      {"plain words.", "plain words."},
      {".TH begins no request", "\\&.TH begins no request"},
      {"'br neither", "\\(aqbr neither"},
      {"--for, a-b", "\\-\\-for, a\\-b"},
      {"a\\fBb\\", "a\\(rsfBb\\(rs"},
      {"\"x\" `y` ~ ^", "\\(dqx\\(dq \\(gay\\(ga \\(ti \\(ha"},
      {"VERB… é 漢 👍", "VERB\\[u2026] \\[u00E9] \\[u6F22] \\[u1F44D]"},
      {"one\n.SH two\ttabs\x1b", "one .SH two tabs "},
      {"  indented \n", "indented"},
      {"\n.TP", "\\&.TP"},
      {"bad \xff byte", "bad \\[uFFFD] byte"},
      {"\x7f", "\\[u007F]"},
  };
  for (const auto& [text, want] : cases) {
    SCOPED_TRACE(text);
    EXPECT_EQ(roff(text), want);
  }
}

TEST(Man, EveryVerbHasAPage) {
  const auto pages = all_man_pages(program());
  ASSERT_EQ(pages.size(), program().verbs.size() + 1);
  EXPECT_EQ(pages[0].name, "milepost");
  for (std::size_t i = 0; i < program().verbs.size(); ++i) {
    const Verb& verb = *program().verbs[i];
    const ManPage& page = pages[i + 1];
    SCOPED_TRACE(verb.name);
    std::string name = "milepost-" + std::string(verb.name);
    std::ranges::replace(name, ' ', '-');
    EXPECT_EQ(page.name, name);
    EXPECT_THAT(page.text, HasSubstr("\n.SH NAME\n" + roff(name) + " \\- " + roff(verb.summary)));
    EXPECT_THAT(page.text, HasSubstr(" 1 \"\" \"milepost " MILEPOST_VERSION "\"\n"));
    for (const auto options : {verb.options, common_options()}) {
      for (const auto& option : options) {
        EXPECT_THAT(page.text, HasSubstr("\\fB" + roff(option.name) + "\\fR"));
        EXPECT_THAT(page.text, HasSubstr(roff(with_choices(option.help, option.choices))));
      }
    }
    for (const auto& example : verb.examples) {
      EXPECT_THAT(page.text, HasSubstr("\\fB" + roff(example.command) + "\\fR\n"));
    }
    EXPECT_THAT(pages[0].text, HasSubstr("\\fB" + roff(name) + "\\fR(1)"));
  }
}

TEST(Man, SectionsInOrder) {
  EXPECT_THAT(headings(man_overview(program()).text),
              ElementsAre("NAME", "SYNOPSIS", "DESCRIPTION", "VERBS", "OPTIONS", "EXAMPLES",
                          "EXIT STATUS", "ENVIRONMENT", "SEE ALSO"));
  EXPECT_THAT(headings(man_page(program(), verb("check")).text),
              ElementsAre("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT STATUS",
                          "ENVIRONMENT", "SEE ALSO"));
}

TEST(Man, VerbsUnderTheirTopics) {
  const std::string page = man_overview(program()).text;
  EXPECT_THAT(page, HasSubstr(".SH VERBS\n.SS write and check\n.TP\n\\fBmilepost\\-new\\fR(1)\n"));
  EXPECT_THAT(page, HasSubstr(".SS look after milepost\n.TP\n\\fBmilepost\\-serve\\fR(1)\n"));
}

TEST(Man, SeeAlso) {
  EXPECT_THAT(man_page(program(), verb("template show")).text,
              testing::EndsWith(".SH SEE ALSO\n\\fBmilepost\\fR(1),\n"
                                "\\fBmilepost\\-template\\-check\\fR(1),\n"
                                "\\fBmilepost\\-template\\-lineage\\fR(1)\n"));
  EXPECT_THAT(man_page(program(), verb("check")).text, HasSubstr("\\fBmilepost\\-explain\\fR(1)"));
}

TEST(Man, Synopsis) {
  const struct {
    Operands operands;
    std::string want;
  } cases[] = {
      {{"", {}, 0, 0}, ""},
      {{"FILE", "x", 1, 1}, " \\fIFILE\\fR"},
      {{"FILE", "x", 0, 1}, " [\\fIFILE\\fR]"},
      {{"FILE", "x", 1, Operands::kAny}, " \\fIFILE\\fR..."},
      {{"FILE", "x", 0, 2}, " [\\fIFILE\\fR...]"},
  };
  for (const auto& c : cases) {
    const Verb verb{"do it", kWriting, "s", "a", {}, c.operands, {}, "0 ok", run_nothing};
    EXPECT_THAT(man_page(program(), verb).text, HasSubstr(".SH SYNOPSIS\n\\fBmilepost do it\\fR "
                                                          "[\\fIOPTION\\fR...]" +
                                                          c.want + "\n"));
  }
}

TEST(Man, NothingInATableIsARequest) {
  constexpr std::string_view kText = ".SH WRONG \\fB\"x\"";
  constexpr std::string_view kChoices[] = {".so /etc/passwd"};
  const Option options[] = {{"--odd", "-o", ".VALUE", kText, kChoices}};
  const Example examples[] = {{"'br milepost odd", kText}};
  const Verb verb{"odd",      kWriting,
                  kText,      ".SH WRONG\n\n'br\n.so x",
                  options,    {".FILE", kText, 0, 1},
                  examples,   ".0 .SH WRONG",
                  run_nothing};
  const std::string text = man_page(program(), verb).text;
  std::string_view page = text;
  while (!page.empty()) {
    const auto [line, rest] = cut(page, '\n');
    page = rest;
    EXPECT_FALSE(line.starts_with("'")) << line;
    if (!line.starts_with(".")) continue;
    const auto request = cut(line, ' ').first;
    EXPECT_THAT(request, testing::AnyOf(".TH", ".SH", ".TP", ".PP", ".br")) << line;
    EXPECT_THAT(line, Not(HasSubstr("WRONG")));
  }
  EXPECT_THAT(text, HasSubstr("\n.SH DESCRIPTION\n\\&.SH WRONG\n.PP\n\\(aqbr\n.br\n\\&.so x\n"));
}

class ManVerb : public TreeFixture {
 protected:
  int run(std::vector<std::string_view> words) {
    console_ = {};
    words.insert(words.begin(), "man");
    return run_command_line(words, console_);
  }

  static std::string content(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  Console console_;
};

TEST_F(ManVerb, Prints) {
  EXPECT_EQ(run({}), kClean);
  EXPECT_EQ(console_.out, man_overview(program()).text);
  EXPECT_EQ(run({"template", "show"}), kClean);
  EXPECT_EQ(console_.out, man_page(program(), verb("template show")).text);
}

TEST_F(ManVerb, Writes) {
  const std::string folder = at("a/b/man1");
  EXPECT_EQ(run({"--into", folder, "--dry-run"}), kClean);
  const std::string listed = console_.out;
  EXPECT_FALSE(std::filesystem::exists(at("a")));

  EXPECT_EQ(run({"--into", folder}), kClean);
  EXPECT_EQ(console_.out, listed);
  std::string want;
  for (const auto& page : all_man_pages(program())) {
    const std::string path = folder + "/" + page.name + ".1";
    want += path + '\n';
    EXPECT_EQ(content(path), page.text);
  }
  EXPECT_EQ(listed, want);

  EXPECT_EQ(run({"-C", at(""), "check", "--into", "one"}), kClean);
  EXPECT_EQ(console_.out, "one/milepost-check.1\n");
  EXPECT_EQ(content(at("one/milepost-check.1")), man_page(program(), verb("check")).text);
  EXPECT_FALSE(std::filesystem::exists(at("one/milepost.1")));
}

TEST_F(ManVerb, Refuses) {
  write("file", "x");
  make_folder("taken/milepost.1");
  const std::string in_file = at("file") + "/sub";
  const std::string taken = at("taken");
  const struct {
    std::vector<std::string_view> words;
    std::string err;
  } cases[] = {
      {{"--dry-run"}, "milepost: --dry-run needs --into: without it nothing is written\n"},
      {{"chekc"},
       "milepost: unknown verb \"chekc\"\n  did you mean check?\n  milepost help lists the "
       "verbs\n"},
      {{"template"},
       "milepost: template what? show, check or lineage\n  milepost help template tells more\n"},
      {{"--into", in_file}, "milepost: making " + in_file + ": Not a directory\n"},
      {{"--into", taken},
       "milepost: writing " + taken + "/milepost.1: is a directory, not a file\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.err);
    EXPECT_EQ(run(c.words), kCouldNotRun);
    EXPECT_EQ(console_.out, "");
    EXPECT_EQ(console_.err, c.err);
  }
}

}  // namespace
}  // namespace milepost
