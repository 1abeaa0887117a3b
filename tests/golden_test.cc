// Each rule has a folder tests/golden/rules/CODE-NAME with cases in it. A case
// is a small repository, `input`, and the findings that `milepost check` must
// report in it, `expected`. Its name says what it shows:
//
//   fires…   the rule speaks about every document of the input; `expected` holds
//            this rule's findings alone
//   quiet…   the rule says nothing; `expected` holds whatever others say, or the
//            word `nothing`
//
// A file `web` beside the input says what the web answers, a line for each address:
// `https://example.org/a broken the server answers 404`. Without it nobody asks.
//
// A folder `past` beside the input holds what was there on earlier days, a folder for
// each (`past/2024-03-01`): a repository of git's is made of them, one commit a day, in
// which the input is the last.
//
// A case of a rule on changes has `before` and `after` in place of `input`: a
// repository is made of the one, and becomes the other. What is expected is said
// of the change.
//
// An input with a template.md at its root shows `milepost template check`, one with an
// issue.md `milepost track check`: of the proposal that the file `subject` names.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/strings.h"
#include "features/check/check_fixture.h"
#include "features/templates/templates.h"
#include "features/track/track.h"
#include "golden_files.h"
#include "rules/rule.h"

namespace milepost {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTemplate = "template.md";
constexpr std::string_view kIssue = "issue.md";
constexpr Date kToday{2026, 1, 15};  // whenever the tests run

struct GoldenCase {
  std::string rule;  // "MP201-section-missing"
  std::string name;  // "quiet-older-template"
  fs::path folder;

  std::string_view code() const { return cut(rule, '-').first; }
  bool fires() const { return name.starts_with("fires"); }
  bool quiet() const { return name.starts_with("quiet"); }
  bool of_change() const { return fs::exists(folder / "after"); }
  fs::path input() const { return folder / (of_change() ? "after" : "input"); }
};

std::vector<fs::path> folders_in(const fs::path& root) {
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(root)) {
    if (entry.is_directory()) folders.push_back(entry.path());
  }
  std::ranges::sort(folders);
  return folders;
}

std::vector<GoldenCase> read_cases() {
  std::vector<GoldenCase> cases;
  for (const fs::path& rule : folders_in(in_source_tree("tests/golden/rules"))) {
    for (const fs::path& folder : folders_in(rule)) {
      cases.push_back({rule.filename().string(), folder.filename().string(), folder});
    }
  }
  return cases;
}

std::string folder_of(const Rule& rule) { return fmt::format("{}-{}", rule.code, rule.name); }

// What is lacking for the rules to be documented and shown, and what is there
// without a rule.
std::vector<std::string> find_gaps(std::span<const Rule> rules,
                                   const std::vector<GoldenCase>& cases,
                                   const std::vector<std::string>& pages) {
  std::vector<std::string> gaps;
  const auto lacks = [&](const Rule& rule, std::string_view what) {
    gaps.push_back(fmt::format("{} has no {}", rule.code, what));
  };
  for (const Rule& rule : rules) {
    const auto has = [&](bool (GoldenCase::*shows)() const) {
      return std::ranges::any_of(
          cases, [&](const GoldenCase& c) { return c.rule == folder_of(rule) && (c.*shows)(); });
    };
    if (std::ranges::find(pages, fmt::format("{}.md", rule.code)) == pages.end()) {
      lacks(rule, fmt::format("page docs/rules/{}.md", rule.code));
    }
    if (!has(&GoldenCase::fires)) lacks(rule, "case that fires");
    if (!has(&GoldenCase::quiet)) lacks(rule, "case that stays quiet");
  }
  const auto known = [&](std::string_view folder) {
    return std::ranges::any_of(rules, [&](const Rule& rule) { return folder == folder_of(rule); });
  };
  for (const GoldenCase& c : cases) {
    if (!known(c.rule)) gaps.push_back(fmt::format("{} is named after no rule", c.rule));
    if (!c.fires() && !c.quiet()) {
      gaps.push_back(fmt::format("{}/{} begins with neither `fires` nor `quiet`", c.rule, c.name));
    }
  }
  for (const std::string& page : pages) {
    const bool of_a_rule = std::ranges::any_of(
        rules, [&](const Rule& rule) { return page == fmt::format("{}.md", rule.code); });
    if (!of_a_rule && page != "README.md") gaps.push_back(page + " is the page of no rule");
  }
  return gaps;
}

// A web whose answers are in the file.
check::UrlChecker written_web(const std::string& answers) {
  std::map<std::string, net::UrlVerdict, std::less<>> known;
  std::string_view rest = answers;
  while (!rest.empty()) {
    const auto [line, tail] = cut(rest, '\n');
    rest = tail;
    const auto [url, answer] = cut(line, ' ');
    const auto [state, reason] = cut(answer, ' ');
    const std::map<std::string_view, net::UrlState> states = {{"fine", net::UrlState::kFine},
                                                              {"broken", net::UrlState::kBroken},
                                                              {"unclear", net::UrlState::kUnclear},
                                                              {"refused", net::UrlState::kRefused}};
    known[std::string(url)] = {states.at(state), std::string(reason)};
  }
  return [known](const std::vector<std::string>& urls) -> Result<std::vector<net::UrlVerdict>> {
    std::vector<net::UrlVerdict> verdicts;
    for (const std::string& url : urls) {
      const auto found = known.find(url);
      if (found == known.end()) return failure("nobody knows what " + url + " answers");
      verdicts.push_back(found->second);
    }
    return verdicts;
  };
}

// The pack an input names, so that a copy of the input finds it too.
std::string pack_of(const fs::path& input) {
  constexpr std::string_view kKey = "process: ";
  const std::string config = read_text(input / "milepost.yaml").value_or("");
  const std::size_t at = config.find(kKey);
  const std::string_view value = cut(std::string_view(config).substr(at + kKey.size()), '\n').first;
  return value.starts_with('.') ? (input / value).lexically_normal().string() : std::string(value);
}

// `process` overrides what the input says, for one that was copied elsewhere.
Result<findings::Run> run(const fs::path& input, const std::string& process = {}) {
  WorkspaceOptions where;
  where.directory = input.string();
  where.process = process;
  where.jobs = 1;
  where.judging.all = fs::exists(input.parent_path() / "all");  // what --all shows, too
  if (fs::exists(input / kTemplate)) {
    TRY(const auto workspace, Workspace::open(where, start_of(kToday)));
    TRY(auto view, templates::view_template(*workspace, std::string(kTemplate)));
    return std::move(view.run);
  }
  if (fs::exists(input / kIssue)) {
    // In a copy: where the input lies, git would say that its proposals are merged.
    const fs::path copy = fs::path(testing::TempDir()) / "milepost-golden-issue";
    fs::remove_all(copy);
    fs::copy(input, copy, fs::copy_options::recursive);
    track::TrackOptions options;
    options.subject = trim(read_text(input.parent_path() / "subject").value_or(""));
    WorkspaceOptions issue_in;
    issue_in.directory = copy.string();
    issue_in.process = process.empty() ? pack_of(input) : process;
    TRY(const auto workspace, Workspace::open_for({options.subject}, issue_in, start_of(kToday)));
    return track::check_issue(*workspace, {options, std::string(kIssue)});
  }
  check::CheckOptions options;
  if (const auto web = read_text(input.parent_path() / "web")) options.external = written_web(*web);
  return check::open_and_check(where, options, kToday);
}

void git(const fs::path& folder, const std::string& arguments, const std::string& day = {}) {
  const std::string command =
      "cd '" + folder.string() + "' && " +
      (day.empty() ? "" : "GIT_COMMITTER_DATE=" + day + "T12:00:00Z ") +
      "GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 git -c user.name=x -c user.email=x " +
      arguments;
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
}

// Everything but what git keeps.
void clear(const fs::path& folder) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename() != ".git") fs::remove_all(entry.path());
  }
}

// The folder becomes a copy of the input with its past.
void relive(const fs::path& input, const fs::path& folder) {
  fs::remove_all(folder);
  fs::create_directories(folder);
  git(folder, "init -q");
  std::vector<fs::path> days;
  for (const auto& entry : fs::directory_iterator(input.parent_path() / "past")) {
    days.push_back(entry.path());
  }
  std::ranges::sort(days);
  days.push_back(input);
  for (const fs::path& day : days) {
    clear(folder);
    fs::copy(day, folder, fs::copy_options::recursive);
    git(folder, "add -A");
    const std::string date = day == input ? to_string(kToday) : day.filename().string();
    git(folder, "commit -q --allow-empty -m x --date=" + date + "T12:00:00Z", date);
  }
}

Result<findings::Run> run_with_past(const GoldenCase& c) {
  const fs::path folder = fs::path(testing::TempDir()) / ("milepost-" + c.rule + "-" + c.name);
  relive(c.input(), folder);
  auto done = run(folder, pack_of(c.input()));
  fs::remove_all(folder);
  return done;
}

Result<findings::Run> run_change(const GoldenCase& c) {
  const fs::path folder = fs::path(testing::TempDir()) / ("milepost-" + c.rule + "-" + c.name);
  fs::remove_all(folder);
  fs::create_directories(folder);
  git(folder, "init -q");
  fs::copy(c.folder / "before", folder, fs::copy_options::recursive);
  git(folder, "add -A");
  git(folder, "commit -q -m before", to_string(kToday));
  clear(folder);
  fs::copy(c.folder / "after", folder, fs::copy_options::recursive);
  WorkspaceOptions where;
  where.directory = folder.string();
  where.process = pack_of(c.input());
  where.jobs = 1;
  auto done = check::open_and_check_change(where, {"HEAD"}, {}, kToday);
  fs::remove_all(folder);
  return done;
}

std::string line_of(const Finding& finding) {
  const Position at = finding.source->position(finding.span.begin);
  return fmt::format("{}:{}:{} {} {} {} {}\n", finding.source->path(), at.line, at.column,
                     name(finding.severity), finding.code, finding.name, finding.message);
}

std::string lines_of(const std::vector<Finding>& findings) {
  std::string lines;
  for (const Finding& finding : findings) lines += line_of(finding);
  return lines.empty() ? "nothing\n" : lines;
}

// The documents of an input, without a template and those of a pack that lie in it.
std::vector<std::string> documents_in(const fs::path& input) {
  std::vector<std::string> documents;
  for (const auto& entry : fs::recursive_directory_iterator(input)) {
    const std::string path = entry.path().lexically_relative(input).generic_string();
    if (path.starts_with("pack/") || path.ends_with("/_template.md")) continue;
    if (path.ends_with(".md")) documents.push_back(path);
  }
  std::ranges::sort(documents);
  return documents;
}

// A finding is about a document when it points into it, into the metadata beside
// it, or into a review file that is named after its number.
bool is_about(const Finding& finding, const std::string& document) {
  const fs::path path = finding.source->path();
  if (path.extension() == ".md") return path == document;
  return path.parent_path() == fs::path(document).parent_path() ||
         fs::path(document).filename().string().starts_with(path.stem().string() + "-");
}

TEST(Golden, FindsGaps) {
  const Rule rules[] = {{"MP901", "thing-wrong", Severity::kInfo, "A thing is wrong."}};
  const GoldenCase fires{"MP901-thing-wrong", "fires", {}};
  const GoldenCase quiet{"MP901-thing-wrong", "quiet-elsewhere", {}};
  const struct {
    std::string_view name;
    std::vector<GoldenCase> cases;
    std::vector<std::string> pages;
    std::vector<std::string> want;
  } cases[] = {
      {"complete", {fires, quiet}, {"MP901.md", "README.md"}, {}},
      {"no page", {fires, quiet}, {}, {"MP901 has no page docs/rules/MP901.md"}},
      {"no firing case", {quiet}, {"MP901.md"}, {"MP901 has no case that fires"}},
      {"no quiet case", {fires}, {"MP901.md"}, {"MP901 has no case that stays quiet"}},
      {"renamed rule",
       {fires, quiet, {"MP901-thing-odd", "fires", {}}},
       {"MP901.md"},
       {"MP901-thing-odd is named after no rule"}},
      {"case that shows nothing",
       {fires, quiet, {"MP901-thing-wrong", "other", {}}},
       {"MP901.md"},
       {"MP901-thing-wrong/other begins with neither `fires` nor `quiet`"}},
      {"page without a rule",
       {fires, quiet},
       {"MP901.md", "MP902.md"},
       {"MP902.md is the page of no rule"}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(find_gaps(rules, c.cases, c.pages), c.want);
  }
}

TEST(Golden, EveryRuleHasItsPageAndCases) {
  std::vector<std::string> pages;
  for (const auto& entry : fs::directory_iterator(in_source_tree("docs/rules"))) {
    pages.push_back(entry.path().filename().string());
  }
  EXPECT_THAT(find_gaps(all_rules(), read_cases(), pages), testing::IsEmpty());
}

TEST(Golden, CasesReportWhatIsExpected) {
  const std::vector<GoldenCase> cases = read_cases();
  ASSERT_FALSE(cases.empty());
  for (const GoldenCase& c : cases) {
    SCOPED_TRACE(c.rule + "/" + c.name);
    const bool has_past = fs::exists(c.folder / "past");
    auto done = c.of_change() ? run_change(c) : has_past ? run_with_past(c) : run(c.input());
    if (!done) {
      ADD_FAILURE() << "could not run: " << done.error().message;
      continue;
    }
    for (const ReadError& read_error : done->read_errors) {
      ADD_FAILURE() << read_error.path << ": " << read_error.message;
    }
    // One finding may be about all that a change does.
    const bool is_issue = fs::exists(c.input() / kIssue);
    const std::vector<std::string> documents =
        c.of_change() || is_issue ? std::vector<std::string>() : documents_in(c.input());
    const bool is_template = fs::exists(c.input() / kTemplate) || is_issue;
    EXPECT_GE(is_template || c.of_change() ? 1 : done->proposals,
              std::max<std::size_t>(documents.size(), 1))
        << "not every document of the input was checked";

    std::vector<Finding> own;
    std::ranges::copy_if(done->findings, std::back_inserter(own),
                         [&](const Finding& finding) { return finding.code == c.code(); });
    if (c.quiet()) {
      EXPECT_TRUE(own.empty()) << "the rule should say nothing, but says\n" << lines_of(own);
      expect_golden(c.folder / "expected", lines_of(done->findings));
      continue;
    }
    EXPECT_FALSE(own.empty()) << "the rule says nothing";
    for (const std::string& document : documents) {
      EXPECT_TRUE(std::ranges::any_of(own, [&](const Finding& f) { return is_about(f, document); }))
          << "the rule says nothing about " << document;
    }
    expect_golden(c.folder / "expected", lines_of(own));
  }
}

// The text with the edits of all fixes made, the last one first so that spans
// stay true.
std::string mended(std::string_view text, const std::vector<Finding>& findings) {
  std::vector<Edit> edits;
  for (const Finding& finding : findings) {
    for (const Fix& fix : finding.fixes) std::ranges::copy(fix.edits, std::back_inserter(edits));
  }
  std::ranges::sort(edits, std::greater(), [](const Edit& edit) { return edit.span.begin; });
  std::string changed(text);
  for (const Edit& edit : edits) {
    changed.replace(edit.span.begin, edit.span.end - edit.span.begin, edit.text);
  }
  return changed;
}

TEST(Golden, FixesMendWhatTheyAreFor) {
  std::size_t mended_files = 0;
  for (const GoldenCase& c : read_cases()) {
    if (!c.fires() || c.of_change()) continue;
    SCOPED_TRACE(c.rule + "/" + c.name);
    auto before = run(c.input());
    ASSERT_TRUE(before);
    std::map<std::string, std::vector<Finding>> fixable;
    for (Finding& finding : before->findings) {
      if (finding.code == c.code() && !finding.fixes.empty()) {
        fixable[finding.source->path()].push_back(std::move(finding));
      }
    }
    if (fixable.empty()) continue;

    const fs::path copy = fs::path(testing::TempDir()) / ("milepost-" + c.rule + "-" + c.name);
    fs::remove_all(copy);
    fs::copy(c.input(), copy, fs::copy_options::recursive);
    for (const auto& [path, findings] : fixable) {
      const std::string changed = mended(findings.front().source->text(), findings);
      std::ofstream(copy / path, std::ios::binary) << changed;
      ++mended_files;
    }
    const auto after = run(copy, pack_of(c.input()));
    ASSERT_TRUE(after) << after.error().message;
    for (const Finding& finding : after->findings) {
      const bool again = finding.code == c.code() && fixable.contains(finding.source->path()) &&
                         !finding.fixes.empty();
      EXPECT_FALSE(again) << "still there after its fix: " << line_of(finding);
    }
    fs::remove_all(copy);
  }
  EXPECT_GE(mended_files, 4U);
}

}  // namespace
}  // namespace milepost
