#include "process/promise.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

Process staged() {
  Process process;
  Ladder& first = process.ladders.emplace_back();
  first.stages = {"alpha", "beta", "stable"};
  first.in_code = {{"stable", {"GA"}}};
  Ladder& second = process.ladders.emplace_back();
  second.stages = {"deprecated", "removed"};
  process.words.not_applicable = {"n/a", "not applicable"};
  Promises& promises = process.words.promises;
  promises.open = {"not yet", "no, not yet"};
  promises.put_off = {"tbd", "will be completed", "to be discussed", "deferred"};
  promises.verbs = {"will", "should", "to be", "needs to"};
  promises.before = {"before", "prior to"};
  promises.after = {"after", "post"};
  promises.around = {"the",      "it",   "is",        "to",     "in",      "for",
                     "until",    "once", "goes",      "kep",    "release", "released",
                     "promoted", "and",  "promoting", "feature"};
  promises.plans = {"Graduation Criteria"};
  promises.spared = {"not required"};
  promises.unwritten = {"will be completed"};
  return process;
}

std::string text_of(const std::optional<Promise>& promise) {
  if (!promise) return "none";
  return (promise->past ? "past " : "at ") + std::string(promise->stage);
}

struct Case {
  const char* name;
  const char* text;
  const char* want;
};

TEST(Promise, NamesStages) {
  Process process = staged();
  process.ladders.back().stages.emplace_back("pre-beta");
  const PromiseReader reader(process);
  const struct {
    const char* text;
    bool any;
    bool due;  // at beta
  } cases[] = {
      {"in Beta.", true, true},        {"ALPHA", true, true},
      {"(ga)", true, false},           {"removed", true, false},
      {"against a gap", false, false}, {"betamax, ga-", true, false},
      {"beta's end", false, false},    {"beta\xE2\x80\x9D", true, true},
      {"betas, beta", true, true},     {"alpha1", false, false},
      {"pre-beta", true, true},        {"", false, false},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.text);
    EXPECT_EQ(reader.names_stage(c.text), c.any);
    EXPECT_EQ(PromiseReader::names_one_of(c.text, reader.names_due_at("beta")), c.due);
  }
}

TEST(Promise, PutOff) {
  const Process process = staged();
  const PromiseReader reader(process);
  const Case cases[] = {
      {"before", "Will be completed before Beta.", "at beta"},
      {"after", "TBD after alpha release", "past alpha"},
      {"for", "N/A for `alpha`.", "past alpha"},
      {"for two", "N/A for alpha and beta", "past beta"},
      {"a name of code", "Deferred until GA", "at stable"},
      {"once", "TBD once the KEP is promoted to beta", "at beta"},
      {"with a hyphen", "To be discussed post-alpha", "past alpha"},
      {"no stage", "TBD later", "none"},
      {"a reason", "N/A, because nothing changes before beta", "none"},
      {"directly", "N/A. This feature will go directly to GA.", "none"},
      {"begins otherwise", "Tests will be completed before beta.", "none"},
      {"another word", "TBDs in beta", "none"},
      {"spared", "Not required for alpha.", "past alpha"},
      {"spared, with a reason", "Not required for alpha, since nothing is stored", "none"},
      {"spared without a stage", "Not required.", "none"},
      {"a subject before", "Tests to be discussed in beta.", "at beta"},
      {"a subject before, and after", "This is to be discussed post-alpha.", "past alpha"},
      {"a stage before", "For alpha, tests will be completed", "past alpha"},
      {"no clause of its own", "In alpha the cache is to be discussed", "none"},
      {"more behind", "It is to be discussed in beta by all owners", "none"},
      {"two sentences", "Yes. Tests will be completed in beta.", "none"},
      {"one word within", "Removal is deferred to beta", "none"},
      {"empty", "", "none"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(text_of(reader.put_off(c.text)), c.want);
  }
}

TEST(Promise, Promised) {
  const Process process = staged();
  const PromiseReader reader(process);
  const Case cases[] = {
      {"will", "Upgrade and rollback will be tested before the feature goes to Beta.", "at beta"},
      {"first", "Prior to promoting the feature to beta, we should look again.", "at beta"},
      {"before a comma", "It should be discussed before beta, but not built.", "at beta"},
      {"released", "This needs to be resolved before the beta is released.", "at beta"},
      {"no promise", "It was measured before beta.", "none"},
      {"something of it", "It will be deleted before the beta API is removed.", "none"},
      {"in it", "It will be enabled in beta.", "none"},
      {"no stage", "It will be done before long.", "none"},
      {"part of a word", "It will be done before betas.", "none"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(text_of(reader.promised(c.text)), c.want);
  }
}

TEST(Promise, Open) {
  const Process process = staged();
  const PromiseReader reader(process);
  EXPECT_TRUE(reader.begins_open("Not yet."));
  EXPECT_TRUE(reader.begins_open("No, not yet"));
  EXPECT_TRUE(reader.begins_open("Not yet, but soon"));
  EXPECT_TRUE(reader.begins_open("Not yet - it waits for others"));
  EXPECT_FALSE(reader.begins_open("Not yet supported."));
  EXPECT_FALSE(reader.begins_open("It is not yet."));
  EXPECT_FALSE(PromiseReader(Process()).begins_open("Not yet."));
}

TEST(Promise, LeadingStage) {
  const Process process = staged();
  const PromiseReader reader(process);
  EXPECT_EQ(text_of(reader.leading_stage("beta")), "at beta");
  EXPECT_EQ(text_of(reader.leading_stage("before GA: how long?")), "at stable");
  EXPECT_EQ(text_of(reader.leading_stage("after alpha")), "past alpha");
  EXPECT_EQ(text_of(reader.leading_stage("beta API")), "none");
  EXPECT_EQ(text_of(reader.leading_stage("@ada")), "none");
}

TEST(Promise, Due) {
  const Process process = staged();
  const PromiseReader reader(process);
  EXPECT_FALSE(reader.is_due({"beta", false}, "alpha"));
  EXPECT_TRUE(reader.is_due({"beta", false}, "beta"));
  EXPECT_TRUE(reader.is_due({"beta", false}, "stable"));
  EXPECT_FALSE(reader.is_due({"beta", true}, "beta"));
  EXPECT_TRUE(reader.is_due({"beta", true}, "stable"));
  EXPECT_FALSE(reader.is_due({"stable", true}, "stable"));
  EXPECT_FALSE(reader.is_due({"beta", false}, "removed")) << "of another ladder";
  EXPECT_FALSE(reader.is_due({"beta", false}, "")) << "no stage is in force";
}

TEST(Promise, SaysNothing) {
  const Process process = staged();
  const PromiseReader reader(process);
  EXPECT_TRUE(reader.says_nothing("Not yet.", "alpha"));
  EXPECT_TRUE(reader.says_nothing("Not yet, but it should be tested prior to beta.", "beta"));
  EXPECT_FALSE(reader.says_nothing("Not yet, but it should be tested prior to beta.", "alpha"));
  EXPECT_TRUE(reader.says_nothing("N/A for alpha", "beta"));
  EXPECT_FALSE(reader.says_nothing("N/A for alpha", "alpha"));
  EXPECT_FALSE(reader.says_nothing("N/A", "beta"));
  EXPECT_FALSE(reader.says_nothing("", "beta"));
  EXPECT_TRUE(reader.is_plan("graduation criteria"));
}

}  // namespace
}  // namespace milepost
