#include "features/list/listing.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "workspace/repository_fixture.h"

namespace milepost::list {
namespace {

using Texts = std::vector<std::string>;

class Listings : public RepositoryFixture {
 protected:
  Listings() {
    propose("3-late", "title: Late\nnumber: 3\nstatus: done\ncreated: 2023-05-01\nlatest: v1.10\n");
    propose("1-early",
            "title: Early\nnumber: 1\nstatus: draft\ngroup: core\nauthors: [\"@jane\"]\n"
            "created: 2024-02-01\nlatest: v1.9\n");
    propose("20-odd", "title: Odd\nnumber: 20\nstatus: accepted\nauthors: [\"@john\"]\n",
            "# Odd\n\n## Summary\n\nTBD\n");
  }

  // The numbers of what is found.
  Texts list(const ListOptions& options) {
    const auto workspace = Workspace::open({.directory = at("")}, now_utc());
    EXPECT_TRUE(workspace);
    auto listing = list_proposals(**workspace, options);
    failure_ = listing ? ListFailure{} : listing.error();
    listing_ = listing ? std::move(*listing) : Listing{};
    Texts numbers;
    for (const Card* card : listing_.found) numbers.push_back(card->number);
    return numbers;
  }

  Listing listing_;
  ListFailure failure_;
};

TEST_F(Listings, FindAndSort) {
  const struct {
    const char *name, *query;
    Texts sort;
    Texts want;
  } cases[] = {
      {"all, by path", "", {}, {"1", "20", "3"}},
      {"numbers are no text", "", {"number"}, {"1", "3", "20"}},
      {"versions are no text", "", {"milestone"}, {"1", "3", "20"}},
      {"turned around, unset ones last", "", {"-milestone"}, {"3", "1", "20"}},
      {"the first field decides most", "", {"group", "-number"}, {"1", "20", "3"}},
      {"a status", "status:draft", {}, {"1"}},
      {"none of it", "status:done group:core", {}, {}},
      {"me", "author:@me", {}, {"1"}},
      {"text of the document", "text:tbd", {}, {"20"}},
      {"a range", "created:2023..2024 -status:done", {}, {"1"}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    ListOptions options;
    options.query = c.query;
    options.sort = c.sort;
    options.me = "jane";
    EXPECT_EQ(list(options), c.want) << failure_.message;
    ASSERT_TRUE(listing_.index);
    EXPECT_EQ(listing_.index->cards.size(), 3U);
  }
}

TEST_F(Listings, HaveTheColumnsThatAreUsed) {
  const auto columns = [&](Texts wanted) {
    ListOptions options;
    options.columns = std::move(wanted);
    list(options);
    Texts names;
    for (const QueryField& field : listing_.columns) names.push_back(field.name);
    return names;
  };
  EXPECT_EQ(columns({}), (Texts{"number", "title", "group", "status", "milestone"}));
  EXPECT_EQ(columns({"created", "author"}), (Texts{"created", "author"}));
}

TEST_F(Listings, CountFindingsWhenAsked) {
  list({});
  EXPECT_TRUE(listing_.findings.empty());
  ListOptions options;
  options.findings_at = now_utc();
  options.sort = {"number"};
  options.query = "-status:done";
  EXPECT_EQ(list(options), (Texts{"1", "20"}));
  ASSERT_EQ(listing_.findings.size(), 2U);
  EXPECT_EQ(listing_.findings[0].errors, 0U);
  EXPECT_EQ(listing_.findings[1].errors, 1U) << "the risks are missing";
  EXPECT_EQ(listing_.findings[1].warnings, 1U) << "the summary says TBD";
}

TEST_F(Listings, PointAtMistakes) {
  const struct {
    const char *name, *query;
    Texts sort, columns;
    const char* message;
    Span at;  // in the query
  } cases[] = {
      {"field", "draft statu:done", {}, {}, "unknown field in the query", {6, 11}},
      {"nobody is me", "author:@me", {}, {}, "nobody said who @me is", {7, 10}},
      {"sort", "", {"nummer"}, {}, "--sort has no field \"nummer\"; did you mean \"number\"?", {}},
      {"columns", "", {}, {"titl"}, "--columns has no field \"titl\"; did you mean", {}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    ListOptions options;
    options.query = c.query;
    options.sort = c.sort;
    options.columns = c.columns;
    list(options);
    EXPECT_NE(failure_.message.find(c.message), std::string::npos) << failure_.message;
    EXPECT_EQ(failure_.fault.has_value(), c.at != Span{});
    if (!failure_.fault) continue;
    EXPECT_EQ(failure_.fault->span, c.at);
    EXPECT_EQ(failure_.text, c.query);
  }
}

TEST_F(Listings, SayWhatCannotBeRead) {
  make_folder("ways/4-folder/way.yaml");
  write("ways/4-folder/README.md", kWritten);
  write("ways/5-binary/README.md", std::string("\0\1\2\0\3\0", 6));
  EXPECT_EQ(list({}), (Texts{"1", "20", "3", "4"}));
  ASSERT_EQ(listing_.read_errors.size(), 2U);
  EXPECT_EQ(listing_.read_errors[0].path, "ways/4-folder/way.yaml");
  EXPECT_EQ(listing_.read_errors[1].path, "ways/5-binary/README.md");
}

TEST_F(Listings, NeedAProcess) {
  std::filesystem::remove(root_ / "milepost.yaml");
  list({});
  EXPECT_NE(failure_.message.find("no process is recognised here"), std::string::npos);
}

}  // namespace
}  // namespace milepost::list
