#include "features/list/facets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace milepost::list {
namespace {

using testing::ElementsAre;

TEST(Facets, TermsStandSideBySide) {
  struct Case {
    const char* name;
    const char* query;
    std::vector<std::string> want;
  };
  const Case cases[] = {
      {"none", "  ", {}},
      {"two", "stage:beta  cache", {"stage:beta", "cache"}},
      {"in quotes", "text:\"cgroup v2\" a", {"text:\"cgroup v2\"", "a"}},
      {"in parentheses", "(author:@a OR author:@b) c", {"(author:@a OR author:@b)", "c"}},
      {"a quote left open", "text:\"a b", {"text:\"a b"}},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.name);
    EXPECT_EQ(terms_of(one.query), one.want);
  }
}

TEST(Facets, OnlyOneValueIsAValue) {
  EXPECT_EQ(value_in("stage:beta", "stage"), "beta");
  EXPECT_EQ(value_in("Stage:beta", "stage"), "beta");
  EXPECT_EQ(value_in("group:\"the team\"", "group"), "the team");
  EXPECT_EQ(value_in("-stage:beta", "stage"), "");
  EXPECT_EQ(value_in("stage:alpha,beta", "stage"), "");
  EXPECT_EQ(value_in("milestone:>=v1.33", "milestone"), "");
  EXPECT_EQ(value_in("created:2024..2025", "created"), "");
  EXPECT_EQ(value_in("status:beta", "stage"), "");
}

TEST(Facets, AValueTakesThePlaceOfAnother) {
  EXPECT_EQ(with_value("", "stage", "beta"), "stage:beta");
  EXPECT_EQ(with_value("cache stage:alpha", "stage", "beta"), "cache stage:beta");
  EXPECT_EQ(with_value("cache", "group", "the team"), "cache group:\"the team\"");
  EXPECT_EQ(with_value("a OR b", "stage", "beta"), "(a OR b) stage:beta");
  EXPECT_EQ(without_field("cache stage:alpha -stage:beta", "stage"), "cache -stage:beta");
  EXPECT_EQ(without_field("a OR stage:beta", "stage"), "a OR stage:beta");
}

TEST(Facets, CountsAreOfTheQueryWithoutTheFieldsOwnTerm) {
  Card alpha;
  alpha.stage = "alpha";
  Card beta;
  beta.stage = "beta";
  std::vector<std::string> asked;
  const FindCards find = [&](const std::string& query) {
    asked.push_back(query);
    return std::vector<const Card*>{&beta, &alpha, &beta};
  };
  const QueryField field{"stage", QueryField::Kind::kText, "", nullptr};
  const Facet facet = make_facet(field, "Stage", "cache stage:alpha", find);
  EXPECT_THAT(asked, ElementsAre("cache"));
  ASSERT_EQ(facet.values.size(), 2u);
  EXPECT_EQ(facet.values[0].value, "beta");
  EXPECT_EQ(facet.values[0].count, 2u);
  EXPECT_EQ(facet.values[0].query, "cache stage:beta");
  EXPECT_FALSE(facet.values[0].chosen);
  EXPECT_EQ(facet.values[1].value, "alpha");
  EXPECT_TRUE(facet.values[1].chosen);
  EXPECT_EQ(facet.values[1].query, "cache");
}

TEST(Facets, WhatWasChosenStaysToBeTakenBack) {
  const QueryField field{"stage", QueryField::Kind::kText, "", nullptr};
  const Facet facet = make_facet(field, "Stage", "stage:gamma",
                                 [](const std::string&) { return std::vector<const Card*>{}; });
  ASSERT_EQ(facet.values.size(), 1u);
  EXPECT_EQ(facet.values[0].value, "gamma");
  EXPECT_TRUE(facet.values[0].chosen);
}

}  // namespace
}  // namespace milepost::list
