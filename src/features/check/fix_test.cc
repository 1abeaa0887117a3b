#include "features/check/fix.h"

#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "features/check/check_fixture.h"
#include "workspace/repository_fixture.h"

namespace milepost::check {
namespace {

namespace fs = std::filesystem;

using Texts = std::vector<std::string>;

constexpr std::string_view kMetadata = "title: Faster\nnumber: 1\nstatus: accepted\n";

class Fixing : public RepositoryFixture {
 protected:
  // "path fixed", in the order of the run.
  Texts plan(const Texts& words = {}, const Texts& rules = {}) {
    WorkspaceOptions where;
    where.directory = at("");
    where.judging.select = rules;
    auto planned = open_and_plan_fixes(where, {words});
    EXPECT_TRUE(planned) << planned.error().message;
    run_ = planned ? std::move(*planned) : FixRun{};
    Texts files;
    for (const FixedFile& file : run_.files) {
      files.push_back(fmt::format("{} {}", file.shown, file.fixed));
    }
    return files;
  }
  static Texts lines_of(const std::vector<ReadError>& read_errors) {
    Texts all;
    for (const ReadError& read_error : read_errors)
      all.push_back(read_error.path + ": " + read_error.message);
    return all;
  }

  FixRun run_;
};

TEST_F(Fixing, MendsDocumentMetadataAndReview) {
  propose("1-x", "title: Faster # really\nnumber: 01\nstatus: Accepted\n",
          std::string(kWritten) + "\n[x] done\n");
  write("reviews/1.yaml", "number: 2 # of the proposal\nalpha: {by: \"@a\"}\n");
  EXPECT_EQ(plan(), (Texts{"reviews/1.yaml 1", "ways/1-x/README.md 1", "ways/1-x/way.yaml 2"}));
  EXPECT_EQ(run_.fixed, 4U);
  EXPECT_EQ(read("ways/1-x/way.yaml"), "title: Faster # really\nnumber: 01\nstatus: Accepted\n")
      << "planning writes nothing";
  ASSERT_TRUE(apply_fixes(run_));
  EXPECT_EQ(read("ways/1-x/way.yaml"), "title: Faster # really\nnumber: 1\nstatus: accepted\n");
  EXPECT_EQ(read("ways/1-x/README.md"), std::string(kWritten) + "\n- [x] done\n");
  EXPECT_EQ(read("reviews/1.yaml"), "number: 1 # of the proposal\nalpha: {by: \"@a\"}\n");
  EXPECT_EQ(plan(), Texts{});
}

// What somebody left in on purpose goes only when that is asked for.
TEST_F(Fixing, RemovesTextOnlyWhenAsked) {
  const std::string text =
      "# Faster\n\n## Summary\n\nIt becomes faster, for everyone who waits.\n\n## Risks\n\n"
      "<!--\nWhat may go wrong.\n-->\n\nIt may break, and then it is mended.\n";
  propose("1-x", kMetadata, text);
  EXPECT_EQ(plan(), Texts{});
  EXPECT_EQ(run_.held_back, (FixedRules{{"MP606", 1}}));
  WorkspaceOptions where;
  where.directory = at("");
  const auto unsafe = open_and_plan_fixes(where, {{}, false, true});
  ASSERT_TRUE(unsafe);
  EXPECT_TRUE(unsafe->held_back.empty());
  ASSERT_EQ(unsafe->files.size(), 1U);
  EXPECT_EQ(unsafe->files.front().rules, (FixedRules{{"MP606", 1}}));
  EXPECT_EQ(unsafe->files.front().change.after->find("What may go wrong"), std::string::npos);
}

// A new section makes the table of contents stale.
TEST_F(Fixing, GoesOnUntilNothingIsLeft) {
  const std::string head = "# Faster\n\n<!-- toc -->\n- [Summary](#summary)\n";
  const std::string summary = "\n## Summary\n\nIt becomes faster, for everyone who waits.\n";
  propose("1-x", kMetadata, head + "<!-- /toc -->\n" + summary);
  EXPECT_EQ(plan(), Texts{"ways/1-x/README.md 2"});
  ASSERT_TRUE(apply_fixes(run_));
  EXPECT_EQ(read("ways/1-x/README.md"), head + "- [Risks](#risks)\n<!-- /toc -->\n" + summary +
                                            "\n## Risks\n\n<!--\nWhat may go wrong.\n-->\n");
  EXPECT_EQ(plan(), Texts{});
}

// What a fix puts after something open becomes part of it, and is missing again.
TEST_F(Fixing, AddsNothingAfterWhatIsOpenToTheEnd) {
  const std::string head = "# Faster\n\n## Summary\n\nIt becomes faster, for all who wait.\n\n";
  for (const std::string_view opening :
       {"<pre>", "<script>", "<style>", "<textarea>", "<?php", "<![CDATA[", "<!--", "```", "~~~"}) {
    SCOPED_TRACE(opening);
    propose("1-x", kMetadata, head + std::string(opening) + "\nnever closed\n");
    EXPECT_EQ(plan(), Texts{});
    EXPECT_EQ(lines_of(run_.left_alone), Texts{});
  }
  propose("1-x", kMetadata, head + "<pre>\nclosed\n</pre>\n");
  EXPECT_EQ(plan(), Texts{"ways/1-x/README.md 1"});
  propose("1-x", kMetadata, head + "- <pre>\n  ends with its item\n");
  EXPECT_EQ(plan(), Texts{"ways/1-x/README.md 1"});
}

// MP616 writes the table, in which MP611 would wrap the line again.
TEST_F(Fixing, WrapsNoTableOfContents) {
  write("milepost.yaml", "schema: 1\nprocess: ./pack\nwrap: 24\n");
  propose("1-x", kMetadata,
          "# Faster\n\n<!-- toc -->\n- [Summary](#summary)\n- [Risks](#risks)\n"
          "- [One and two and three](#one-and-two-and-three)\n<!-- /toc -->\n\n"
          "## Summary\n\nIt becomes faster,\nfor all who wait.\n\n## Risks\n\nIt may break.\n\n"
          "## One and two and three\n\n[x] done\n");
  EXPECT_EQ(plan(), Texts{"ways/1-x/README.md 1"});
  EXPECT_EQ(lines_of(run_.left_alone), Texts{});
}

TEST_F(Fixing, WrapsLongLinesWithoutMakingOtherBlocks) {
  write("milepost.yaml", "schema: 1\nprocess: ./pack\nwrap: 24\n");
  const struct {
    const char* name;
    std::string_view before, after;
  } cases[] = {
      {"a line", "One two three four five six seven\n", "One two three four five\nsix seven\n"},
      {"it flows into the next", "One two three four five six seven\neight nine\n\nTen\n",
       "One two three four five\nsix seven eight nine\n\nTen\n"},
      {"as far as a forced break", "One two three four five six seven\\\neight nine\n",
       "One two three four five\nsix seven\\\neight nine\n"},
      {"an item stands under its text", "- One two three four five six\n  seven\n",
       "- One two three four\n  five six seven\n"},
      {"not before what would be a list", "One two three four five - six\n",
       "One two three four\nfive - six\n"},
      {"nor a numbered one", "One two three four five 6. x\n", "One two three four\nfive 6. x\n"},
      {"a code span that would be a fence", "```one two three four five``` six\n",
       "```one two three four five``` six\n"},
      {"a quote", "> One two three four five six\n", "> One two three four five six\n"},
      {"returns", "One two three four five six\r\n", "One two three four five\r\nsix\r\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const std::string head = "# Faster\n\n## Summary\n\n";
    propose("1-x", kMetadata, head + std::string(c.before));
    plan({}, {"MP611"});
    ASSERT_TRUE(apply_fixes(run_));
    EXPECT_EQ(read("ways/1-x/README.md"), head + std::string(c.after));
  }
}

TEST_F(Fixing, KeepsToWhatIsAskedFor) {
  propose("1-x", "title: Faster\nnumber: 1\nstatus: Accepted\n", "# Faster\n\n[x] done\n");
  propose("2-y", "title: Faster\nnumber: 2\nstatus: Accepted\n");
  EXPECT_EQ(plan({"1"}, {"MP609", "MP326"}), Texts{"ways/1-x/README.md 1"});
  EXPECT_EQ(plan({"ways"}, {"MP304"}), (Texts{"ways/1-x/way.yaml 1", "ways/2-y/way.yaml 1"}));
}

TEST_F(Fixing, ChangesAFileOnceHoweverManyLeadToIt) {
  const std::string text = std::string(kWritten) + "\n[x] done\n";
  propose("1-x", kMetadata, text);
  write("ways/2-y/way.yaml", "title: Faster\nnumber: 2\nstatus: accepted\n");
  link("ways/2-y/README.md", "../1-x/README.md");
  EXPECT_EQ(plan(), Texts{"ways/1-x/README.md 1"});
  ASSERT_TRUE(apply_fixes(run_));
  EXPECT_TRUE(fs::is_symlink(root_ / "ways/2-y/README.md"));
  EXPECT_EQ(read("ways/1-x/README.md"), std::string(kWritten) + "\n- [x] done\n");
}

TEST_F(Fixing, LeavesAloneWhatLiesElsewhere) {
  const std::string text = std::string(kWritten) + "\n[x] done\n";
  write("elsewhere/README.md", text);
  make_folder("repository");
  fs::rename(at("pack"), at("repository/pack"));
  write("repository/milepost.yaml", "schema: 1\nprocess: pack\n");
  write("repository/ways/1-x/way.yaml", kMetadata);
  write("repository/ways/2-y/way.yaml", "title: Slower\nnumber: 2\nstatus: Accepted\n");
  write("repository/ways/2-y/README.md", kWritten);
  link("repository/ways/1-x/README.md", "../../../elsewhere/README.md");
  auto run = open_and_plan_fixes({at("repository")});
  ASSERT_TRUE(run) << run.error().message;
  ASSERT_EQ(run->files.size(), 1U);
  EXPECT_EQ(run->files[0].shown, "ways/2-y/way.yaml") << "the rest is mended";
  EXPECT_EQ(lines_of(run->read_errors),
            Texts{"ways/1-x/README.md: is a symbolic link that leads out of the repository"});
  ASSERT_TRUE(apply_fixes(*run));
  EXPECT_EQ(read("elsewhere/README.md"), text);
}

TEST_F(Fixing, SaysWhatCannotBeReadAndMendsTheRest) {
  propose("1-x", "title: Faster\nnumber: 1\nstatus: Accepted\n");
  write("ways/2-y/way.yaml", "title: Faster\nnumber: 2\nstatus: accepted\n");
  write("ways/2-y/README.md", std::string("\0\1\2\0\3\0", 6));
  EXPECT_EQ(plan(), Texts{"ways/1-x/way.yaml 1"});
  EXPECT_EQ(lines_of(run_.read_errors),
            Texts{"ways/2-y/README.md: is a binary file, not Markdown"});
}

TEST_F(Fixing, IsRefusedWhenAFileHasChangedSince) {
  propose("1-x", "title: Faster\nnumber: 1\nstatus: Accepted\n",
          std::string(kWritten) + "\n[x] done\n");
  plan();
  write("ways/1-x/way.yaml", "title: Slower\n");
  EXPECT_FALSE(apply_fixes(run_));
  EXPECT_EQ(read("ways/1-x/way.yaml"), "title: Slower\n");
  EXPECT_EQ(read("ways/1-x/README.md"), std::string(kWritten) + "\n[x] done\n") << "all or none";
}

}  // namespace
}  // namespace milepost::check
