#include "search/search_index.h"

#include <array>
#include <atomic>
#include <fstream>
#include <random>
#include <thread>

#include <fmt/format.h>
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
    place = {at(""), place_.address, "me"};
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

TEST_P(SearchContract, NamesAllThatHaveAWord) {
  const auto kubelet = index->find_keys(read_terms("kubelet"));
  ASSERT_TRUE(kubelet) << kubelet.error().message;
  EXPECT_THAT(*kubelet,
              testing::UnorderedElementsAre("keps/1-probes", "keps/2-memory", "keps/3-naming"));
  EXPECT_THAT(*index->find_keys(read_terms("\"memory limit\"")), ElementsAre("keps/2-memory"));
  EXPECT_THAT(*index->find_keys(read_terms("…")), ElementsAre());
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

// A database is shared by several repositories, and by several checkouts of one.
TEST_P(SearchContract, ShowsNobodyTheTextsOfOthers) {
  SearchPlace theirs = place;
  theirs.owner = "them";
  const auto other = SearchIndex::open(theirs);
  ASSERT_TRUE(other) << other.error().message;
  EXPECT_TRUE((*other)->versions()->empty());
  ASSERT_TRUE((*other)->update({{"keps/1-probes", "9", "1 Drafts", {{"", "", "Secret probes."}}}},
                               {"keps/2-memory"}));
  EXPECT_THAT(keys("secret"), ElementsAre());
  EXPECT_THAT(keys("probes"), ElementsAre("keps/1-probes", "keps/2-memory", "keps/3-naming"));
  index.reset();
  open();
  EXPECT_THAT(keys("faster probes"), ElementsAre("keps/1-probes"));
  EXPECT_THAT(keys("drafts"), ElementsAre());
  EXPECT_EQ((*other)->find({read_terms("probes")})->total, 1U);
}

TEST_P(SearchContract, ForgetsWhoWasNotThereForAMonth) {
  SearchPlace theirs = place;
  theirs.owner = "them";
  const auto other = SearchIndex::open(theirs);
  ASSERT_TRUE(other);
  constexpr std::int64_t kThen = 1'790'000'000;
  ASSERT_TRUE(index->keep({kThen}));
  ASSERT_TRUE((*other)->keep({kThen}));
  ASSERT_TRUE((*other)->update(documents(), {}));
  ASSERT_TRUE(index->keep({kThen + 29 * kDay}));
  EXPECT_EQ((*other)->versions()->size(), 3U);
  ASSERT_TRUE(index->keep({kThen + 31 * kDay}));
  EXPECT_TRUE((*other)->versions()->empty());
  EXPECT_EQ((*other)->find({read_terms("probes")})->total, 0U);
  EXPECT_EQ(index->versions()->size(), 3U);
  ASSERT_TRUE((*other)->update(documents(), {}));
  EXPECT_EQ((*other)->find({read_terms("probes")})->total, 3U);
}

// Not only among those that answer best.
TEST_P(SearchContract, LooksAmongAll) {
  std::vector<SearchDocument> many;
  for (int i = 0; i < 1200; ++i) {
    many.push_back({"z" + std::to_string(i), "1", "7 Zebra", {{"", "", "zebra zebra"}}});
  }
  many.push_back({"a", "1", "8 Other", {{"", "", "one zebra in a long text of other words"}}});
  ASSERT_TRUE(index->update(many, {}));
  const std::unordered_set<std::string> one = {"a"};
  SearchOptions options{read_terms("zebra")};
  EXPECT_EQ(index->find(options)->total, 1201U);
  options.among = &one;
  EXPECT_EQ(index->find(options)->total, 1U);
}

// Whether it asks the database which may have the words, or holds the words of all.
TEST_P(SearchContract, FindsTheSameWhenItHoldsAll) {
  constexpr std::array kQueries = {"probes",        "kubelet probes", "nam",   "\"memory limit\"",
                                   "memory limits", "swap",           "the m", "nothing of this"};
  const auto told = [&] {
    std::string all;
    for (const char* query : kQueries) {
      const auto answer = index->find({read_terms(query)});
      if (!answer) return answer.error().message;
      all += fmt::format("{} of {}:", answer->total, query);
      for (const SearchHit& hit : answer->hits) {
        all += fmt::format(" {} {} {}", hit.key, hit.heading, hit.anchor);
        for (const SnippetPiece& piece : hit.snippet)
          all += (piece.marked ? '*' : '-') + piece.text;
      }
    }
    return all;
  };
  const std::string asked = told();
  ASSERT_TRUE(index->hold_all());
  EXPECT_EQ(told(), asked);
  index.reset();
  open();
  ASSERT_TRUE(index->hold_all());
  EXPECT_EQ(told(), asked);

  const std::unordered_set<std::string> some = {"keps/3-naming"};
  EXPECT_EQ(index->find({read_terms("probes"), 0, 20, &some})->total, 1U);
}

TEST_P(SearchContract, FindsWhatCameAfterItHeldAll) {
  ASSERT_TRUE(index->hold_all());
  auto changed = documents();
  changed.resize(1);
  changed[0].version = "2";
  changed[0].title = "1 Slower questions";
  ASSERT_TRUE(index->update(changed, {"keps/3-naming"}));
  for (int held = 0; held < 2; ++held) {
    EXPECT_THAT(keys("faster"), ElementsAre());
    EXPECT_THAT(keys("slower"), ElementsAre("keps/1-probes"));
    EXPECT_THAT(keys("naming"), ElementsAre());
    ASSERT_TRUE(index->hold_all());
  }
}

TEST_P(SearchContract, ManyMayAskAtOnce) {
  std::vector<std::thread> askers;
  std::atomic<int> right = 0;
  for (int i = 0; i < 8; ++i) {
    askers.emplace_back([&] {
      for (int j = 0; j < 20; ++j) {
        const auto answer = index->find({read_terms(j % 2 == 0 ? "probes" : "a b c d e f g h")});
        right += answer && (j % 2 != 0 || answer->total == 3) ? 1 : 0;
      }
    });
  }
  for (std::thread& asker : askers) asker.join();
  EXPECT_EQ(right, 160);
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

// The same texts, the same questions: whatever the database, the same answers.
class SearchInBoth : public StoreFixture {};

std::vector<std::string> odd_words() {
  return {"kubelet",  "Kubelet’s", "naïve",   "NAIVE",      "Überlast", "uber", "НАБОРЫ",
          "наборы",   "v1.37",     "2e2",     "1e5",        "0x1f",     "10ms", "-5",
          "a_b",      "e2e",       "x²",      "ﬁle",        "co‑op",    "a—b",  "…",
          "🎉",       "it’s",      "“pods”",  "kube-proxy", "pods",     "pod",  "99.9%",
          "İstanbul", "straße",    "STRASSE", "the",        "a",        "th",   "user@example.com"};
}

TEST_P(SearchInBoth, FindTheSame) {
  const auto file = SearchIndex::open({{}, {}, "me"});
  const auto asked = SearchIndex::open({at(""), place_.address, "me"});
  ASSERT_TRUE(file && asked);
  const std::vector<std::string> words = odd_words();
  std::minstd_rand chance(7);
  const auto some = [&](std::size_t most) {
    std::string text;
    for (std::size_t i = 1 + chance() % most; i > 0; --i)
      text += words[chance() % words.size()] + ' ';
    return text;
  };
  std::vector<SearchDocument> texts;
  for (int i = 0; i < 60; ++i) {
    texts.push_back({"k" + std::to_string(i), "1", std::to_string(i) + ' ' + some(4), {}});
    for (int part = 0; part < 3; ++part) texts.back().parts.push_back({some(3), "h", some(20)});
  }
  for (const auto* index : {&file, &asked}) ASSERT_TRUE((**index)->update(texts, {}));
  for (int i = 0; i < 400; ++i) {
    std::string query = some(3);
    if (i % 5 == 0) query = fmt::format("\"{}\"", query);
    if (i % 7 == 0) query.resize(query.size() - 2);
    const auto one = (*file)->find({read_terms(query), 0, 10});
    const auto other = (*asked)->find({read_terms(query), 0, 10});
    ASSERT_TRUE(one && other) << query;
    EXPECT_EQ(one->total, other->total) << query;
    ASSERT_EQ(one->hits.size(), other->hits.size()) << query;
    for (std::size_t hit = 0; hit < one->hits.size(); ++hit) {
      EXPECT_EQ(one->hits[hit].key, other->hits[hit].key) << query;
      EXPECT_EQ(one->hits[hit].found_in, other->hits[hit].found_in) << query;
      EXPECT_EQ(one->hits[hit].heading, other->hits[hit].heading) << query;
    }
  }
  EXPECT_GT((*asked)->find({read_terms("наборы")})->total, 10U);
  EXPECT_EQ((*asked)->find({read_terms("pods — the 🎉")})->total,
            (*asked)->find({read_terms("pods the")})->total);
}

MILEPOST_BOTH_BACKENDS(SearchInBoth);

TEST(SearchFile, IsMadeAnewWhenItIsDamaged) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("milepost-search-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  {
    auto index = SearchIndex::open({folder.string(), {}, {}});
    ASSERT_TRUE(index);
    ASSERT_TRUE((*index)->update(documents(), {}));
  }
  std::ofstream(folder / "search-2.db", std::ios::binary | std::ios::in) << "no database at all";
  auto index = SearchIndex::open({folder.string(), {}, {}});
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
