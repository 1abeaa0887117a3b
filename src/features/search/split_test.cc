#include "features/search/split.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace milepost::search {
namespace {

using testing::ElementsAre;

TEST(SearchSplit, TellsTermsFromWords) {
  const Process process;
  const struct {
    std::string_view query, filters, words, excluded = "";
  } cases[] = {
      {"cgroup v2", "", "cgroup v2"},
      {"cgroup group:sig-node v2", "group:sig-node", "cgroup v2"},
      {"-group:sig-node pods", "-group:sig-node", "pods"},
      {"title:\"a b\" \"c d\"", "title:\"a b\"", "\"c d\""},
      {"group:a OR group:b job", "(group:a OR group:b)", "job"},
      {"(group:a OR group:b) job", "(group:a OR group:b)", "job"},
      {"-(group:a OR stage:beta) job", "-(group:a OR stage:beta)", "job"},
      {"group:a OR group:b OR group:c", "((group:a OR group:b) OR group:c)", ""},
      {"(group:a stage:beta) OR group:b", "((group:a stage:beta) OR group:b)", ""},
      {"(group:a pods)", "group:a", "pods"},
      {"Sidecars (alpha)", "", "Sidecars alpha"},
      {"DRA: device taints", "", "DRA: device taints"},
      {"node: Error: https://e.org/a:b zzz:yyy", "", "node: Error: https://e.org/a:b zzz:yyy"},
      {"statu:beta pods", "statu:beta", "pods"},  // a slip, which whoever matches reports
      {"cache -lanes", "", "cache", "lanes"},
      {"-lanes -\"fair share\" group:a", "group:a", "", "lanes \"fair share\""},
      {"(group:a -lanes)", "group:a", "", "lanes"},
      {"--feature-gates \"-1\" - a-b", "", "--feature-gates \"-1\" - a-b"},
      {"((", "", ""},
      {") a )", "", "a"},
  };
  for (const auto& c : cases) {
    const auto parts = split(c.query, process);
    ASSERT_TRUE(parts) << c.query;
    std::string filters;
    for (const std::string& one : parts->filters) filters += (filters.empty() ? "" : " ") + one;
    EXPECT_EQ(filters, c.filters) << c.query;
    EXPECT_EQ(parts->words, c.words) << c.query;
    std::string excluded;
    for (const std::string& one : parts->excluded) excluded += (excluded.empty() ? "" : " ") + one;
    EXPECT_EQ(excluded, c.excluded) << c.query;
    EXPECT_FALSE(parts->or_is_word) << c.query;
  }
}

TEST(SearchSplit, SaysWhatOrIsNot) {
  const Process process;
  for (const std::string_view query : {"group:a OR pods", "pods OR group:a", "(group:a OR pods)"}) {
    EXPECT_FALSE(split(query, process)) << query;
  }
  const auto words = split("pods OR nodes", process);
  ASSERT_TRUE(words);
  EXPECT_TRUE(words->or_is_word);
  EXPECT_EQ(words->words, "pods OR nodes");
  EXPECT_FALSE(split("-(pods nodes)", process)) << "which of them, nobody could say";
  std::string deep;
  for (int i = 0; i < 10'000; ++i) deep += '(';
  EXPECT_FALSE(split(deep + "group:a", process));
}

}  // namespace
}  // namespace milepost::search
