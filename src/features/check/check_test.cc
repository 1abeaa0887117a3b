#include "features/check/check.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "features/check/check_fixture.h"
#include "proposal/tree_fixture.h"

namespace milepost::check {
namespace {

using Texts = std::vector<std::string>;

constexpr std::string_view kGood =
    "# KEP-1: A better way\n"
    "## Summary\n"
    "This paragraph says in more than twenty words what changes, for whom it changes and why "
    "anybody should want it, so that nothing is missing here.\n"
    "## Motivation\nPeople wait too long.\n"
    "### Goals\nThey wait less.\n";
constexpr std::string_view kMetadata =
    "title: A better way\nkep-number: 1\nauthors: [\"@a\"]\nowning-sig: sig-a\n"
    "status: provisional\ncreation-date: 2024-01-01\nreviewers: [TBD]\napprovers: [TBD]\n";
constexpr std::string_view kOtherMetadata =
    "title: A worse way\nkep-number: 2\nauthors: [\"@a\"]\nowning-sig: sig-a\n"
    "status: provisional\ncreation-date: 2024-01-01\nreviewers: [TBD]\napprovers: [TBD]\n";

class Checking : public TreeFixture {
 protected:
  // A repository with a good and a faulty proposal.
  void write_keps(const std::string& below = "") const {
    write(below + "keps/sig-a/1-good/README.md", kGood);
    write(below + "keps/sig-a/1-good/kep.yaml", kMetadata);
    write(below + "keps/sig-a/2-bad/README.md", "# KEP-2: A worse way\n## Motivation\nTBD\n");
    write(below + "keps/sig-a/2-bad/kep.yaml", kOtherMetadata);
  }

  // What is more than information: "path:line MP201", in the order of the run.
  Texts run(const CheckOptions& options, WorkspaceOptions where = {},
            const std::optional<Date>& today = {}) {
    if (where.directory == ".") where.directory = at("");
    where.jobs = 2;
    auto checked = open_and_check(where, options, today);
    error_ = checked ? "" : checked.error().message;
    run_ = checked ? std::move(*checked) : findings::Run{};
    Texts all;
    for (const Finding& finding : run_.findings) {
      if (finding.severity < Severity::kWarning) continue;
      all.push_back(fmt::format("{}:{} {}", finding.source->path(),
                                finding.source->position(finding.span.begin).line, finding.code));
    }
    return all;
  }
  Texts run_on(const Texts& words, const WorkspaceOptions& where = {}) {
    return run({words}, where);
  }
  Texts run_with(void (*change)(WorkspaceOptions&)) {
    WorkspaceOptions where;
    change(where);
    return run({}, where);
  }
  Texts read_errors() const {
    Texts all;
    for (const ReadError& read_error : run_.read_errors) {
      all.push_back(fmt::format("{}: {}", read_error.path, read_error.message));
    }
    return all;
  }

  findings::Run run_;  // testing::Test has a findings::Run of its own
  std::string error_;
};

TEST_F(Checking, TakesPaths) {
  write_keps();
  const Texts all = {"keps/sig-a/2-bad/README.md:1 MP201", "keps/sig-a/2-bad/README.md:3 MP202"};
  const struct {
    std::string_view name;
    Texts paths, want;
    std::size_t proposals;
  } cases[] = {
      {"none: the repository", {}, all, 2},
      {"the repository", {"."}, all, 2},
      {"a folder", {"keps/sig-a"}, all, 2},
      {"a folder of one", {"keps/sig-a/1-good"}, {}, 1},
      {"a folder with a slash", {"keps/sig-a/2-bad/"}, all, 1},
      {"a document", {"keps/sig-a/2-bad/README.md"}, all, 1},
      {"the metadata", {"keps/sig-a/2-bad/kep.yaml"}, all, 1},
      {"by way of another folder", {"keps/sig-a/1-good/../2-bad/README.md"}, all, 1},
      {"two", {"keps/sig-a/1-good", "keps/sig-a/2-bad"}, all, 2},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(run_on(c.paths), c.want);
    EXPECT_EQ(error_, "");
    EXPECT_EQ(run_.proposals, c.proposals);
    EXPECT_EQ(run_.files, 2 * c.proposals);
    EXPECT_EQ(read_errors(), Texts{});
    EXPECT_EQ(run_.notes, Texts{"process kep, recognised by keps/*/*/kep.yaml"});
  }
}

TEST_F(Checking, RefusesWordsThatMeanNoProposal) {
  write_keps();
  write("docs/guide.md", "# Guide\n");
  write("keps/sig-a/OWNERS.yaml", "approvers: []\n");
  write("notes.txt", "to do\n");
  write("OWNERS_ALIASES", "aliases: {}\n");
  write("keps/sig-a/1-good/images/a.svg", "<svg/>");
  write("keps/sig-a/archive/kep.yaml.old", "");
  const std::string places = "documents are keps/*/**/README.md";
  const struct {
    std::string_view name;
    Texts paths;
    Texts read_errors;
    std::size_t proposals;
  } cases[] = {
      {"a folder", {"docs"}, {"docs: there is no proposal in this folder; " + places}, 0},
      {"a folder of a group",
       {"keps/sig-a/archive"},
       {"keps/sig-a/archive: there is no proposal in this folder; " + places},
       0},
      {"beside one that has some",
       {"docs", "keps"},
       {"docs: there is no proposal in this folder; " + places},
       2},
      {"a file",
       {"keps/sig-a/OWNERS.yaml"},
       {"keps/sig-a/OWNERS.yaml: is no document, and part of no proposal"},
       0},
      {"a file that is no Markdown",
       {"notes.txt", "OWNERS_ALIASES"},
       {"notes.txt: is no document, and part of no proposal",
        "OWNERS_ALIASES: is no document, and part of no proposal"},
       0},
      {"a number",
       {"99"},
       {"99: there is no such file or folder, and no proposal of that number; milepost list shows "
        "those there are"},
       0},
      {"a folder inside a proposal", {"keps/sig-a/1-good/images"}, {}, 1},
      {"a file inside a proposal", {"keps/sig-a/1-good/images/a.svg"}, {}, 1},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    run_on(c.paths);
    EXPECT_EQ(error_, "");
    EXPECT_EQ(read_errors(), c.read_errors);
    EXPECT_EQ(run_.proposals, c.proposals);
  }
  const Texts inside = run_on({}, {at("keps/sig-a/2-bad")});
  make_folder("keps/sig-a/2-bad/images");
  EXPECT_EQ(run_on({}, {at("keps/sig-a/2-bad/images")}).size(), inside.size());
}

TEST_F(Checking, NamesWhatLooksLikeAProposalElsewhere) {
  write_keps();
  write("docs/9-x/kep.yaml", "title: T\n");
  const std::string matter =
      "---\ntitle: T\nauthors: [a]\nowning-sig: sig-a\nstatus: provisional\n---\n";
  write("keps/sig-a/0008-old.md", matter);
  write("docs/page.md", "---\ntitle: T\nauthors: [a]\ntags: [b]\n---\n# A page\n");
  write("keps/NNNN-kep-template/kep.yaml", "title: KEP Template\n");
  write("vendor/keps/sig-a/1-x/kep.yaml", "title: T\n");
  write("other/milepost.yaml", "schema: 1\nprocess: kep\n");
  write("other/keps/sig-a/1-x/kep.yaml", "title: T\n");
  write("keps/sig-a/1-good/examples/kep.yaml", "title: an example\n");
  run_on({});
  EXPECT_EQ(run_.unread, (Texts{"docs/9-x/kep.yaml", "keps/sig-a/0008-old.md"}));
  EXPECT_EQ(run_.notes.back(),
            "2 files look like proposals but are not read: docs/9-x/kep.yaml and "
            "keps/sig-a/0008-old.md; documents are keps/*/**/README.md");
  EXPECT_EQ(read_errors(), Texts{});
  run_on({"keps/sig-a"});
  EXPECT_EQ(run_.unread, Texts{}) << "the rest was not asked about";
  run_on({"docs/9-x"});
  EXPECT_EQ(read_errors(), Texts{"docs/9-x: there is no proposal in this folder; documents "
                                 "are keps/*/**/README.md, but docs/9-x/kep.yaml looks like "
                                 "one"});
}

TEST_F(Checking, IsNoAnswerWhereOnlyOtherPlacesHaveDocuments) {
  write("milepost.yaml", "schema: 1\nprocess: kep\n");
  write("docs/page.md", "# A page\n\n## Summary\n\n## Motivation\n");
  run_on({});
  EXPECT_EQ(read_errors(), Texts{}) << "any page has such headings";
  write("veps/1-x/vep.md",
        "# X\n\n## Summary\n\n## Motivation\n\n### Goals\n\n### Non-Goals\n\n## Proposal\n\n## "
        "Drawbacks\n");
  run_on({});
  ASSERT_EQ(read_errors().size(), 1U);
  EXPECT_NE(read_errors().front().find("1 file looks like a proposal: veps/1-x/vep.md"),
            std::string::npos)
      << read_errors().front();
}

TEST_F(Checking, IsNoAnswerWhereOnlyOtherPlacesHaveProposals) {
  write("milepost.yaml", "schema: 1\nprocess: kep\n");
  EXPECT_EQ(run_on({}), Texts{});
  EXPECT_EQ(read_errors(), Texts{}) << "a repository may be new";
  EXPECT_EQ(run_.nothing, "no proposals found; documents are keps/*/**/README.md");
  write("enhancements/network/a.md", "# A\n\n## Summary\n\n## Motivation\n\n## Proposal\n");
  run_on({});
  EXPECT_EQ(run_.nothing,
            "no proposals found; documents are keps/*/**/README.md; it looks like process "
            "openshift");
  write("docs/9-x/kep.yaml", "title: T\n");
  run_on({});
  EXPECT_EQ(read_errors(),
            Texts{"keps/*/**/README.md: nothing is there, but 1 file looks like a proposal: "
                  "docs/9-x/kep.yaml; say where documents are with `documents` and `path` of "
                  "`layout` in milepost.yaml"});
}

TEST_F(Checking, ShowsPathsFromWhereOneStands) {
  write_keps();
  const Texts below = run_on({}, {at("keps/sig-a/2-bad")});
  ASSERT_EQ(error_, "");
  ASSERT_EQ(below.size(), 2U);
  EXPECT_EQ(below[0], "README.md:1 MP201");

  const Texts beside = run_on({at("keps/sig-a/2-bad/README.md")}, {at("keps/sig-a/1-good")});
  ASSERT_EQ(beside.size(), 2U) << "an absolute path";
  EXPECT_EQ(beside[0], "../2-bad/README.md:1 MP201");
}

TEST_F(Checking, CarriesOnAfterWhatCannotBeRead) {
  write_keps();
  write("keps/sig-a/3-large/README.md", std::string(2 * 1024 * 1024, 'x'));
  std::filesystem::create_directories(root_ / "keps/sig-a/4-fifo");
  ASSERT_EQ(::mkfifo(at("keps/sig-a/4-fifo/README.md").c_str(), 0600), 0);
  std::filesystem::create_directories(root_ / "keps/sig-a/5-gone");
  std::filesystem::create_symlink("nowhere", root_ / "keps/sig-a/5-gone/README.md");
  const Texts found = run_on({"gone", "keps", "gone/too.md"});
  EXPECT_EQ(error_, "");
  EXPECT_EQ(found.size(), 2U) << "the rest is still checked";
  const Texts all = read_errors();
  const auto mentions = [&](std::string_view path) {
    return std::ranges::count_if(all, [&](const std::string& read_error) {
      return read_error.starts_with(fmt::format("{}: ", path));
    });
  };
  EXPECT_EQ(mentions("gone"), 1);
  EXPECT_EQ(mentions("gone/too.md"), 1);
  EXPECT_EQ(mentions("keps/sig-a/3-large/README.md"), 1);
  EXPECT_EQ(mentions("keps/sig-a/4-fifo/README.md"), 1);
  EXPECT_EQ(mentions("keps/sig-a/5-gone/README.md"), 1);
  EXPECT_EQ(all.front(), "gone: there is no such file or folder");
  EXPECT_EQ(all.size(), 5U);
}

TEST_F(Checking, SurvivesUnreadableFiles) {
  write_keps();
  std::filesystem::permissions(root_ / "keps/sig-a/2-bad/README.md", std::filesystem::perms::none);
  // Nothing is denied to root: be somebody else for a moment.
  const uid_t user = ::geteuid();
  constexpr uid_t kNobody = 65534;
  if (user == 0) {
    std::filesystem::permissions(root_, std::filesystem::perms::all);
    ASSERT_EQ(::seteuid(kNobody), 0);
  }
  const Texts found = run_on({});
  if (user == 0) {
    ASSERT_EQ(::seteuid(user), 0);
  }
  EXPECT_EQ(found, Texts{});
  EXPECT_EQ(read_errors().size(), 1U);
}

TEST_F(Checking, ChecksAProposalOnce) {
  write_keps();
  run_on({"keps", "keps/sig-a/2-bad/README.md", "keps/sig-a/2-bad/kep.yaml", "2"});
  EXPECT_EQ(error_, "");
  EXPECT_EQ(run_.proposals, 2U);
}

TEST_F(Checking, TakesAnyBytes) {
  write_keps();
  write("keps/sig-a/3-odd/README.md", "\xFF\xFE# \xE2\x80");
  write("keps/sig-a/3-odd/kep.yaml", std::string("\0\xFF: [", 5));
  run_on({});
  EXPECT_EQ(error_, "");
  EXPECT_EQ(run_.proposals, 3U);
  EXPECT_EQ(read_errors(), Texts{});
}

TEST_F(Checking, RefusesBinaryFiles) {
  write_keps();
  write("keps/sig-a/3-odd/README.md", std::string("\x7F"
                                                  "ELF\0\0\0\1",
                                                  8));
  EXPECT_EQ(run_on({}).size(), 2U) << "the rest is still checked";
  EXPECT_EQ(read_errors(), Texts{"keps/sig-a/3-odd/README.md: is a binary file, not Markdown"});
}

TEST_F(Checking, ChecksMetadataWithoutADocument) {
  write("keps/sig-a/3-alone/kep.yaml", "status: provisionel\n");
  EXPECT_EQ(run_on({}),
            (Texts{"keps/sig-a/3-alone/kep.yaml:1 MP306", "keps/sig-a/3-alone/kep.yaml:1 MP614",
                   "keps/sig-a/3-alone/kep.yaml:1 MP304"}));
  EXPECT_EQ(run_.files, 1U);
}

// Findings outlive the facts they were made from, so the run keeps every file
// they point into.
TEST_F(Checking, KeepsTheReviewFilesItPointsInto) {
  write_keps();
  write("keps/prod-readiness/sig-a/1.yaml", "kep-number: 7\n");
  write("keps/prod-readiness/sig-a/2.yaml", "alpha: [\n");  // 2 by the path, 1 by the metadata
  write("keps/prod-readiness/sig-a/9.yaml", "kep-number: 9\n");
  const auto kept = [&] {
    return std::ranges::all_of(run_.findings, [&](const Finding& finding) {
      return std::ranges::find(run_.sources, finding.source, &std::shared_ptr<const Source>::get) !=
             run_.sources.end();
    });
  };
  const auto of_reviews = [](const Texts& all) {
    Texts own;
    std::ranges::copy_if(all, std::back_inserter(own),
                         [](const std::string& line) { return line.find("MP50") != line.npos; });
    return own;
  };
  EXPECT_EQ(of_reviews(run_on({})), (Texts{"keps/prod-readiness/sig-a/1.yaml:1 MP502",
                                           "keps/prod-readiness/sig-a/2.yaml:1 MP506",
                                           "keps/prod-readiness/sig-a/9.yaml:1 MP505"}));
  EXPECT_TRUE(kept());
  EXPECT_EQ(of_reviews(run_on({"keps/sig-a/2-bad"})),
            Texts{"keps/prod-readiness/sig-a/2.yaml:1 MP506"})
      << "what belongs to no proposal is for the whole repository";
  EXPECT_TRUE(kept());
}

TEST_F(Checking, ChecksSeveralRepositories) {
  write_keps("one/");
  write("two/milepost.yaml", "schema: 1\nprocess: design\nlayout: {documents: [\"d/*.md\"]}\n");
  write("two/d/a.md",
        "# A design\n\n## Status\n\nimplementable\n\n## Summary\n\nTBD\n\n## Motivation\n");
  const Texts found = run_on({"one", "two"});
  EXPECT_EQ(error_, "");
  EXPECT_EQ(run_.proposals, 3U);
  const auto in = [&](std::string_view folder) {
    return std::ranges::count_if(found,
                                 [&](const std::string& path) { return path.starts_with(folder); });
  };
  EXPECT_EQ(in("one/keps/sig-a/2-bad/README.md:"), 2);
  EXPECT_GT(in("two/d/a.md:"), 2);
  EXPECT_EQ(in("one/") + in("two/"), static_cast<std::ptrdiff_t>(found.size()));
  EXPECT_EQ(run_.notes.size(), 1U) << "milepost.yaml needs no word";
}

TEST_F(Checking, LeavesOutWhatSharesTooFewHeadings) {
  write("milepost.yaml", "schema: 1\nprocess: design\n");
  write("style.md", "# How we write\n\n## Commas\n\nMany.\n");
  EXPECT_EQ(run_on({}), Texts{});
  EXPECT_EQ(run_.proposals, 0U);
  EXPECT_FALSE(run_on({"style.md"}).empty()) << "named, it is checked whatever it looks like";
  EXPECT_EQ(run_.proposals, 1U);
}

TEST_F(Checking, SaysThatHeadingsTellADocument) {
  write("milepost.yaml", "schema: 1\nprocess: tekton\n");
  const std::string matter =
      "---\ntitle: T\nstatus: proposed\ncreation-date: '2026-01-02'\nauthors: ['@a']\n---\n# T\n";
  write("teps/0001-good.md", matter + "\n## Summary\n\n## Motivation\n");
  write("teps/0002-deep.md", matter + "\n## Shopping\n");
  run_on({});
  ASSERT_FALSE(run_.notes.empty());
  EXPECT_EQ(run_.notes.back(),
            "1 file looks like a proposal but is not read: teps/0002-deep.md; documents are "
            "teps/**/*.md with 1 heading or more of the template");
}

TEST_F(Checking, RecognisesALoneFileByItsHeadings) {
  write("alone.md",
        "# KEP-1: T\n## Summary\n## Motivation\n### Goals\n### Non-Goals\n"
        "## Production Readiness Review Questionnaire\n### Scalability\n");
  EXPECT_FALSE(run_on({"alone.md"}).empty());
  EXPECT_EQ(run_.notes, Texts{"process kep, recognised by the headings of alone.md"});

  // Names that many processes have in common are those of none.
  write("borrowed.md",
        "# T\n## Introduction\n## Motivation\n## Detailed design\n## Alternatives considered\n");
  EXPECT_EQ(run_on({"borrowed.md"}), Texts{});
  EXPECT_TRUE(error_.starts_with("no process is recognised for borrowed.md")) << error_;

  write("other.md", "# Shopping\n## Milk\n## Eggs\n");
  const auto says = [&](const std::string& what) {
    return error_.starts_with("no process is recognised " + what + "; name one with --process (") &&
           error_.find("design, feature, gateway, kep, ") != error_.npos &&
           error_.find("); check can also judge by a --template") != error_.npos;
  };
  EXPECT_EQ(run_on({"other.md"}), Texts{});
  EXPECT_TRUE(says("for other.md")) << error_;
  EXPECT_EQ(run_on({}), Texts{});
  EXPECT_TRUE(says("here")) << error_;
  EXPECT_NE(error_.find("\nmilepost process new NAME --from TEMPLATE  "), error_.npos) << error_;

  WorkspaceOptions named;
  named.process = "design";
  EXPECT_FALSE(run_on({"other.md"}, named).empty());
  EXPECT_EQ(error_, "");
}

TEST_F(Checking, JudgesByANamedTemplate) {
  write("t.md", "# T\n## Milk\n## Eggs (Optional)\n## Bread\n");
  write("list.md", "# Shopping\n## Milk\nTwo.\n");
  WorkspaceOptions where;
  where.judging.template_path = "t.md";
  EXPECT_EQ(run_on({"list.md"}, where), Texts{"list.md:2 MP201"});
  EXPECT_EQ(run_.findings.at(0).section, "Bread");
  EXPECT_EQ(error_, "");

  write("staged.md",
        "# T\n## Milk\n<!--DIRECTIVE: required: true-->\n"
        "## Bread\n<!--DIRECTIVE: required: true,stage: beta-->\n");
  where.judging.template_path = at("staged.md");
  EXPECT_EQ(run_on({"list.md"}, where), Texts{});
  where.judging.stage = "beta";
  EXPECT_EQ(run_on({"list.md"}, where).size(), 1U);

  write("own.md", "---\nname: our own field\nstatus: accepted\n---\n# Shopping\n## Milk\nTwo.\n");
  where.judging.template_path = "t.md";
  EXPECT_EQ(run_on({"own.md"}, where), (Texts{"own.md:3 MP304", "own.md:6 MP201"}))
      << "no pack's fields";

  where.judging.template_path = "gone.md";
  EXPECT_EQ(run_on({"own.md"}, where), Texts{});
  EXPECT_NE(error_, "");
}

TEST_F(Checking, RefusesWhatThereIsNot) {
  write_keps();
  const struct {
    std::string_view name;
    void (*change)(WorkspaceOptions&);
    std::string_view want;  // the beginning
  } cases[] = {
      {"a process", [](WorkspaceOptions& r) { r.process = "kepp"; },
       "no process is called `kepp`; did you mean `kep`?"},
      {"a kind", [](WorkspaceOptions& r) { r.judging.kind = "featur"; },
       "no kind is called `featur`; did you mean `feature`?"},
      {"a stage", [](WorkspaceOptions& r) { r.judging.stage = "betta"; },
       "no stage is called `betta`; did you mean `beta`?"},
      {"a rule", [](WorkspaceOptions& r) { r.judging.select = {"MP999"}; },
       "no rule is called `MP999`"},
      {"a rule to ignore", [](WorkspaceOptions& r) { r.judging.ignore = {"MP999"}; },
       "no rule is called `MP999`"},
      {"stages where there are none",
       [](WorkspaceOptions& r) {
         r.process = "design";
         r.judging.stage = "beta";
       },
       "the process design has no stages"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(run_with(c.change), Texts{});
    EXPECT_EQ(error_.substr(0, c.want.size()), c.want);
  }
}

TEST_F(Checking, AppliesTheOptions) {
  write_keps();
  const struct {
    std::string_view name;
    void (*change)(WorkspaceOptions&);
    Texts want;
  } cases[] = {
      {"only some rules",
       [](WorkspaceOptions& r) { r.judging.select = {"MP202"}; },
       {"keps/sig-a/2-bad/README.md:3 MP202"}},
      {"without some",
       [](WorkspaceOptions& r) { r.judging.ignore = {"section-placeholder"}; },
       {"keps/sig-a/2-bad/README.md:1 MP201"}},
      {"another kind",
       [](WorkspaceOptions& r) {
         r.judging.kind = "process";
         r.judging.select = {"MP202"};
       },
       {"keps/sig-a/2-bad/README.md:3 MP202"}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(run_with(c.change), c.want);
    EXPECT_EQ(error_, "");
  }
  WorkspaceOptions later;
  later.judging.stage = "alpha";
  later.judging.select = {"MP201"};
  EXPECT_GT(run_on({"keps/sig-a/1-good"}, later).size(), 3U) << "as if it were at alpha";
}

TEST_F(Checking, TakesTheDayItIsTold) {
  write_keps();
  EXPECT_EQ(run({{"1"}}, {}, Date{2023, 12, 30}), Texts{"keps/sig-a/1-good/kep.yaml:6 MP314"});
  EXPECT_EQ(run({{"1"}}, {}, Date{2023, 12, 31}), Texts{})
      << "where the author lives it may be tomorrow";
}

TEST_F(Checking, ReportsProgressAndIsTheSameWithOneJob) {
  write_keps();
  for (int i = 3; i < 20; ++i) {
    write(fmt::format("keps/sig-b/{}-x/README.md", i), "# KEP-3: T\n## Motivation\nTBD\n");
  }
  CheckOptions options;
  std::size_t last = 0;
  std::size_t calls = 0;
  options.progress = [&](std::size_t done, std::size_t total) {
    EXPECT_EQ(total, 19U);
    EXPECT_EQ(done, last + 1);
    last = done;
    ++calls;
  };
  run(options);
  EXPECT_EQ(calls, 19U);
  EXPECT_TRUE(std::ranges::is_sorted(run_.findings, {}, [](const Finding& finding) {
    return std::pair(std::string_view(finding.source->path()), finding.span.begin);
  }));
  WorkspaceOptions single;
  single.directory = at("");
  single.jobs = 1;
  const auto one = open_and_check(single);
  ASSERT_TRUE(one);
  ASSERT_EQ(one->findings.size(), run_.findings.size());
  for (std::size_t i = 0; i < one->findings.size(); ++i) {
    EXPECT_EQ(one->findings[i].message, run_.findings[i].message);
    EXPECT_EQ(one->findings[i].source->path(), run_.findings[i].source->path());
  }
}

TEST_F(Checking, GoesByTheRepositorysSettings) {
  write_keps();
  write("milepost.yaml",
        "schema: 1\nprocess: kep\nrules: {MP202: off}\n"
        "paths: [{match: \"keps/sig-a/2-bad/**\", rules: {MP201: warning}}]\n");
  EXPECT_EQ(run_on({}), Texts{"keps/sig-a/2-bad/README.md:1 MP201"});
  EXPECT_EQ(run_.count(Severity::kError), 0U);
  EXPECT_EQ(run_.count(Severity::kWarning), 1U);
  write("milepost.yaml", "schema: 1\nprocess: kep\nrules: {MP999: off}\n");
  EXPECT_EQ(run_on({}), Texts{});
  EXPECT_TRUE(error_.starts_with("milepost.yaml:3:9: no rule is called `MP999`")) << error_;
}

}  // namespace
}  // namespace milepost::check
