// Real proposals brought up to the current template: no author's line is lost or
// leaves its place in its section, nothing of the newer template is missing
// afterwards, and a second run changes nothing.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include <gtest/gtest.h>

#include "base/strings.h"
#include "base/tree_fixture.h"
#include "corpus_fixture.h"
#include "features/check/check_fixture.h"
#include "features/upgrade/upgrade.h"
#include "process/boilerplate.h"
#include "process/heading_key.h"
#include "process/load.h"
#include "text/document.h"
#include "text/toc.h"

namespace milepost {
namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (is_alnum(c)) {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

// What any version of a process's templates says: of the pack by the hashes it
// ships, of the texts that the corpus has by each four words in a row, so that
// lines which an editor wrapped anew are known, too.
class Known {
 public:
  Known(const std::string& pack, const std::string& texts) {
    auto process = load_process(built_in_pack(pack), nullptr);
    EXPECT_TRUE(process);
    process_ = *process;
    for (const Kind& kind : process_->kinds) {
      add_rows(std::string(kind.pattern->document().text()));
      for (const auto* set : {&kind.pattern->lines(), &kind.lineage.lines}) {
        lines_.insert(set->begin(), set->end());
      }
    }
    add_rows(texts);
  }

  bool has_line(std::string_view line) const { return lines_.contains(line_hash(line)); }

  // Of each word, whether it stands in such a row.
  std::vector<bool> in_rows(const std::vector<std::string>& words) const {
    std::vector<bool> known(words.size());
    for (std::size_t i = 0; i + kRow <= words.size(); ++i) {
      if (!rows_.contains(row(words, i))) continue;
      for (std::size_t at = i; at < i + kRow; ++at) known[at] = true;
    }
    return known;
  }

  // The name in use today of a heading, as it is compared.
  std::string key(std::string_view title) const {
    std::string key = heading_key(title);
    for (const Kind& kind : process_->kinds) {
      const auto renamed = kind.lineage.renames.find(key);
      if (renamed != kind.lineage.renames.end()) return renamed->second;
    }
    return key;
  }

  bool is_heading(const std::string& key) const {
    return std::ranges::any_of(process_->kinds, [&](const Kind& kind) {
      return kind.lineage.find(key) || kind.pattern->find(key);
    });
  }

 private:
  static constexpr std::size_t kRow = 4;

  void add_rows(const std::string& text) {
    const auto words = words_of(text);
    for (std::size_t i = 0; i + kRow <= words.size(); ++i) rows_.insert(row(words, i));
  }

  static std::string row(const std::vector<std::string>& words, std::size_t at) {
    std::string text;
    for (std::size_t i = at; i < at + kRow; ++i) text += words[i] + ' ';
    return text;
  }

  std::shared_ptr<const Process> process_;
  std::unordered_set<std::uint64_t> lines_;
  std::unordered_set<std::string> rows_;
};

struct Line {
  std::string below;  // the heading or bold question it stands below
  std::string text;   // without its indentation
};

// A document's lines but for its table of contents, and for headings and questions
// in bold that are a template's.
std::vector<Line> lines_of(const std::string& text, const Known& known) {
  const Document document(make_source(text));
  const Source& source = document.source();
  const auto& headings = document.headings();
  const auto& questions = document.bold_items();
  const auto toc = find_toc(document).first;
  std::vector<Line> lines;
  std::string below;
  std::size_t heading = 0;
  std::size_t question = 0;
  for (std::uint32_t line = 0; line < source.line_count(); ++line) {
    Span span = source.line(line);
    while (heading < headings.size() && headings[heading].nested) ++heading;
    if (heading < headings.size() && headings[heading].line == line) {
      below = known.key(headings[heading].text);
      if (!known.is_heading(below)) lines.push_back({below, std::string(headings[heading].text)});
      if (headings[heading].setext) line = source.line_at(headings[heading].span.end);
      ++heading;
      continue;
    }
    while (question < questions.size() && questions[question].bold.end <= span.begin) ++question;
    bool after_question = false;
    if (question < questions.size() && questions[question].bold.begin < span.end) {
      after_question = true;
      const std::string_view text_of_it = questions[question].text;
      const bool begins = questions[question].bold.begin >= span.begin;
      if (begins) below = known.key(text_of_it);
      if (begins && !known.is_heading(below)) lines.push_back({below, std::string(text_of_it)});
      span.begin = std::min(questions[question].bold.end, span.end);
    }
    if (toc && toc->table.begin <= span.begin && span.begin < toc->table.end) continue;
    std::string_view bare = trim(document.text(span));
    // A question may end in a colon, which a heading does not.
    if (after_question && bare.starts_with(':')) bare = trim(bare.substr(1));
    if (!bare.empty()) lines.push_back({below, std::string(bare)});
  }
  return lines;
}

using LinesOfSection = std::map<std::string, std::vector<std::string>>;

LinesOfSection all_lines(const std::string& text, const Known& known) {
  LinesOfSection all;
  for (const Line& line : lines_of(text, known)) all[line.below].push_back(line.text);
  return all;
}

// Those of the lines that no version of the template has, by what they stand below.
LinesOfSection author_lines(const std::string& text, const Known& known) {
  const std::vector<Line> lines = lines_of(text, known);
  std::vector<std::string> words;
  for (const Line& line : lines) std::ranges::move(words_of(line.text), std::back_inserter(words));
  const std::vector<bool> in_rows = known.in_rows(words);
  LinesOfSection own;
  auto word = in_rows.begin();
  for (const Line& line : lines) {
    const auto end = word + static_cast<std::ptrdiff_t>(words_of(line.text).size());
    const bool all_known = word != end && std::find(word, end, false) == end;
    word = end;
    if (line.text.find_first_not_of("<!->") == line.text.npos) continue;  // ends of a comment
    // A tick is the author's, whatever it stands at.
    const bool ticked = line.text.find("[x]") != line.text.npos;
    if ((!all_known && !known.has_line(line.text)) || ticked) own[line.below].push_back(line.text);
  }
  return own;
}

// Lines of `before` that do not follow each other in `after`.
std::vector<std::string> lost(const std::vector<std::string>& before,
                              const std::vector<std::string>& after) {
  std::vector<std::string> gone;
  auto at = after.begin();
  for (const std::string& line : before) {
    const auto found = std::find(at, after.end(), line);
    if (found == after.end()) {
      gone.push_back(line);
    } else {
      at = found + 1;
    }
  }
  return gone;
}

class UpgradeCorpus : public TreeFixture {
 protected:
  void SetUp() override {
    if (!fs::exists(corpus_folder())) GTEST_SKIP() << "no corpus at " << corpus_folder();
  }

  void copy(const fs::path& from, const std::string& to) const {
    fs::create_directories(root_ / to);
    for (const auto& entry : fs::directory_iterator(from)) {
      if (entry.path().filename() == ".git") continue;
      fs::copy(entry.path(), root_ / to / entry.path().filename(),
               fs::copy_options::recursive | fs::copy_options::copy_symlinks);
    }
  }

  // As an editor of another system leaves it.
  void end_lines_with_returns(const std::string& folder) const {
    for (const auto& entry : fs::recursive_directory_iterator(root_ / folder)) {
      if (!entry.is_regular_file() || entry.is_symlink()) continue;
      if (entry.path().extension() != ".md") continue;
      std::string text;
      for (const char c : read_file(entry.path())) {
        if (c == '\n' && !text.ends_with('\r')) text += '\r';
        text += c;
      }
      std::ofstream(entry.path(), std::ios::binary) << text;
    }
  }

  static Result<upgrade::UpgradeRun> plan_all(const std::string& directory) {
    TRY(const auto workspace, Workspace::open({directory}, start_of(today_utc())));
    return upgrade::plan_upgrades(*workspace, {{"."}});
  }

  struct Figures {
    std::size_t proposals = 0, changed = 0, lost = 0, conflicts = 0, unstable = 0, drifting = 0;
  };

  Figures upgrade_all(const std::string& folder, const std::string& pack,
                      const std::string& templates) const {
    const Known known(pack, templates);
    Figures figures;
    const auto run = plan_all(at(folder));
    EXPECT_TRUE(run) << run.error().message;
    if (!run) return figures;
    figures.proposals = run->proposals.size();
    for (const upgrade::UpgradedProposal& proposal : run->proposals) {
      if (proposal.changed) ++figures.changed;
      if (proposal.has_conflicts()) ++figures.conflicts;
    }
    for (const auto& [root, changes] : run->changes) {
      for (const FileChange& change : changes) {
        SCOPED_TRACE(change.path);
        figures.lost += count_lost(*change.before, *change.after, known);
        expect_same_ends(*change.before, *change.after);
      }
    }
    const auto made = upgrade::make_upgrades(*run);
    EXPECT_TRUE(made) << made.error().message;
    figures.unstable = count_changed(at(folder));
    figures.drifting = count_drift(folder);
    std::cout << folder << ": " << figures.proposals << " proposals, " << figures.changed
              << " changed, " << figures.conflicts << " with a conflict, " << figures.lost
              << " lines lost\n";
    return figures;
  }

 private:
  static std::size_t count_lost(const std::string& before, const std::string& after,
                                const Known& known) {
    const LinesOfSection old_lines = author_lines(before, known);
    LinesOfSection new_lines = all_lines(after, known);
    std::size_t count = 0;
    for (const auto& [section, lines] : old_lines) {
      for (const std::string& line : lost(lines, new_lines[section])) {
        ADD_FAILURE() << "lost from \"" << section << "\": " << line;
        ++count;
      }
    }
    return count;
  }

  static void expect_same_ends(const std::string& before, const std::string& after) {
    EXPECT_EQ(before.ends_with('\n'), after.ends_with('\n'));
    const auto bare = [](const std::string& text) {
      return std::ranges::count(text, '\n') - std::ranges::count(text, '\r');
    };
    if (before.find('\r') == before.npos) {
      EXPECT_EQ(after.find('\r'), after.npos);
    } else if (bare(before) == 0) {
      // mdtoc, which checks the tables, takes no carriage returns in them.
      std::string text = after;
      const auto toc = find_toc(Document(make_source(after))).first;
      if (toc) text.erase(toc->table.begin, toc->table.size());
      EXPECT_EQ(bare(text), 0);
    }
  }

  static std::size_t count_changed(const std::string& directory) {
    const auto again = plan_all(directory);
    EXPECT_TRUE(again);
    std::size_t count = 0;
    for (const upgrade::UpgradedProposal& proposal : again->proposals) {
      if (!proposal.changed) continue;
      ADD_FAILURE() << "changed again: " << proposal.proposal.path;
      ++count;
    }
    return count;
  }

  std::size_t count_drift(const std::string& folder) const {
    WorkspaceOptions where;
    where.directory = at(folder);
    where.judging.select = {"section-drift"};
    const auto run = check::open_and_check(where);
    EXPECT_TRUE(run);
    for (const Finding& finding : run->findings) {
      ADD_FAILURE() << finding.source->path() << ": " << finding.message;
    }
    return run->findings.size();
  }
};

// All that the template has said since it came into the bundle.
std::string kep_templates(const fs::path& scratch) {
  const std::string command = "git -C '" + keps().string() +
                              "' log -p --unified=3000 --format= -- '*kep-template.md' "
                              "'*kep-template/README.md' > '" +
                              scratch.string() + "'";
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::string text;
  const std::string patches = read_file(scratch);
  std::string_view rest = patches;
  while (!rest.empty()) {
    const auto [line, tail] = cut(rest, '\n');
    rest = tail;
    if (line.starts_with(' ') || line.starts_with('+')) text.append(line.substr(1)).append("\n");
  }
  EXPECT_GT(text.size(), 100'000U);
  return text;
}

TEST_F(UpgradeCorpus, Keps) {
  ASSERT_FALSE(keps().empty()) << "the bundle could not be cloned";
  const std::string templates = kep_templates(root_ / "templates");
  copy(keps(), "keps");
  copy(keps(), "with-returns");
  end_lines_with_returns("with-returns");
  for (const std::string folder : {"keps", "with-returns"}) {
    const Figures figures = upgrade_all(folder, "kep", templates);
    EXPECT_GE(figures.proposals, 300U);
    EXPECT_GE(figures.changed, 250U);
    EXPECT_LE(figures.conflicts, 3U);
    EXPECT_EQ(figures.lost, 0U);
  }
}

TEST_F(UpgradeCorpus, Openshift) {
  copy(corpus_folder() / "openshift", "openshift");
  copy(corpus_folder() / "openshift", "with-returns");
  end_lines_with_returns("with-returns");
  for (const std::string folder : {"openshift", "with-returns"}) {
    const Figures figures = upgrade_all(folder, "openshift", "");
    EXPECT_GE(figures.proposals, 70U);
    EXPECT_GE(figures.changed, 60U);
    EXPECT_EQ(figures.conflicts, 0U);
    EXPECT_EQ(figures.lost, 0U);
  }
}

TEST_F(UpgradeCorpus, DesignsLoseNothing) {
  copy(corpus_folder() / "metal3", "metal3");
  const Figures figures = upgrade_all("metal3", "design", "");
  EXPECT_GE(figures.proposals, 30U);
  EXPECT_EQ(figures.conflicts, 0U);
  EXPECT_EQ(figures.lost, 0U);
}

}  // namespace
}  // namespace milepost
