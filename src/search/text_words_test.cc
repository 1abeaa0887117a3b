#include "search/text_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace milepost::search {
namespace {

SearchDocument document(std::string title, std::string heading, std::string text) {
  return {
      "a", "1", std::move(title), {{"", "", "before"}, {std::move(heading), "h", std::move(text)}}};
}

TEST(TextWords, PutsWholeTitlesBeforeOthers) {
  const struct {
    std::string_view title, heading, text, query;
    int rank;
  } cases[] = {
      {"12 Kustomize", "", "", "kustomize", 0},
      {"12 Pod Failure – Policy", "", "", "pod failure policy", 0},
      {"12 Kustomize plugins", "", "", "kustomize", 1},
      {"12 Kustomized", "", "", "kustomize", 2},
      {"12 Retriable pod failure", "", "policy", "pod failure policy", 3},
      {"12 Other", "Pod failure policy", "", "pod failure policy", 3},
      {"12 Pods", "", "failure policy", "pod failure policy", 4},
  };
  for (const auto& c : cases) {
    const TextWords words =
        TextWords::of(document(std::string(c.title), std::string(c.heading), std::string(c.text)));
    const auto standing = words.stand(read_terms(c.query));
    ASSERT_TRUE(standing) << c.title;
    EXPECT_EQ(standing->rank, c.rank) << c.title;
  }
}

TEST(TextWords, AsksForAllTermsAndForWordsSideBySide) {
  const TextWords words =
      TextWords::of(document("1 Kube-proxy", "Limits", "a limit in memory, not"));
  for (const char* query : {"kube-proxy", "limit", "\"limit in\"", "memory-n", "before memory"}) {
    EXPECT_TRUE(words.stand(read_terms(query))) << query;
  }
  // Not over the end of a part.
  for (const char* query :
       {"\"memory limit\"", "before-limits", "limits-a", "kube-memory", "zebra"}) {
    EXPECT_FALSE(words.stand(read_terms(query))) << query;
  }
}

TEST(TextWords, NamesThePartThatHasMost) {
  const TextWords words =
      TextWords::of({"a", "1", "1 T", {{"One", "", "pods"}, {"Pods", "", "nodes"}}});
  EXPECT_EQ(words.best_part(read_terms("pods")), 1U);
  EXPECT_EQ(words.best_part(read_terms("nodes")), 1U);
  EXPECT_EQ(words.best_part(read_terms("one")), 0U);

  const TextWords many = TextWords::of({"a",
                                        "1",
                                        "1 T",
                                        {{"", "", "memory limits and limits of memory"},
                                         {"Limit", "", "a limit and more limits"},
                                         {"Design", "", "the memory limit of a pod"},
                                         {"Memory limits", "", "none"}}});
  EXPECT_EQ(many.best_part(read_terms("pod memory")), 2U);
  EXPECT_EQ(many.best_part(read_terms("\"memory limit\"")), 2U);
  EXPECT_EQ(many.best_part(read_terms("memory")), 3U);
  EXPECT_EQ(many.best_part(read_terms("limit")), 1U);
  EXPECT_EQ(many.best_part(read_terms("lim and")), 1U);
  EXPECT_EQ(many.best_part(read_terms("of")), 0U);
  EXPECT_EQ(TextWords::of({"a", "1", "1 T", {}}).best_part(read_terms("t")), 0U);
}

TEST(TextWords, IsReadAsItWasWritten) {
  const TextWords words =
      TextWords::of(document("1 Überlast im Café", "H", std::string(300, 'x') + " y"));
  const std::string bytes = words.bytes();
  const auto read = TextWords::read(bytes);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->bytes(), bytes);
  EXPECT_EQ(read->plain_words(), words.plain_words());
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(TextWords::read(bytes.substr(0, length))) << length;
  }
  EXPECT_EQ(TextWords::of({}).plain_words(), "");
  EXPECT_FALSE(TextWords::of({}).stand(read_terms("a")));
}

TEST(TextWords, TellsDatabasesOfPlainWordsAlone) {
  const TextWords words = TextWords::of(document("1 ab abc", "", "Über naïve v1 e2e"));
  EXPECT_EQ(words.plain_words(), "abc before e2e naive uber");
}

}  // namespace
}  // namespace milepost::search
