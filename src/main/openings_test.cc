// Every verb opens the repository, its index, its history and its record once: whatever is
// asked of them again comes from the workspace.
#include "base/openings.h"

#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "git/git_fixture.h"
#include "main/verbs.h"

namespace milepost {
namespace {

struct Opened {
  int repository = 0, index = 0, history = 0, record = 0;
};

Opened opened_so_far() {
  return {openings().of(Opening::kRepository), openings().of(Opening::kIndex),
          openings().of(Opening::kHistory), openings().of(Opening::kRecord)};
}

std::ostream& operator<<(std::ostream& out, const Opened& opened) {
  return out << "repository " << opened.repository << ", index " << opened.index << ", history "
             << opened.history << ", record " << opened.record;
}

struct VerbRun {
  std::string verb;
  std::string words;  // after the verb, in the folder of the repository
  // Where more than one of each is the nature of the verb, with why.
  Opened most = {1, 1, 1, 1};
  std::string folder = "repo";
};

// In this order: some need what others have recorded.
const std::vector<VerbRun>& runs() {
  static const std::vector<VerbRun> all = {
      {"check", "--base HEAD", {1, 2, 1, 1}},   // the state before has an index of its own
      {"init", "--process kep", {2, 0, 0, 0}},  // as another process than is recognised
      {"init", "--process kep", {2, 0, 0, 0}, "fresh"},
      // The index is read again once nobody else makes a proposal.
      {"new", "Faster probes --group sig-storage --number 990 --as pnovak", {1, 2, 1, 1}},
      {"check", ""},
      {"check", "131 140"},
      // It has a process of its own, too: none of its files is what it is today.
      {"check", "--base HEAD~1", {2, 2, 1, 1}},
      {"check", "--select MP9"},
      {"check",
       "keps/sig-storage/131-shared-input-cache/README.md "
       "keps/sig-runtime/140-priority-lanes/README.md keps/sig-runtime"},
      {"explain", "MP201", {0, 0, 0, 0}},
      {"rules", "", {0, 0, 0, 0}},
      {"toc", "--check"},
      {"upgrade", "131 --dry-run"},
      {"list", ""},
      {"search", "cache"},
      {"list", "awaits:@tlind --now 2027-05-10"},
      // Freezes ask what held then: the files of a commit have an index of their own.
      {"list", "at-risk:v1.14 --now 2026-02-01", {1, 2, 1, 1}},
      {"list", "status:implementable --with findings"},
      {"show", "131"},
      {"graph", ""},
      {"why", "131 --to stable"},
      {"why", "--all"},
      {"approve", "131 --role approver --as iduarte --now 2027-05-01"},
      {"concern", "131 --as iduarte --comment odd --now 2027-05-01"},
      {"resolve", "131 --as iduarte --comment fine --now 2027-05-01"},
      {"hold", "131 --as iduarte --comment wait --now 2027-05-01"},
      {"unhold", "131 --as iduarte --now 2027-05-01"},
      {"confirm", "131 all --as iduarte --now 2027-05-01"},
      {"withdraw", "131 --role approver --as iduarte --now 2027-05-01"},
      {"promote", "171 --to implementable --dry-run --as tlind"},
      {"release new", "v1.19 --start 2027-05-03 --now 2027-04-26"},
      {"release calendar", ""},
      {"release opt-in", "v1.19 131 --as iduarte --now 2027-05-10"},
      {"release opt-out", "v1.19 131 --as iduarte --now 2027-05-11 --dry-run"},
      {"release status", "v1.19 --now 2027-05-17"},
      // Two freezes have passed, and both ask what held then: of one commit, whose files have an
      // index of their own since those on disk may differ.
      {"release status", "v1.19 --now 2027-06-07", {1, 2, 1, 1}},
      {"release admits", "v1.19 131 --now 2027-05-17"},
      {"release freeze", "v1.19 prr --now 2027-05-26"},
      {"release exception",
       "request v1.19 131 --freeze prr --until 2027-06-04 --reason ill --as pnovak --now "
       "2027-05-27"},
      {"release defer", "v1.19 131 --to v1.20 --reason later --as nquist --now 2027-05-27"},
      {"release remove", "v1.19 131 --reason no --as nquist --now 2027-05-27"},
      {"release restore", "v1.19 131 --reason mistake --as nquist --now 2027-05-27"},
      {"release messages", "v1.19 prr --now 2027-05-27"},
      // Beside the board of a week ago, which has its files and the record as it was then.
      {"release report", "v1.19 --now 2027-05-27", {1, 2, 1, 2}},
      {"release notes", "v1.19 --now 2027-05-27"},
      {"release rollover", "v1.19 --now 2027-05-27"},
      {"track new", "131 --as pnovak --now 2027-06-10"},
      {"track show", "131 --now 2027-06-10"},
      {"track describe", "131 --as pnovak --now 2027-06-10"},
      {"track tick", "131 kep-merged --as pnovak --now 2027-06-10"},
      {"track untick", "131 kep-merged --as pnovak --now 2027-06-10"},
      {"track approve", "131 kep-merged --as pnovak --now 2027-06-10"},
      {"track withdraw", "131 kep-merged --as pnovak --now 2027-06-10"},
      {"track label", "131 stage/beta --as nquist --now 2027-06-10"},
      {"track status", "131 open --as pnovak --now 2027-06-10"},
      {"track link-pr", "131 lane/docs#41 --kind docs --open --as pnovak --now 2027-06-14"},
      {"track retract", "131 --as nquist --now 2027-06-14"},
      {"track comment", "131 hello --as pnovak --now 2027-06-14"},
      {"track check", "131 --now 2027-06-14"},
      {"track export", "131 --now 2027-06-14"},
      {"track import", "issue.md --number 131 --as pnovak --now 2027-06-14 --dry-run"},
      {"track settle", "131 --take document --as pnovak --now 2027-06-14 --dry-run"},
      {"inbox", "--as tlind --now 2027-06-14"},
      {"history", "131"},
      {"history", "--moves"},
      {"log", "131"},
      {"log", "--release v1.19"},
      {"diff", "131 HEAD", {2, 2, 1, 1}},  // each revision has files of its own
      {"diff", "131 --approved", {1, 1, 1, 1}},
      {"drift", "--now 2027-06-14"},
      {"report", ""},
      {"process list", ""},
      {"process show", "--merged"},
      {"process new", "packs/house --from template.md"},
      {"process check", "packs/house"},
      {"template show", "template.md"},
      {"template check", "template.md"},
      {"template lineage", "template.md"},
      // Nobody answers there, so that it ends; by then it has opened what it serves.
      // What is judged ahead and the accounts each ask for a record that was not there.
      {"serve", "--listen 127.0.0.1:0 --store postgresql://127.0.0.1:1/none", {1, 1, 1, 4}},
      {"account add", "pnovak --admin"},
      {"account list", ""},
      {"account disable", "pnovak"},
      {"account enable", "pnovak"},
      {"account reset", "pnovak"},
      {"account token", "pnovak --scope record --days 30"},
      {"site", "pages"},
      {"fsck", ""},
      {"store status", ""},
      {"store export", ""},
      {"store import", "record.jsonl --dry-run", {1, 1, 1, 3}},  // into a scratch record first
      {"store move", "131 140 --dry-run --as nquist"},
      {"store rebuild", "", {1, 1, 1, 2}},  // looked at, then written to
      {"check", "--fix", {1, 2, 1, 1}},     // what was written is read anew
      // The template may be the process's own, which is then another.
      {"template check", "--fix unclosed.md", {2, 1, 1, 1}},
      {"concern",
       "proposals/job-arrays.md --as pnovak --comment odd --now 2026-02-01",
       {1, 1, 1, 1},
       "feature"},
      // It goes to its final place and has no number: the record, by which it was judged, is
      // opened to be written to when the files have moved.
      {"promote",
       "proposals/job-arrays.md --to stable --override --reason x --as pnovak --now 2026-02-02",
       {1, 1, 1, 2},
       "feature"},
      {"completions", "bash", {0, 0, 0, 0}},
      {"man", "check", {0, 0, 0, 0}},
      {"help", "", {0, 0, 0, 0}},
  };
  return all;
}

class OpeningsTest : public GitFixture {
 protected:
  void SetUp() override {
    make_repository();
    commit_all("nothing yet");
    std::filesystem::copy(std::string(MILEPOST_SOURCE_DIR) + "/examples/kep", at("repo"),
                          std::filesystem::copy_options::recursive |
                              std::filesystem::copy_options::overwrite_existing);
    write("repo/template.md", "# Title\n\n## Summary\n");
    write("repo/unclosed.md",
          "# Title\n\n<!--DIRECTIVE: required: true,stage: beta>\n## Summary\n");
    write("repo/issue.md", "# An issue\n");
    write("repo/record.jsonl", "");
    commit_all("proposals");
    std::filesystem::create_directory(at("fresh"));
    std::filesystem::copy(std::string(MILEPOST_SOURCE_DIR) + "/examples/feature", at("feature"),
                          std::filesystem::copy_options::recursive);
    std::string arrays = read("feature/proposals/job-arrays.md");
    constexpr std::string_view kNumber = "number: 63\n";
    arrays.erase(arrays.find(kNumber), kNumber.size());
    write("feature/proposals/job-arrays.md", arrays);
  }

  Opened run(const VerbRun& one) {
    std::vector<std::string> words;
    std::istringstream text(one.verb + " -C " + at(one.folder) + " " + one.words);
    // A verb may be two words.
    for (std::string word; text >> word;) words.push_back(word);
    const std::vector<std::string_view> views(words.begin(), words.end());
    const Opened before = opened_so_far();
    Console console;
    status_ = run_command_line(views, console);
    said_ = console.err;
    const Opened after = opened_so_far();
    return {after.repository - before.repository, after.index - before.index,
            after.history - before.history, after.record - before.record};
  }

  int status_ = 0;
  std::string said_;
};

TEST_F(OpeningsTest, EachVerbOpensOnce) {
  for (const VerbRun& one : runs()) {
    SCOPED_TRACE(one.verb + " " + one.words);
    const Opened opened = run(one);
    // It came as far as opening, whatever it then said of what is recorded.
    EXPECT_TRUE(status_ != kCouldNotRun || opened.repository > 0) << said_;
    EXPECT_LE(opened.repository, one.most.repository) << opened << "\n" << said_;
    EXPECT_LE(opened.index, one.most.index) << opened << "\n" << said_;
    EXPECT_LE(opened.history, one.most.history) << opened << "\n" << said_;
    EXPECT_LE(opened.record, one.most.record) << opened << "\n" << said_;
  }
  // Those that are to change files did.
  EXPECT_EQ(read("repo/unclosed.md").find("beta>"), std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(at("feature/docs/design/job-arrays.md")));
  EXPECT_TRUE(std::filesystem::exists(at("fresh/milepost.yaml")));
}

TEST_F(OpeningsTest, NoVerbIsLeftOut) {
  for (const Verb* verb : program().verbs) {
    EXPECT_THAT(runs(), testing::Contains(testing::Field(&VerbRun::verb, std::string(verb->name))));
  }
}

TEST_F(OpeningsTest, ManyPathsOpenOnce) {
  std::string words;
  for (int i = 0; i < 50; ++i) {
    const std::string folder = "keps/sig-a/" + std::to_string(2000 + i) + "-x";
    write("repo/" + folder + "/README.md", "# KEP-" + std::to_string(2000 + i) + ": X\n");
    words += " " + folder + "/README.md";
  }
  EXPECT_EQ(run({"toc", words}).repository, 1);
  EXPECT_EQ(run({"check", words}).repository, 1);
}

}  // namespace
}  // namespace milepost
