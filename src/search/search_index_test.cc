#include "search/search_index.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/snippet.h"
#include "store/store_fixture.h"

namespace milepost::search {
namespace {

using testing::ElementsAre;

std::vector<SearchDocument> documents() {
  return {
      {"keps/1-probes",
       "1",
       "1 Faster probes",
       {{"", "", "Before any heading."},
        {"Summary", "summary", "The kubelet asks containers for their health."},
        {"Risks", "risks", "None; memory limits stay."}}},
      {"keps/2-memory",
       "1",
       "2 Memory swap",
       {{"Kubelet probes", "kubelet-probes", "What happens to them."},
        {"Design", "design", "A limit in memory, not a memory limit."}}},
      {"keps/3-naming",
       "1",
       "3 Naming things",
       {{"Summary", "summary", "Words such as probes and kubelet are used; O'Brien's idea."}}},
  };
}

class SearchContract : public StoreFixture {
 protected:
  void SetUp() override {
    StoreFixture::SetUp();
    if (IsSkipped()) return;
    place = {at(""), place_.address};
    open();
    ASSERT_TRUE(index->update(documents(), {}));
  }
  void open() {
    auto opened = SearchIndex::open(place);
    ASSERT_TRUE(opened) << opened.error().message;
    index = *std::move(opened);
  }

  std::vector<std::string> keys(std::string_view query, std::size_t from = 0,
                                std::size_t most = 20) {
    const auto answer = index->find({read_terms(query), from, most});
    if (!answer) {
      ADD_FAILURE() << answer.error().message;
      return {};
    }
    std::vector<std::string> found;
    for (const auto& hit : answer->hits) found.push_back(hit.key);
    return found;
  }

  SearchPlace place;
  std::unique_ptr<SearchIndex> index;
};

TEST_P(SearchContract, PutsTitlesBeforeHeadingsBeforeTexts) {
  EXPECT_THAT(keys("probes"), ElementsAre("keps/1-probes", "keps/2-memory", "keps/3-naming"));
  EXPECT_THAT(keys("kubelet probes"),
              ElementsAre("keps/2-memory", "keps/1-probes", "keps/3-naming"));
}

TEST_P(SearchContract, AsksForAllTermsAnywhereInADocument) {
  EXPECT_THAT(keys("health memory"), ElementsAre("keps/1-probes"));
  EXPECT_THAT(keys("health swap"), ElementsAre());
}

TEST_P(SearchContract, TakesTheBeginningOfAWordUnlessItIsQuoted) {
  EXPECT_THAT(keys("nam"), ElementsAre("keps/3-naming"));
  EXPECT_THAT(keys("\"nam\""), ElementsAre());
  EXPECT_THAT(keys("\"memory limit\""), ElementsAre("keps/2-memory"));
  EXPECT_THAT(keys("memory-lim"), testing::UnorderedElementsAre("keps/1-probes", "keps/2-memory"));
}

TEST_P(SearchContract, TakesWhateverSomebodyTypes) {
  for (const char* query : {"o'brien", "\"", "AND", "NEAR(a b)", "a:b", "*", "title : x", "''", "&",
                            "\\", "(", "\xff\xfe", "%s", "-probes"}) {
    const auto answer = index->find({read_terms(query)});
    EXPECT_TRUE(answer) << query << ": " << (answer ? "" : answer.error().message);
  }
  EXPECT_THAT(keys("o'brien"), ElementsAre("keps/3-naming"));
}

TEST_P(SearchContract, ShowsTheWordsAroundAndTheSection) {
  const auto answer = index->find({read_terms("memory limits")});
  ASSERT_TRUE(answer);
  ASSERT_FALSE(answer->hits.empty());
  const SearchHit& hit = answer->hits.front();
  EXPECT_EQ(hit.key, "keps/1-probes");
  EXPECT_EQ(hit.heading, "Risks");
  EXPECT_EQ(hit.anchor, "risks");
  std::string marked;
  for (const auto& piece : hit.snippet)
    marked += piece.marked ? "[" + piece.text + "]" : piece.text;
  EXPECT_EQ(marked, "None; [memory] [limits] stay.");
}

TEST_P(SearchContract, LooksAmongSome) {
  const std::unordered_set<std::string> some = {"keps/3-naming"};
  SearchOptions options{read_terms("probes")};
  options.among = &some;
  const auto answer = index->find(options);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->total, 1U);
  ASSERT_EQ(answer->hits.size(), 1U);
  EXPECT_EQ(answer->hits.front().key, "keps/3-naming");
}

TEST_P(SearchContract, GivesPages) {
  EXPECT_THAT(keys("probes", 1, 1), ElementsAre("keps/2-memory"));
  EXPECT_THAT(keys("probes", 3, 1), ElementsAre());
  EXPECT_EQ(index->find({read_terms("probes"), 0, 1})->total, 3U);
}

TEST_P(SearchContract, KeepsTextsThatAreNone) {
  ASSERT_TRUE(index->update({{"keps/4-odd",
                              "1",
                              "4 Odd \xff bytes",
                              {{"He\xc3", "he", std::string("zero\0s here", 11)}}}},
                            {}));
  EXPECT_THAT(keys("zero odd bytes"), ElementsAre("keps/4-odd"));
}

TEST_P(SearchContract, ForgetsAndReplaces) {
  auto changed = documents();
  changed.resize(1);
  changed[0].version = "2";
  changed[0].title = "1 Slower questions";
  ASSERT_TRUE(index->update(changed, {"keps/3-naming"}));
  EXPECT_THAT(keys("faster"), ElementsAre());
  EXPECT_THAT(keys("slower"), ElementsAre("keps/1-probes"));
  EXPECT_THAT(keys("naming"), ElementsAre());
  const auto versions = index->versions();
  ASSERT_TRUE(versions);
  EXPECT_THAT(*versions, ElementsAre(std::pair<std::string, std::string>("keps/1-probes", "2"),
                                     std::pair<std::string, std::string>("keps/2-memory", "1")));
}

TEST_P(SearchContract, IsThereAgainWhenOpened) {
  index.reset();
  open();
  EXPECT_THAT(keys("swap"), ElementsAre("keps/2-memory"));
}

INSTANTIATE_TEST_SUITE_P(Backends, SearchContract,
                         testing::Values(Dialect::kSqlite, Dialect::kPostgresql),
                         [](const auto& which) {
                           return which.param == Dialect::kSqlite ? "Sqlite" : "Postgresql";
                         });

TEST(SearchFile, IsMadeAnewWhenItIsDamaged) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("milepost-search-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  {
    auto index = SearchIndex::open({folder.string(), {}});
    ASSERT_TRUE(index);
    ASSERT_TRUE((*index)->update(documents(), {}));
  }
  std::ofstream(folder / "search-1.db", std::ios::binary | std::ios::in) << "no database at all";
  auto index = SearchIndex::open({folder.string(), {}});
  ASSERT_TRUE(index) << index.error().message;
  EXPECT_TRUE((*index)->versions()->empty());
  EXPECT_TRUE((*index)->update(documents(), {}));
  std::filesystem::remove_all(folder);
}

TEST(Snippet, BeginsAndEndsBetweenWords) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "word" + std::to_string(i) + " ";
  std::string shown;
  for (const auto& piece : make_snippet(text, read_terms("word150"))) shown += piece.text;
  EXPECT_TRUE(shown.starts_with("… word")) << shown;
  EXPECT_TRUE(shown.ends_with(" …")) << shown;
  EXPECT_LT(shown.size(), 260U);
  EXPECT_NE(shown.find("word150 "), shown.npos);

  shown.clear();
  for (const auto& piece : make_snippet(std::string(1000, 'x'), read_terms("y"))) {
    shown += piece.text;
  }
  EXPECT_LT(shown.size(), 220U);
}

}  // namespace
}  // namespace milepost::search
