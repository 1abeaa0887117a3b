#include "workspace/workspace.h"

#include <filesystem>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/openings.h"
#include "base/parallel.h"
#include "git/git_fixture.h"
#include "workspace/examine.h"
#include "workspace/findings_fixture.h"
#include "workspace/random_repository_fixture.h"
#include "workspace/repository_fixture.h"

namespace milepost {
namespace {

using Texts = std::vector<std::string>;

constexpr std::string_view kNow = "2026-01-15T12:00:00Z";

Workspace::Pointer open_at(const std::string& folder, std::string_view now = kNow) {
  WorkspaceOptions options;
  options.directory = folder;
  options.jobs = 2;
  auto opened = Workspace::open(std::move(options), *parse_instant(now));
  EXPECT_TRUE(opened) << opened.error().message;
  return *opened;
}

Workspace::Pointer edit(const Workspace& workspace, FileEdits edits) {
  auto other = workspace.with(std::move(edits));
  EXPECT_TRUE(other) << other.error().message;
  return *other;
}

// All that a workspace knows, written out.
std::string all_known(const Workspace& workspace) {
  std::string all;
  EXPECT_TRUE(workspace.judging());
  for (const Card& card : workspace.index().cards) {
    all += fmt::format("{} {} {} {}\n", card.path, card.number, card.title, card.status);
    all += described(examine({&workspace, &card, false, card.document}, ""));
  }
  for (const ReadError& read_error : workspace.read_errors()) {
    all += fmt::format("{}: {}\n", read_error.path, read_error.message);
  }
  const auto& rules = workspace.judged().rules;
  all += described(rules.check_repository({workspace.process(), workspace.facts()}), {}, 0, true);
  const auto& releases = workspace.calendar();
  all += releases ? "" : releases.error().message + "\n";
  if (workspace.known_ages().ages) {
    all += fmt::format("{} ages\n", workspace.known_ages().ages->size());
  }
  return all;
}

class OpenedWorkspace : public RepositoryFixture {
 protected:
  OpenedWorkspace() {
    propose("1-one", "title: One\nnumber: 1\nstatus: draft\nsee-also: [2]\n");
    propose("2-two", "title: Two\nnumber: 2\nstatus: accepted\n");
  }

  void save(const FileEdits& edits) const {
    for (const auto& [path, text] : edits) {
      if (text) {
        write(path, *text);
      } else {
        std::filesystem::remove(at(path));
      }
    }
  }
};

TEST_F(OpenedWorkspace, ReadsEachThingOnce) {
  const int repositories = openings().of(Opening::kRepository);
  const int indices = openings().of(Opening::kIndex);
  const int histories = openings().of(Opening::kHistory);
  const auto workspace = open_at(at(""));
  EXPECT_EQ(openings().of(Opening::kRepository), repositories + 1);
  EXPECT_EQ(openings().of(Opening::kIndex), indices) << "not before somebody asks";
  std::vector<const void*> seen(40);
  parallel_for(seen.size(), 4, [&](std::size_t i) {
    const void* const all[] = {&workspace->index(), &workspace->facts(), &workspace->past(),
                               &workspace->calendar()};
    seen[i] = all[i % std::size(all)];
  });
  for (std::size_t i = 4; i < seen.size(); ++i) EXPECT_EQ(seen[i], seen[i % 4]);
  EXPECT_TRUE(workspace->select({}));
  EXPECT_TRUE(workspace->select_one("1"));
  EXPECT_EQ(openings().of(Opening::kRepository), repositories + 1);
  EXPECT_EQ(openings().of(Opening::kIndex), indices + 1);
  EXPECT_EQ(openings().of(Opening::kHistory), histories + 1) << "that there is none, too";
}

class KepWorkspace : public OpenedWorkspace {
 protected:
  KepWorkspace() {
    std::filesystem::remove_all(root_);
    save(RandomRepository(3).files());
  }
};

TEST_F(KepWorkspace, RemembersAnErrorLikeAValue) {
  write("releases.yaml", "schema: 1\nreleases: [{name: next}]\n");
  const auto workspace = open_at(at(""));
  const auto& calendar = workspace->calendar();
  ASSERT_FALSE(calendar);
  write("releases.yaml", "schema: 1\nreleases: []\n");
  EXPECT_EQ(&workspace->calendar(), &calendar);
  EXPECT_FALSE(workspace->calendar()) << "what was read is not read again";
  EXPECT_TRUE(open_at(at(""))->calendar());
}

TEST_F(KepWorkspace, ChecksWithoutTheCalendar) {
  const auto findings_of = [](const Workspace& workspace) {
    const auto selection = workspace.select({});
    EXPECT_TRUE(selection) << selection.error().message;
    std::string all;
    for (const Selected& selected : selection->proposals) all += described(examine(selected, ""));
    return all;
  };
  write("milepost.yaml", "schema: 1\nprocess: kep\n");
  const std::string good = findings_of(*open_at(at("")));
  write("releases.yaml", "schema: 1\nreleases: [{name: next}]\n");
  const auto broken = open_at(at(""));
  EXPECT_EQ(findings_of(*broken), good);
  EXPECT_FALSE(broken->calendar());
  EXPECT_FALSE(broken->facts().knows_ages());
}

TEST_F(KepWorkspace, WithEditsIsWhatItIsOnceTheyAreSaved) {
  for (const unsigned seed : {4U, 5U, 6U}) {
    RandomRepository random(seed);
    std::filesystem::remove_all(root_);
    save(random.files());
    Workspace::Pointer edited = open_at(at(""));
    (void)all_known(*edited);  // what was read before does not count for what is edited
    FileEdits all;
    for (int i = 0; i < 40; ++i) {
      const auto [what, edits] = random.edit();
      edited = edit(*edited, edits);
      for (const auto& [path, text] : edits) all.insert_or_assign(path, text);
    }
    const auto at_once = edit(*open_at(at("")), all);
    const std::string known = all_known(*edited);
    EXPECT_EQ(known, all_known(*at_once)) << seed;
    save(all);
    EXPECT_EQ(known, all_known(*open_at(at("")))) << seed;
  }
}

TEST_F(OpenedWorkspace, WithEditsReadsWhatTheyTouch) {
  const struct {
    std::string_view name;
    FileEdits edits;
  } cases[] = {
      {"a document", {{"ways/1-one/README.md", "# One\n"}}},
      {"its metadata", {{"ways/1-one/way.yaml", "title: Uno\nnumber: 7\n"}}},
      {"a new proposal", {{"ways/3-three/README.md", "# Three\n"}}},
      {"one less", {{"ways/1-one/README.md", std::nullopt}, {"ways/1-one/way.yaml", std::nullopt}}},
      {"the first review", {{"reviews/1.yaml", "number: 3\nalpha: {by: \"@jane\"}\n"}}},
      {"a review of nobody", {{"reviews/9.yaml", "number: 9\n"}}},
      {"settings", {{"milepost.yaml", "schema: 1\nprocess: ./pack\nrules: {MP324: error}\n"}}},
      {"the template",
       {{"pack/template.md", "# Title\n\n## Plan\n<!--DIRECTIVE: required: true-->\n"}}},
      {"what is too large", {{"ways/1-one/way.yaml", std::string(40 << 20, '#')}}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto before = open_at(at(""));
    const std::string first = all_known(*before);
    const auto edited = edit(*before, c.edits);
    const std::string known = all_known(*edited);
    EXPECT_NE(known, first);
    EXPECT_EQ(all_known(*before), first) << "what it was made from stays as it is";
    FileEdits back;
    for (const auto& [path, text] : c.edits) {
      back[path] = std::filesystem::exists(at(path)) ? std::optional(read(path)) : std::nullopt;
    }
    save(c.edits);
    EXPECT_EQ(known, all_known(*open_at(at(""))));
    save(back);
    EXPECT_EQ(all_known(*edit(*edited, back)), first) << "undone";
  }
}

TEST_F(OpenedWorkspace, WithEditsSharesWhatDidNotChange) {
  const auto before = open_at(at(""));
  ASSERT_TRUE(before->judging());
  const int repositories = openings().of(Opening::kRepository);
  const auto after = edit(*before, {{"ways/1-one/way.yaml", "title: Uno\nnumber: 1\n"}});
  ASSERT_EQ(after->index().cards.size(), 2U);
  EXPECT_EQ(after->index().cards[0].title, "Uno");
  EXPECT_EQ(after->index().cards[1].metadata, before->index().cards[1].metadata);
  EXPECT_EQ(&after->judged(), &before->judged());
  EXPECT_EQ(&after->past(), &before->past());
  EXPECT_EQ(&after->calendar(), &before->calendar());
  EXPECT_EQ(&after->record(), &before->record());
  EXPECT_NE(&after->facts(), &before->facts());
  EXPECT_EQ(openings().of(Opening::kRepository), repositories);
  // Another process is another for all.
  const auto other = edit(*after, {{"milepost.yaml", "schema: 1\nprocess: ./pack\nwrap: 80\n"}});
  EXPECT_EQ(openings().of(Opening::kRepository), repositories + 1);
  EXPECT_EQ(other->process().wrap, 80U);
  EXPECT_EQ(other->index().cards[0].title, "Uno") << "with the edits there were";
}

TEST_F(KepWorkspace, EditsTheCalendarToo) {
  const auto before = open_at(at(""));
  ASSERT_TRUE(before->calendar());
  const auto names = [](const Workspace& workspace) {
    Texts all;
    for (const Release& release : workspace.calendar()->all()) all.push_back(release.name);
    return all;
  };
  const FileEdits next = {
      {"releases.yaml",
       "schema: 1\nreleases: [{name: v2.0, start: 2026-05-04, release: 2026-08-18}]\n"}};
  const auto after = edit(*before, next);
  EXPECT_EQ(names(*after), Texts{"v2.0"});
  EXPECT_NE(names(*before), Texts{"v2.0"});
  // Also when the process is read anew, and afterwards.
  const auto other = edit(*after, {{"milepost.yaml", "schema: 1\nprocess: kep\nwrap: 80\n"}});
  EXPECT_EQ(names(*other), Texts{"v2.0"});
  EXPECT_EQ(names(*edit(*other, {{"docs/x.md", "# X\n"}})), Texts{"v2.0"});
}

TEST_F(KepWorkspace, TemplateThatIsNamedCanBeEdited) {
  write("own.md", "# Title\n\n## Summary\n");
  const auto sections = [](const Workspace& workspace) {
    Texts titles;
    for (const auto& section : workspace.process().kinds.front().pattern->sections()) {
      titles.push_back(section.title);
    }
    return titles;
  };
  for (const std::string& path : {std::string("own.md"), at("own.md")}) {
    SCOPED_TRACE(path);
    WorkspaceOptions options;
    options.directory = at("");
    options.judging.template_path = path;
    const auto opened = Workspace::open(options, *parse_instant(kNow));
    ASSERT_TRUE(opened) << opened.error().message;
    const Texts before = sections(**opened);
    const auto after = edit(**opened, {{"own.md", "# Title\n\n## Summary\n\n## Costs\n"}});
    EXPECT_EQ(sections(*after).size(), before.size() + 1);
    EXPECT_EQ(sections(*after).back(), "Costs");
    // Also when something else is edited then.
    EXPECT_EQ(sections(*edit(*after, {{"docs/x.md", "# X\n"}})).back(), "Costs");
    EXPECT_FALSE((*opened)->with({{"own.md", std::nullopt}})) << "it is gone";
  }
}

class WorkspaceOfCommits : public GitFixture {};

TEST_F(WorkspaceOfCommits, LooksAtWhatWasBeforeAnInstant) {
  make_repository();
  const auto commit_at = [&](const std::string& day) {
    ::setenv("GIT_AUTHOR_DATE", (day + "T12:00:00Z").c_str(), 1);
    ::setenv("GIT_COMMITTER_DATE", (day + "T12:00:00Z").c_str(), 1);
    commit_all();
    ::unsetenv("GIT_AUTHOR_DATE");
    ::unsetenv("GIT_COMMITTER_DATE");
  };
  write("repo/milepost.yaml", "schema: 1\nprocess: kep\n");
  write("repo/keps/sig-a/1-one/kep.yaml", "title: One\n");
  commit_at("2025-01-01");
  write("repo/milepost.yaml", "schema: 1\nprocess: kep\nwrap: 80\n");
  write("repo/keps/sig-a/1-one/kep.yaml", "title: Uno\n");
  write("repo/keps/sig-a/2-two/kep.yaml", "title: Two\n");
  commit_at("2025-06-01");
  const auto now = open_at(at("repo"));
  const auto titles = [](const Workspace& workspace) {
    Texts all;
    for (const Card& card : workspace.index().cards) all.push_back(card.title);
    return all;
  };
  EXPECT_EQ(titles(*now), (Texts{"Uno", "Two"}));
  const auto then = now->at(*parse_instant("2025-03-01T00:00:00Z"));
  ASSERT_TRUE(then) << then.error().message;
  EXPECT_EQ(titles(**then), Texts{"One"});
  EXPECT_EQ((*then)->today(), (Date{2025, 2, 28}));
  EXPECT_EQ((*then)->facts().today(), (Date{2025, 2, 28}));
  EXPECT_EQ((*then)->process().wrap, 80U) << "judged by the process of today";
  EXPECT_EQ(titles(*edit(**then, {{"keps/sig-a/3-three/kep.yaml", "title: Three\n"}})),
            (Texts{"One", "Three"}));
  EXPECT_FALSE(now->at(*parse_instant("2024-01-01T00:00:00Z")));

  // Another day on which the same commit was the last: what was read of it is shared.
  const auto later = (*then)->at(*parse_instant("2025-04-01T00:00:00Z"));
  ASSERT_TRUE(later) << later.error().message;
  EXPECT_EQ(&(*later)->index(), &(*then)->index());
  EXPECT_EQ((*later)->facts().today(), (Date{2025, 3, 31}));
  const auto first = now->at("HEAD~1");
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(&(*first)->index(), &(*then)->index());
  EXPECT_EQ((*first)->facts().today(), now->today());
  EXPECT_FALSE(now->at("nowhere"));
  // The files there are may differ from those of HEAD.
  write("repo/keps/sig-a/2-two/kep.yaml", "title: Due\n");
  const auto head = now->at("HEAD");
  ASSERT_TRUE(head) << head.error().message;
  EXPECT_EQ(titles(**head), (Texts{"Uno", "Two"}));
  EXPECT_EQ(titles(*open_at(at("repo"))), (Texts{"Uno", "Due"}));
  const auto tomorrow = now->at_moment({now->now().seconds + kDay});
  EXPECT_EQ(&tomorrow->index(), &now->index());
  EXPECT_EQ(tomorrow->facts().today(), (Date{2026, 1, 16}));
}

}  // namespace
}  // namespace milepost
