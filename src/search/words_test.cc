#include "search/words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace milepost::search {
namespace {

TEST(SearchWords, NormalisesWhatBothDatabasesIndex) {
  const struct {
    std::string_view text, want;
  } cases[] = {
      {"", ""},
      {"  ***  ", ""},
      {"Kube-proxy v1.37, README.md", "kube proxy v1 37 readme md"},
      {"Übung ÜBUNG μs", "ubung ubung μs"},
      {"naïve Café Straße", "naive cafe strasse"},
      {"НАБОРЫ ѡ Ωμέγα", "наборы ѡ ωμεγα"},
      {"kubelet’s “pods” a—b co‑op… 🎉 x", "kubelet s pods a b co op x"},
      {"e\u0301t\u00e9 zero\u200bwidth", "ete zerowidth"},
      {"it's 100%", "it s 100"},
  };
  for (const auto& c : cases) EXPECT_EQ(normalised(c.text), c.want);
  EXPECT_EQ(normalised(std::string(500, 'a')).size(), 64U);
  // No character is cut in two: 0xD1 0x8F is one.
  EXPECT_EQ(normalised("a" + std::string(100, 'x').replace(62, 4, "яя")).size(), 63U);
}

TEST(SearchWords, ReadsTerms) {
  const auto terms = read_terms("kube-proxy \"Memory  limit\" prob");
  ASSERT_EQ(terms.size(), 3U);
  EXPECT_THAT(terms[0].words, testing::ElementsAre("kube", "proxy"));
  EXPECT_FALSE(terms[0].whole);
  EXPECT_THAT(terms[1].words, testing::ElementsAre("memory", "limit"));
  EXPECT_TRUE(terms[1].whole);
  EXPECT_THAT(terms[2].words, testing::ElementsAre("prob"));
}

TEST(SearchWords, TakesAnythingForATerm) {
  for (const std::string_view text :
       {"", "\"", "\"\"", "\"open", "a\"b c\"d", "' OR 1=1 --", "* AND NOT", "a:b", "\x80\xff"}) {
    const auto terms = read_terms(text);
    for (const Term& term : terms) EXPECT_FALSE(term.words.empty()) << text;
  }
  std::string many;
  for (int i = 0; i < 100; ++i) many += "w" + std::to_string(i) + " ";
  EXPECT_EQ(read_terms(many).size(), 12U);
}

TEST(SearchWords, LeavesOutWhatSaysNothingMore) {
  const struct {
    std::string_view query, kept;
  } cases[] = {
      {"pod pod pod", "pod"},
      {"pod pods", "pods"},
      {"pods pod", "pods"},
      {"\"pod\" pods", "pod pods"},  // a quoted word ends there
      {"\"pod\" pod", "pod"},
      {"kube kube-proxy", "kube-proxy"},
      {"proxy \"kube proxy\"", "kube-proxy"},
      {"kube-pro kube-proxy", "kube-proxy"},
      {"pod — node", "pod node"},
      {"“memory limit” memory", "memory-limit"},
  };
  for (const auto& c : cases) {
    std::string kept;
    for (const Term& term : read_terms(c.query)) {
      if (!kept.empty()) kept += ' ';
      for (std::size_t i = 0; i < term.words.size(); ++i) {
        kept += (i > 0 ? "-" : "") + term.words[i];
      }
    }
    EXPECT_EQ(kept, c.kept) << c.query;
  }
  std::string many, doubled;
  for (char c = 'a'; c < 'o'; ++c) many += std::string(1, c) + ' ';
  for (int i = 0; i < 1000; ++i) doubled += "a ";
  EXPECT_TRUE(read_words(many).has_more);
  EXPECT_FALSE(read_words(doubled).has_more);
}

TEST(SearchWords, FindsTermsInTexts) {
  const std::string_view text = "The kubelet probes: Kube-Proxy, memory limits.";
  const auto found = [&](std::string_view query) {
    const Place place = find_term(text, read_terms(query).front(), 0);
    return std::string(text.substr(place.begin, place.end - place.begin));
  };
  EXPECT_EQ(found("prob"), "probes");
  EXPECT_EQ(found("kube-prox"), "Kube-Proxy");
  EXPECT_EQ(found("\"memory limits\""), "memory limits");
  EXPECT_EQ(found("\"memory limit\""), "");
  EXPECT_EQ(found("the"), "The");
  EXPECT_EQ(found("robes"), "");
  EXPECT_EQ(found("limits"), "limits");
  EXPECT_EQ(found("k"), "kubelet");
  // Words begin where they are looked for, however large their letters.
  const auto place_in = [](std::string_view in, std::string_view query, std::size_t from) {
    return find_term(in, read_terms(query).front(), from).begin;
  };
  EXPECT_EQ(place_in("pup PuP pup", "\"PUP\"", 1), 4U);
  EXPECT_EQ(place_in("b ünder über", "über", 0), 9U);
  EXPECT_EQ(place_in("x1 1x 1", "\"1\"", 0), 6U);
  EXPECT_EQ(place_in("im Café", "CAFE", 0), 3U);
}

}  // namespace
}  // namespace milepost::search
