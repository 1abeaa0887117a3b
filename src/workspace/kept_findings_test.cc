#include "workspace/kept_findings.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/parallel.h"
#include "base/tree_fixture.h"
#include "workspace/examine.h"
#include "workspace/findings_fixture.h"
#include "workspace/random_repository_fixture.h"
#include "workspace/workspace.h"

namespace milepost {
namespace {

using Texts = std::vector<std::string>;

constexpr std::string_view kNow = "2026-01-15T12:00:00Z";

class FindingsKept : public TreeFixture {
 protected:
  Workspace::Pointer open(WorkspaceOptions options = {}, std::string_view now = kNow) const {
    if (options.directory == ".") options.directory = at("");
    options.jobs = 1;
    auto opened = Workspace::open(std::move(options), *parse_instant(now));
    EXPECT_TRUE(opened) << opened.error().message;
    EXPECT_TRUE((*opened)->judging()) << (*opened)->judging().error().message;
    return *opened;
  }
  static Workspace::Pointer edited(const Workspace& workspace, FileEdits edits) {
    auto other = workspace.with(std::move(edits));
    EXPECT_TRUE(other) << other.error().message;
    EXPECT_TRUE((*other)->judging());
    return *other;
  }
  void save(const FileEdits& files) const {
    for (const auto& [path, text] : files) write(path, text.value_or(""));
  }
  static std::size_t kept(const KeptFindings& findings) { return findings.counts().kept; }
};

// The server and the editor live on this.
TEST_F(FindingsKept, NeverDifferFromFreshOnesOver2000Edits) {
  RandomRepository random(20260115);
  save(random.files());
  KeptFindings kept;
  Workspace::Pointer workspace = open();
  const char* const percent = std::getenv("MILEPOST_TEST_SCALE");
  const auto edits = percent ? 2000 * std::strtoull(percent, nullptr, 10) / 100 : 2000;
  std::size_t proposals = 0;
  std::size_t findings = 0;
  for (std::size_t i = 0; i < edits; ++i) {
    const auto [what, changes] = random.edit();
    SCOPED_TRACE(fmt::format("edit {}: {}", i, what));
    workspace = edited(*workspace, changes);
    if (i % 97 == 0) {
      workspace = workspace->at_moment({workspace->now().seconds + kDay});
      ASSERT_TRUE(workspace->judging());
    }
    const std::string stage = i % 10 == 9 ? "beta" : "";
    for (const Card& card : workspace->index().cards) {
      const Selected one{workspace.get(), &card, false, card.document};
      const auto found = kept.find(one, stage);
      ASSERT_EQ(described(*found), described(examine(one, stage))) << card.path;
      ASSERT_EQ(pointing_nowhere(*found), 0U);
      ++proposals;
      findings += found->findings.size();
    }
  }
  const KeptFindings::Counts counts = kept.counts();
  EXPECT_EQ(counts.kept + counts.fresh, proposals);
  EXPECT_GT(findings, proposals) << "there is something to compare";
  EXPECT_GT(counts.kept * 2, proposals) << "of which more than half was kept";
  EXPECT_GT(counts.fresh, edits / 4) << "and much had to be found anew";
}

class FindingsOfAFew : public FindingsKept {
 protected:
  FindingsOfAFew() {
    RandomRepository random(1);
    save(random.files());
  }

  static Selected selected_of(const Workspace& workspace, std::size_t i) {
    const Card& card = workspace.index().cards.at(i);
    return {&workspace, &card, false, card.document};
  }
  // The first that has all its files.
  static std::size_t whole_one(const Workspace& workspace) {
    const auto& cards = workspace.index().cards;
    const auto found = std::ranges::find_if(cards, [](const Card& card) {
      return card.files.has_document && !card.files.metadata.empty() && card.metadata->complete();
    });
    EXPECT_NE(found, cards.end());
    return static_cast<std::size_t>(found - cards.begin());
  }
  static void find_all(KeptFindings& findings, const Workspace& workspace) {
    for (std::size_t i = 0; i < workspace.index().cards.size(); ++i) {
      const Selected one = selected_of(workspace, i);
      EXPECT_EQ(described(*findings.find(one)), described(examine(one, ""))) << one.card->path;
    }
  }
};

TEST_F(FindingsOfAFew, AreFoundOnce) {
  const auto workspace = open();
  KeptFindings findings;
  const auto first = findings.find(selected_of(*workspace, 0));
  EXPECT_EQ(findings.find(selected_of(*workspace, 0)), first) << "the very same";
  EXPECT_EQ(findings.find(selected_of(*open(), 0)), first) << "of the repository opened again too";
  EXPECT_EQ(findings.counts().fresh, 1U);
  EXPECT_EQ(kept(findings), 2U);
}

TEST_F(FindingsOfAFew, OutliveTheirWorkspace) {
  KeptFindings::Pointer found;
  {
    KeptFindings findings;
    found = findings.find(selected_of(*open(), 0));
  }
  ASSERT_FALSE(found->findings.empty());
  for (const Finding& finding : found->findings) {
    EXPECT_LE(finding.span.end, finding.source->size());
    EXPECT_TRUE(finding.source->path().starts_with("keps/"));
  }
}

TEST_F(FindingsOfAFew, AreThoseOfTheirOptions) {
  const auto differs = [&](std::string_view name, const Workspace& other,
                           const std::string& stage = {}, const std::string& status = {}) {
    SCOPED_TRACE(name);
    KeptFindings findings;
    const auto workspace = open();
    findings.find(selected_of(*workspace, 0));
    const auto found = findings.find(selected_of(other, 0), stage, status);
    EXPECT_EQ(kept(findings), 0U);
    EXPECT_EQ(described(*found), described(examine(selected_of(other, 0), stage, status)));
  };
  WorkspaceOptions selected;
  selected.judging.select = {"MP3"};
  WorkspaceOptions ignored;
  ignored.judging.ignore = {"MP3"};
  WorkspaceOptions of_kind;
  of_kind.judging.kind = "process";
  WorkspaceOptions by_template;
  write("other.md", "# Title\n\n## Summary\n");
  by_template.judging.template_path = "other.md";
  WorkspaceOptions from_elsewhere;
  from_elsewhere.directory = at("keps");
  differs("selected rules", *open(selected));
  differs("ignored rules", *open(ignored));
  differs("another kind", *open(of_kind));
  differs("another template", *open(by_template));
  differs("paths are shown from elsewhere", *open(from_elsewhere));
  differs("another day", *open({}, "2026-01-16T12:00:00Z"));
  differs("another stage", *open(), "beta");
  differs("another status", *open(), "beta", "implementable");
}

TEST_F(FindingsOfAFew, AreNotKeptWhenWhatTheyWereMadeFromChanged) {
  const auto workspace = open();
  const std::size_t one = whole_one(*workspace);
  const std::string folder = workspace->index().cards[one].path;
  const auto text = [&](const std::string& path) {
    return std::string((*workspace->repository().read(path))->text());
  };
  const struct {
    std::string_view name;
    FileEdits edits;
    bool same;
  } cases[] = {
      {"its document", {{folder + "/README.md", text(folder + "/README.md") + "\nMore.\n"}}, false},
      {"its metadata", {{folder + "/kep.yaml", text(folder + "/kep.yaml") + "# More.\n"}}, false},
      {"the document is gone", {{folder + "/README.md", std::nullopt}}, false},
      {"a severity", {{"milepost.yaml", text("milepost.yaml") + "wrap: 40\n"}}, false},
      {"the roster", {{"OWNERS_ALIASES", "aliases:\n  sig-x-leads: [jane]\n"}}, false},
      {"another file", {{"docs/other.md", "# Other\n"}}, true},
      {"nothing", {{folder + "/README.md", text(folder + "/README.md")}}, true},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    KeptFindings findings;
    findings.find(selected_of(*workspace, one));
    const auto other = edited(*workspace, c.edits);
    find_all(findings, *other);
    EXPECT_EQ(kept(findings), c.same ? 1U : 0U);
  }
}

TEST_F(FindingsOfAFew, WhatCannotBeReadIsReadAgain) {
  const auto workspace = open();
  const std::size_t one = whole_one(*workspace);
  const std::string document = workspace->index().cards[one].files.document;
  const auto binary = edited(*workspace, {{document, std::string("\0\0\0", 3)}});
  KeptFindings findings;
  for (int i = 0; i < 2; ++i) {
    const auto found = findings.find(selected_of(*binary, one));
    EXPECT_FALSE(found->is_proposal);
    EXPECT_EQ(found->read_errors.size(), 1U);
  }
  EXPECT_EQ(kept(findings), 0U);
  EXPECT_EQ(findings.counts().entries, 0U);
}

TEST_F(FindingsOfAFew, AreBounded) {
  const auto workspace = open();
  KeptFindings all;
  find_all(all, *workspace);
  const std::size_t wanted = all.counts().bytes;
  EXPECT_EQ(all.counts().entries, workspace->index().cards.size());
  for (const std::size_t most : {wanted / 2, wanted / 5, std::size_t{1000}, std::size_t{0}}) {
    KeptFindings few(most);
    for (int i = 0; i < 2; ++i) find_all(few, *workspace);
    EXPECT_LE(few.counts().bytes, most);
    EXPECT_LT(few.counts().entries, all.counts().entries);
  }
}

TEST_F(FindingsOfAFew, GoWhenTheyWereNotAskedForTheLongest) {
  const auto workspace = open();
  const auto bytes_of = [&](std::initializer_list<std::size_t> proposals) {
    KeptFindings some;
    for (const std::size_t i : proposals) some.find(selected_of(*workspace, i));
    return some.counts().bytes;
  };
  // There is room for the first, and for the larger one of the others.
  KeptFindings findings(std::max(bytes_of({0, 1}), bytes_of({0, 2})));
  const auto is_kept = [&](std::size_t i) {
    const std::size_t before = kept(findings);
    findings.find(selected_of(*workspace, i));
    return kept(findings) > before;
  };
  EXPECT_FALSE(is_kept(0));
  EXPECT_FALSE(is_kept(1));
  EXPECT_TRUE(is_kept(0));
  EXPECT_FALSE(is_kept(2)) << "which makes the second go";
  EXPECT_TRUE(is_kept(0));
  EXPECT_FALSE(is_kept(1));
}

TEST_F(FindingsOfAFew, MayBeAskedForByManyThreads) {
  RandomRepository random(2);
  std::vector<Workspace::Pointer> workspaces{open()};
  for (int i = 0; i < 3; ++i) {
    workspaces.push_back(edited(*workspaces.back(), random.edit().second));
  }
  std::vector<Selected> proposals;
  std::vector<std::string> wanted;
  for (const auto& workspace : workspaces) {
    for (std::size_t i = 0; i < workspace->index().cards.size(); ++i) {
      proposals.push_back(selected_of(*workspace, i));
      wanted.push_back(described(examine(proposals.back(), "")));
    }
  }
  KeptFindings all;
  for (const Selected& one : proposals) all.find(one);
  KeptFindings findings(all.counts().bytes / 3);
  std::vector<std::string> found(proposals.size() * 4);
  parallel_for(found.size(), 4, [&](std::size_t i) {
    found[i] = described(*findings.find(proposals[i * 7 % proposals.size()]));
  });
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_EQ(found[i], wanted[i * 7 % proposals.size()]);
  EXPECT_EQ(findings.counts().kept + findings.counts().fresh, found.size());
  EXPECT_LE(findings.counts().bytes, all.counts().bytes / 3);
}

}  // namespace
}  // namespace milepost
