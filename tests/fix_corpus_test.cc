// Every rule that can mend something does, on real proposals and on the golden
// inputs: what it mends is gone afterwards, a second round finds nothing to do,
// and whatever no fix speaks of stays as it was, byte for byte.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/strings.h"
#include "base/tree_fixture.h"
#include "corpus_fixture.h"
#include "features/check/check_fixture.h"
#include "features/templates/templates.h"
#include "golden_files.h"
#include "text/document.h"
#include "text/toc.h"

namespace milepost {
namespace {

namespace fs = std::filesystem;

constexpr Date kToday{2026, 1, 15};
constexpr const char* kTemplate = "template.md";

const std::set<std::string> kFixable = {"MP101", "MP102", "MP201", "MP203", "MP304", "MP308",
                                        "MP319", "MP326", "MP332", "MP401", "MP403", "MP406",
                                        "MP408", "MP410", "MP502", "MP504", "MP606", "MP609",
                                        "MP610", "MP611", "MP615", "MP616"};

// Those that mend something in the bundle.
const std::set<std::string> kFixableInCorpus = {"MP201", "MP319", "MP326", "MP401",
                                                "MP403", "MP406", "MP408", "MP410",
                                                "MP502", "MP606", "MP609"};

// The lines of a text with their ends.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

using LineNumbers = std::set<std::uint32_t>;

void add_lines(const Source& source, Span span, LineNumbers& numbers) {
  const std::uint32_t last = span.empty() ? span.begin : span.end - 1;
  for (auto line = source.line_at(span.begin); line <= source.line_at(last); ++line) {
    numbers.insert(line);
  }
}

// The lines the fixes of the first round speak of, by file. An insertion speaks of
// none: it stands between lines. A later round may write the table of contents.
std::map<std::string, LineNumbers> touched_lines(const std::vector<Finding>& findings) {
  std::map<std::string, LineNumbers> touched;
  for (const Finding& finding : findings) {
    if (finding.fixes.empty()) continue;
    LineNumbers& lines = touched[finding.source->path()];
    for (const Edit& edit : finding.fixes.front().edits) {
      const Source& source = *finding.source;
      const bool between_lines =
          edit.span.empty() && edit.text.ends_with('\n') &&
          edit.span.begin == source.line(source.line_at(edit.span.begin)).begin;
      if (!between_lines) add_lines(*finding.source, edit.span, lines);
    }
    if (!finding.source->path().ends_with(".md")) continue;
    const Document document(
        std::make_shared<const Source>("", std::string(finding.source->text())));
    if (const auto toc = find_toc(document).first) add_lines(document.source(), toc->table, lines);
  }
  return touched;
}

// The lines no fix speaks of are all there, in their order.
void expect_rest_kept(const FileChange& change, const LineNumbers& touched) {
  const auto after = lines_of(*change.after);
  auto at = after.begin();
  std::uint32_t number = 0;
  for (const std::string_view line : lines_of(*change.before)) {
    if (touched.contains(number++)) continue;
    at = std::find(at, after.end(), line);
    ASSERT_NE(at, after.end()) << "line " << number << " is lost: " << line;
    ++at;
  }
}

void expect_line_ends_kept(const FileChange& change) {
  // mdtoc takes no returns in a table of contents.
  const auto has_return = [](std::string_view line) {
    return line.ends_with("\r\n") || trim(line).starts_with("- [") ||
           lower(line).find("toc") != std::string::npos;
  };
  const auto before = lines_of(*change.before);
  if (!std::ranges::all_of(before.begin(), before.end() - 1, has_return)) {
    EXPECT_EQ(change.after->find('\r') == std::string::npos,
              change.before->find('\r') == std::string::npos);
    return;
  }
  const auto after = lines_of(*change.after);
  EXPECT_TRUE(std::ranges::all_of(after.begin(), after.end() - 1, has_return));
}

// What stands before a value in its line, and the comment after it.
std::pair<std::string_view, std::string_view> around_value(std::string_view line) {
  std::size_t key = line.find(": ");
  if (key == line.npos && trim(line).ends_with(':')) key = line.rfind(':');
  const std::size_t comment = line.find(" #");
  const std::size_t value = key == line.npos ? line.find_first_not_of(" -") : key + 1;
  return {line.substr(0, std::min(value, line.size())),
          comment == line.npos ? std::string_view() : line.substr(comment)};
}

// Metadata keeps its lines, each with its key and its comment; one may be new.
void expect_keys_kept(const FileChange& change) {
  const auto after = lines_of(*change.after);
  auto at = after.begin();
  for (const std::string_view line : lines_of(*change.before)) {
    at = std::find_if(at, after.end(), [&](std::string_view candidate) {
      return around_value(candidate) == around_value(line);
    });
    ASSERT_NE(at, after.end()) << "lost: " << line;
    ++at;
  }
}

void write_file(const fs::path& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

class Fixes : public TreeFixture {
 protected:
  // Mends a repository, or the template in it, and adds the rules that did.
  void prove(const fs::path& folder, std::set<std::string>& rules) {
    SCOPED_TRACE(folder.lexically_relative(root_).string());
    const auto before = check_in(folder);
    ASSERT_TRUE(before) << before.error().message;
    const auto carried = with_fixes(before->findings);
    rules.insert(carried.begin(), carried.end());

    const auto planned = plan_in(folder);
    ASSERT_TRUE(planned) << planned.error().message;
    EXPECT_EQ(planned->fixed > 0, !carried.empty());
    EXPECT_EQ(planned->files.empty(), carried.empty());
    const auto touched = touched_lines(before->findings);
    for (const check::FixedFile& file : planned->files) {
      SCOPED_TRACE(file.shown);
      const auto lines = touched.find(file.shown);
      ASSERT_NE(lines, touched.end()) << "no finding is about it";
      expect_rest_kept(file.change, lines->second);
      expect_line_ends_kept(file.change);
      if (!file.shown.ends_with(".md")) expect_keys_kept(file.change);
    }

    const auto applied = check::apply_fixes(*planned);
    ASSERT_TRUE(applied) << applied.error().message;
    const auto after = check_in(folder);
    ASSERT_TRUE(after) << after.error().message;
    for (const Finding& finding : after->findings) {
      EXPECT_TRUE(finding.fixes.empty())
          << "left: " << finding.source->path() << " " << finding.code << " " << finding.message;
    }
    const auto again = plan_in(folder);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->fixed, 0U);
    for (const check::FixedFile& file : again->files)
      ADD_FAILURE() << "changed again: " << file.shown;
  }

  static std::set<std::string> with_fixes(const std::vector<Finding>& findings) {
    std::set<std::string> rules;
    for (const Finding& finding : findings) {
      if (!finding.fixes.empty()) rules.emplace(finding.code);
    }
    return rules;
  }

 private:
  static Result<Workspace::Pointer> open(const fs::path& folder) {
    return Workspace::open({folder.string()}, start_of(kToday));
  }
  static Result<milepost::findings::Run> check_in(const fs::path& folder) {
    TRY(const auto workspace, open(folder));
    if (!fs::exists(folder / kTemplate)) return check::check(*workspace, {});
    TRY(auto view, templates::view_template(*workspace, kTemplate));
    return std::move(view.run);
  }
  static Result<check::FixRun> plan_in(const fs::path& folder) {
    TRY(const auto workspace, open(folder));
    return fs::exists(folder / kTemplate) ? templates::plan_template_fixes(*workspace, kTemplate)
                                          : check::plan_fixes(*workspace, {{}, false, true});
  }
};

// A rule that learns to mend something must be proven here.
TEST(FixableRules, AreThoseOfTheSource) {
  std::set<std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(in_source_tree("src/rules"))) {
    if (!entry.is_regular_file()) continue;
    const std::string text = read_text(entry.path()).value_or("");
    if (!text.starts_with("// MP") || text.find("fixes") == text.npos) continue;
    found.insert(text.substr(3, std::string_view("MP201").size()));
  }
  EXPECT_EQ(found, kFixable);
}

TEST_F(Fixes, OfGoldenInputs) {
  const fs::path golden = root_ / "golden";
  fs::copy(in_source_tree("tests/golden"), golden, fs::copy_options::recursive);
  fs::create_directory(root_ / ".git");  // cases share packs, which lie in one work tree
  std::set<std::string> rules;
  for (const auto& rule : fs::directory_iterator(golden / "rules")) {
    for (const auto& each : fs::directory_iterator(rule.path())) {
      const bool fires = each.path().filename().string().starts_with("fires");
      // A case of a change has two states, and nothing in it is mended.
      if (fires && fs::exists(each.path() / "input")) prove(each.path() / "input", rules);
    }
  }
  EXPECT_EQ(rules, kFixable) << "a rule mended nothing";
}

TEST_F(Fixes, OfTheSeedTemplate) {
  const fs::path seed = corpus_folder() / "../seeds/kep-template.md";
  if (!fs::exists(seed)) GTEST_SKIP() << "no seeds beside the corpus";
  fs::create_directory(root_ / "seed");
  fs::copy(seed, root_ / "seed" / kTemplate);
  std::set<std::string> rules;
  prove(root_ / "seed", rules);
  EXPECT_THAT(rules, testing::IsSupersetOf({"MP102", "MP610"}));
}

TEST_F(Fixes, OfRealProposals) {
  if (!fs::exists(corpus_folder() / "keps.bundle")) {
    GTEST_SKIP() << "no corpus at " << corpus_folder();
  }
  ASSERT_FALSE(keps().empty()) << "the bundle could not be cloned";
  const fs::path copy = root_ / "repository";
  fs::create_directory(copy);
  for (const auto& entry : fs::directory_iterator(keps())) {
    if (entry.path().filename() == ".git") continue;
    fs::copy(entry.path(), copy / entry.path().filename(),
             fs::copy_options::recursive | fs::copy_options::copy_symlinks);
  }
  // The same proposals as an editor of another system leaves them.
  const fs::path with_returns = root_ / "with-returns";
  fs::copy(copy, with_returns, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
  for (const auto& entry : fs::recursive_directory_iterator(with_returns / "keps")) {
    if (!entry.is_regular_file() || entry.is_symlink()) continue;
    const std::string plain_text = read_text(entry.path()).value_or("");
    std::string text;
    for (const std::string_view line : lines_of(plain_text)) {
      const bool plain = line.ends_with('\n') && !line.ends_with("\r\n");
      text.append(plain ? line.substr(0, line.size() - 1) : line).append(plain ? "\r\n" : "");
    }
    write_file(entry.path(), text);
  }
  for (const fs::path& repository : {copy, with_returns}) {
    std::set<std::string> rules;
    prove(repository, rules);
    rules.erase("MP616");  // with returns, of every table
    EXPECT_EQ(rules, kFixableInCorpus);
  }
}

}  // namespace
}  // namespace milepost
