#include "features/track/pull_mentions.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace milepost::track {
namespace {

class Mentions : public testing::Test {
 protected:
  Mentions() {
    process_.name = "kep";
    add("131", "keps/sig-storage/131-shared-input-cache");
    add("140", "keps/sig-runtime/140-priority-lanes");
    add("63", "proposals/job-arrays.md");
    add("", "proposals/no-number.md");
  }

  void add(const std::string& number, const std::string& path) {
    Card card;
    card.number = number;
    card.path = path;
    card.metadata = std::make_shared<const Metadata>();
    const std::size_t at = index_.cards.size();
    if (!number.empty()) index_.by_number[number].push_back(at);
    index_.by_path[path] = at;
    index_.cards.push_back(std::move(card));
  }

  // "131 140", then what is no proposal's after a "?".
  std::string found(std::string title, std::string body = {}) const {
    std::vector<std::pair<const Card*, std::string>> issues;
    for (const auto& [number, address] : issues_) {
      issues.emplace_back(index_.find_number(number), address);
    }
    const PullMatcher matcher(process_, index_, issues);
    const auto mentions =
        matcher.find({1, "lane/lane#7", std::move(title), std::move(body), PullState::kOpen, {}});
    std::vector<std::string> words;
    for (const Card* const card : mentions.cards) words.push_back(called(*card));
    for (const std::string& text : mentions.unknown) words.push_back("?" + text);
    return fmt::format("{}", fmt::join(words, " "));
  }

  Process process_;
  Index index_;
  std::vector<std::pair<std::string, std::string>> issues_;  // the number, and the address
};

TEST_F(Mentions, AreFoundByTheirForms) {
  struct Case {
    std::string title;
    std::string_view want;
  };
  const Case cases[] = {
      {"KEP-131: keep inputs", "131"},
      {"[kep 131] keep inputs", "131"},
      {"Kep #131, KEP-0140 and KEP_63", "131 140 63"},
      {"KEP131", "131"},
      {"KEP-131: KEP-131", "131"},
      {"Bump 131 to 140", ""},
      {"131: keep inputs", ""},
      {"v1.131, 131ms, KEP-1.31, KEP-131th, KEP-131_x", ""},
      {"SKEP-131, a1KEP-131, _KEP-131", ""},
      {"KEP-9999 and KEP-9999 after KEP-131", "131 ?KEP-9999"},
      {"KEP-20260131", ""},
      {"fixes lane/enhancements/issues/131", "131"},
      {"enhancements/issues/140", "140"},
      {"https://github.com/lane/enhancements/issues/140#issuecomment-131", "140"},
      {"https://git.example/lane/enhancements/-/issues/140", "140"},
      {"issues/131", ""},
      {"lane/lane/pull/131", ""},
      {"see keps/sig-storage/131-shared-input-cache/README.md.", "131"},
      {"[it](/keps/sig-other/131-moved#summary)", "131"},
      {"https://github.com/lane/enhancements/blob/main/keps/sig-runtime/140-priority-lanes", "140"},
      {"`proposals/job-arrays.md`, proposals/no-number.md", "63 proposals/no-number.md"},
      {"keps/sig-storage/9999-nothing", "?keps/sig-storage/9999-nothing"},
      {"pkg/131-x/140-y", ""},
      {"&#131; page.html#131 x?y=#131 a//b#131", ""},
      {"", ""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.title);
    EXPECT_EQ(found(c.title), c.want);
    EXPECT_EQ(found({}, "see\n" + c.title + "\nand so on"), c.want);
  }
}

TEST_F(Mentions, OfIssuesAreThoseOfTheirRepository) {
  EXPECT_EQ(found("Fix (#131)"), "131") << "nobody knows where the issues are";
  EXPECT_EQ(found("fixes #4"), "?#4");
  process_.layout.remotes = {"https://github.com/jane/enhancements",
                             "https://github.com/Lane/Enhancements"};
  EXPECT_EQ(found("Fix (#131)"), "") << "that is an issue of lane/lane";
  EXPECT_EQ(found("fixes #4"), "");
  EXPECT_EQ(found("part of lane/enhancements#131"), "131");
  EXPECT_EQ(found("part of enhancements#131, PR#140"), "131");
  EXPECT_EQ(found("part of lane/other#131, lane/lane#140"), "");
  EXPECT_EQ(found("lane/other/issues/131"), "");
  EXPECT_EQ(found("enhancements/issues/131"), "131");
  EXPECT_EQ(found("other/issues/131"), "");
  process_.layout.url = "https://github.com/lane/lane/blob/main";
  EXPECT_EQ(found("Fix (#131)"), "131");
}

TEST_F(Mentions, OfAnIssueThatHasAnotherNumber) {
  issues_ = {{"131", "https://github.com/lane/lane/issues/777"}};
  EXPECT_EQ(found("Fix #777"), "131");
  EXPECT_EQ(found("Fix #131, #140"), "140 ?#131");
  EXPECT_EQ(found("KEP-131"), "131");
}

TEST_F(Mentions, GoByTheWordsOfTheProcess) {
  process_.name = "feature";
  EXPECT_EQ(found("KEP-131"), "");
  EXPECT_EQ(found("Feature 131"), "131");
}

TEST_F(Mentions, AreBounded) {
  std::string many;
  for (int i = 1000; i < 3000; ++i) {
    add(std::to_string(i), fmt::format("keps/sig-x/{}-x", i));
    many += fmt::format("KEP-{} KEP-{} ", i, i + 5000);
  }
  const PullMatcher matcher(process_, index_, {});
  const auto mentions = matcher.find({1, "a/b#1", {}, many, PullState::kOpen, {}});
  EXPECT_EQ(mentions.cards.size(), kMostMentions + 1);
  EXPECT_EQ(mentions.unknown.size(), kMostMentions + 1);
}

TEST_F(Mentions, AreReadInTimeThatGrowsWithTheText) {
  const PullMatcher matcher(process_, index_, {});
  for (const std::string_view part : {"keps/", "/1-", "a#1", "1", "KEP", "/issues/1", "-", "#"}) {
    SCOPED_TRACE(part);
    std::string text;
    while (text.size() < std::size_t{200} * 1024) text += part;
    const auto begin = std::chrono::steady_clock::now();
    matcher.find({1, "a/b#1", {}, text, PullState::kOpen, {}});
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
  }
}

}  // namespace
}  // namespace milepost::track
