// The registry of rules is in order, and every rule's page says the same things
// in the same places.
#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/strings.h"
#include "base/utf8.h"
#include "golden_files.h"
#include "rules/rule.h"

namespace milepost {
namespace {

using testing::IsEmpty;

// Reported by the engine after the rules have run, so it has no function.
constexpr std::string_view kOfTheEngine = "MP612";

bool is_code(std::string_view code) {
  return code.size() == 5 && code.starts_with("MP") && code[2] >= '1' && code[2] <= '9' &&
         is_digit(code[3]) && is_digit(code[4]);
}

bool is_kebab_case(std::string_view name) {
  if (name.empty() || name.starts_with('-') || name.ends_with('-')) return false;
  if (name.find("--") != name.npos) return false;
  return std::ranges::all_of(
      name, [](char c) { return c == '-' || (c >= 'a' && c <= 'z') || is_digit(c); });
}

std::vector<std::string> find_faults(std::span<const Rule> rules) {
  std::vector<std::string> faults;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const Rule& rule = rules[i];
    const auto fault = [&](std::string_view what) {
      faults.push_back(fmt::format("{} {}", rule.code, what));
    };
    if (!is_code(rule.code)) fault("is not MP and three digits");
    if (i > 0 && rules[i - 1].code >= rule.code) fault("is not after the code before it");
    if (!is_kebab_case(rule.name)) fault("has a name that is not kebab-case");
    if (std::ranges::count(rules, rule.name, &Rule::name) > 1) fault("has another rule's name");
    if (rule.severity == Severity::kOff) fault("is off by default");
    if (!rule.summary.ends_with('.')) fault("has a summary that is no sentence");
    const bool checks = rule.check || rule.check_metadata || rule.check_template ||
                        rule.check_repository || rule.check_change || rule.check_issue ||
                        rule.check_process;
    if (!checks && rule.code != kOfTheEngine) fault("has no function");
    if (rule.check && rule.check_metadata) fault("would run only one of its two functions");
  }
  return faults;
}

struct Page {
  std::string path;  // "docs/rules/MP201.md"
  std::string text;
};

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto [line, rest] = cut(text, '\n');
    lines.push_back(line);
    text = rest;
  }
  return lines;
}

std::vector<std::string> find_faults(const Rule& rule, const Page& page) {
  constexpr std::string_view kSections[] = {"## What it says", "## Why", "## Bad", "## Good",
                                            "## What to do"};
  constexpr std::size_t kMostLines = 60;
  constexpr std::size_t kColumns = 80;
  std::vector<std::string> faults;
  const auto fault = [&](const std::string& what) { faults.push_back(page.path + ": " + what); };

  const std::vector<std::string_view> lines = lines_of(page.text);
  const std::string title = fmt::format("# {} {}", rule.code, rule.name);
  if (lines.empty() || lines.front() != title) fault("does not begin with `" + title + "`");
  const std::string severity = fmt::format("Severity: {}.", name(rule.severity));
  if (lines.size() < 3 || !lines[2].starts_with(severity)) {
    fault("line 3 does not begin with `" + severity + "`");
  }
  if (lines.size() > kMostLines) fault(fmt::format("is longer than {} lines", kMostLines));

  std::vector<std::string_view> sections;
  std::vector<std::size_t> examples(std::size(kSections) + 1);  // fences by section
  std::string_view fence;
  bool filled = true;
  for (const std::string_view line : lines) {
    const std::string_view bare = trim(line);
    if (!fence.empty()) {
      if (bare == fence) fence = {};
      continue;
    }
    if (utf8::count(line).code_points > kColumns) {
      fault("has a line past 80 columns: " + std::string(line));
    }
    if (bare.starts_with("```") || bare.starts_with("~~~")) {
      fence = bare.substr(0, std::min(bare.find_first_not_of(bare[0]), bare.size()));
      ++examples[std::min(sections.size(), std::size(kSections))];
      filled = true;
    } else if (line.starts_with("## ")) {
      if (!filled) fault("has nothing under `" + std::string(sections.back()) + "`");
      sections.push_back(line);
      filled = false;
    } else if (!bare.empty()) {
      filled = true;
    }
  }
  if (!fence.empty()) fault("has a code block that is not closed");
  if (!filled) fault("has nothing under its last heading");
  if (!std::ranges::equal(sections, kSections)) {
    fault(fmt::format("has the sections {}, not {}", fmt::join(sections, ", "),
                      fmt::join(kSections, ", ")));
  } else {
    if (examples[3] == 0) fault("shows no bad example");
    if (examples[4] == 0) fault("shows no good example");
  }
  return faults;
}

std::string make_index(std::span<const Rule> rules) {
  constexpr std::pair<char, std::string_view> kGroups[] = {
      {'1', "Templates and directives"}, {'2', "Sections"},  {'3', "Metadata"},
      {'4', "References and links"},     {'5', "Lifecycle"}, {'6', "The form of a document"},
      {'7', "Tracking issues"},          {'9', "Age"},
  };
  std::string index =
      "# Rules\n"
      "\n"
      "<!-- Made from src/rules/registry.cc; MILEPOST_UPDATE_GOLDENS=1 ./dev test Registry\n"
      "rewrites it. -->\n"
      "\n"
      "What milepost can find, each with a page of its own, which `milepost explain CODE`\n"
      "prints too. The severity is the one a rule has unless the process, the\n"
      "repository or the case at hand says otherwise. Codes are never reused.\n";
  for (const auto& [digit, title] : kGroups) {
    std::string rows;
    for (const Rule& rule : rules) {
      if (rule.code[2] != digit) continue;
      rows += fmt::format("| [{0}]({0}.md) | {1} | {2} | {3} |\n", rule.code, rule.name,
                          name(rule.severity), rule.summary);
    }
    if (rows.empty()) continue;
    index += fmt::format("\n## {}\n\n| code | name | severity | finds |\n|---|---|---|---|\n{}",
                         title, rows);
  }
  return index;
}

void some_check(const RuleInput&, Sink&) {}

TEST(Registry, FindsFaults) {
  const Rule good{"MP901", "thing-wrong", Severity::kInfo, "A thing is wrong.", some_check};
  const auto with = [&](auto&& change) {
    Rule rule = good;
    rule.code = "MP902";
    rule.name = "thing-odd";
    change(rule);
    return std::vector<Rule>{good, rule};
  };
  const struct {
    std::string_view name;
    std::vector<Rule> rules;
    std::vector<std::string> want;
  } cases[] = {
      {"in order", with([](Rule&) {}), {}},
      {"code twice",
       with([](Rule& rule) { rule.code = "MP901"; }),
       {"MP901 is not after the code before it"}},
      {"out of order",
       with([](Rule& rule) { rule.code = "MP101"; }),
       {"MP101 is not after the code before it"}},
      {"no code",
       with([](Rule& rule) { rule.code = "MP90x"; }),
       {"MP90x is not MP and three digits"}},
      {"name twice",
       with([](Rule& rule) { rule.name = "thing-wrong"; }),
       {"MP901 has another rule's name", "MP902 has another rule's name"}},
      {"snake case",
       with([](Rule& rule) { rule.name = "thing_odd"; }),
       {"MP902 has a name that is not kebab-case"}},
      {"double hyphen",
       with([](Rule& rule) { rule.name = "thing--odd"; }),
       {"MP902 has a name that is not kebab-case"}},
      {"off",
       with([](Rule& rule) { rule.severity = Severity::kOff; }),
       {"MP902 is off by default"}},
      {"no summary",
       with([](Rule& rule) { rule.summary = ""; }),
       {"MP902 has a summary that is no sentence"}},
      {"no function", with([](Rule& rule) { rule.check = nullptr; }), {"MP902 has no function"}},
      {"two functions for one proposal",
       with([](Rule& rule) { rule.check_metadata = some_check; }),
       {"MP902 would run only one of its two functions"}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(find_faults(c.rules), c.want);
  }
}

TEST(Registry, IsInOrder) {
  ASSERT_FALSE(all_rules().empty());
  EXPECT_THAT(find_faults(all_rules()), IsEmpty());
}

TEST(Registry, FindsRulesByCodeAndName) {
  for (const Rule& rule : all_rules()) {
    EXPECT_EQ(find_rule(rule.code), &rule);
    EXPECT_EQ(find_rule(rule.name), &rule);
  }
  EXPECT_NE(find_rule("mp201"), nullptr);
  EXPECT_EQ(find_rule("MP20"), nullptr);
  EXPECT_EQ(find_rule(""), nullptr);
}

TEST(Registry, FindsFaultsOfAPage) {
  const Rule rule{"MP901", "thing-wrong", Severity::kInfo, "A thing is wrong.", some_check};
  const std::string good =
      "# MP901 thing-wrong\n\nSeverity: info. Looks at: things.\n\n"
      "## What it says\n\nWords.\n\n## Why\n\nWords.\n\n"
      "## Bad\n\n```\n## Why\n```\n\n## Good\n\n~~~~\n```\n~~~~\n\n## What to do\n\nWords.\n";
  const auto with = [&](std::string_view from, std::string_view to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    return text;
  };
  const struct {
    std::string_view name;
    std::string text;
    std::string want;  // in the first fault; "" for none
  } cases[] = {
      {"good", good, ""},
      {"nothing", "", "does not begin with"},
      {"another title", with("thing-wrong", "thing-odd"), "does not begin with"},
      {"another severity", with("info", "error"), "line 3 does not begin with `Severity: info.`"},
      {"a section missing", with("## Why\n\nWords.\n\n", ""), "has the sections"},
      {"sections in another order", with("## Why", "## Worth"), "has the sections"},
      {"an empty section", with("## Why\n\nWords.", "## Why"), "has nothing under `## Why`"},
      {"empty at the end", with("to do\n\nWords.", "to do"), "nothing under its last heading"},
      {"no bad example", with("```\n## Why\n```", "Words."), "shows no bad example"},
      {"no good example", with("~~~~\n```\n~~~~", "Words."), "shows no good example"},
      {"an open fence", with("~~~~\n```\n~~~~", "~~~~\n```\n"), "not closed"},
      {"a long line", with("Words.", std::string(81, 'w')), "past 80 columns"},
      {"too long", good + std::string(60, '\n'), "is longer than 60 lines"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto faults = find_faults(rule, {"page", c.text});
    if (c.want.empty()) {
      EXPECT_THAT(faults, IsEmpty());
    } else {
      ASSERT_FALSE(faults.empty());
      EXPECT_THAT(faults.front(), testing::HasSubstr(c.want));
    }
  }
}

TEST(Registry, PagesAreComplete) {
  for (const Rule& rule : all_rules()) {
    const std::string path = fmt::format("docs/rules/{}.md", rule.code);
    const auto text = read_text(in_source_tree(path));
    ASSERT_TRUE(text) << path << " is missing";
    EXPECT_THAT(find_faults(rule, Page{path, *text}), IsEmpty());
  }
}

TEST(Registry, IndexIsCurrent) {
  expect_golden(in_source_tree("docs/rules/README.md"), make_index(all_rules()));
}

}  // namespace
}  // namespace milepost
