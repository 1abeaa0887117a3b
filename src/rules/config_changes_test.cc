#include "rules/config_changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace milepost {
namespace {

using Texts = std::vector<std::string>;

// "less: `a` is new" for what asks less, "same: …" for what does not.
Texts found(const std::string& before, const std::string& after,
            ConfigCompared compared = ConfigCompared::kAll) {
  const Source was("milepost.yaml", before);
  const auto is = std::make_shared<const Source>("milepost.yaml", after);
  Texts texts;
  for (const ProcessChange& change : config_changes(&was, is, compared)) {
    texts.push_back((change.weakens ? "less: " : "same: ") + change.message);
  }
  return texts;
}

TEST(ConfigChanges, CompareValues) {
  const struct {
    std::string_view name;
    std::string before, after;
    Texts want;
  } cases[] = {
      {"nothing", "schema: 1\n", "schema: 1\n", {}},
      {"comments and order", "a: 1\nb: [x]\n", "# why\nb:\n  - x\na: \"1\"\n", {}},
      {"a scalar", "a: 1\n", "a: 2\n", {R"(less: `a` is "2" instead of "1")"}},
      {"new", "a: 1\n", "a: 1\nb: {c: 2}\n", {"less: `b` is new"}},
      {"gone", "a: 1\nb: 2\n", "a: 1\n", {"less: `b` is gone"}},
      {"below", "a: {b: {c: 1}}\n", "a: {b: {c: 2}}\n", {R"(less: `a.b.c` is "2" instead of "1")"}},
      {"another kind of value", "a: 1\n", "a: [1]\n", {"less: `a` is changed"}},
      {"the order of words", "stages: [a, b]\n", "stages: [b, a]\n", {"less: `stages` is changed"}},
      {"a record",
       "statuses: [{id: a}, {id: b, closed: true}]\n",
       "statuses: [{id: a}, {id: b}]\n",
       {"less: `statuses.b.closed` is gone"}},
      {"a record more",
       "statuses: [{id: a}]\n",
       "statuses: [{id: a}, {id: b}]\n",
       {"less: `statuses.b` is new"}},
      {"a record less",
       "statuses: [{id: a}, {id: b}]\n",
       "statuses: [{id: a}]\n",
       {"less: `statuses.b` is gone"}},
      {"the order of records",
       "kinds: [{id: a}, {id: b}]\n",
       "kinds: [{id: b}, {id: a}]\n",
       {"less: `kinds` has another order"}},
      {"a title",
       "roles: [{id: a, title: A}]\n",
       "roles: [{id: a, title: B}]\n",
       {R"(same: `roles.a.title` is "B" instead of "A")"}},
      {"a longer list that asks for more",
       "words: {placeholders: [a]}\n",
       "words: {placeholders: [b, a]}\n",
       {"same: `words.placeholders` is changed"}},
      {"one that lacks a word",
       "words: {placeholders: [a, b]}\n",
       "words: {placeholders: [a, c]}\n",
       {"less: `words.placeholders` is changed"}},
      {"one in place of the pack's",
       "a: 1\n",
       "a: 1\nwords: {placeholders: [a]}\n",
       {"less: `words` is new"}},
      {"the order of folders",
       "layout: {group-folders: {a: x, b: y}}\n",
       "layout: {group-folders: {b: y, a: x}}\n",
       {"less: `layout.group-folders` is changed"}},
      {"what cannot be read", "a: [\n", "a: 1\n", {"less: the configuration cannot be read"}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(found(c.before, c.after), c.want);
  }
}

TEST(ConfigChanges, LeaveWhatIsComparedAsItIsLoaded) {
  const std::string before = "schema: 1\nprocess: kep\n";
  const std::string after = before +
                            "rules: {MP201: off}\npaths: []\nlayout: {ignore: [x], url: y}\n"
                            "fields: [{id: a, needed: never}]\n";
  EXPECT_EQ(found(before, after, ConfigCompared::kUnloaded),
            (Texts{"less: `layout.url` is new", "less: `fields` is new"}));
  EXPECT_EQ(found(before, after).size(), 4U);
  EXPECT_EQ(
      found("fields: [{id: a}]\n", "fields: [{id: a, needed: never}]\n", ConfigCompared::kUnloaded),
      Texts{});
}

TEST(ConfigChanges, PointAtTheFirstNewLine) {
  const Source was("a", "one\ntwo\nthree\n");
  const Source is("a", "one\ntwo, too\nthree\n");
  const Span at = first_new_line(was, is);
  EXPECT_EQ(is.text().substr(at.begin, at.end - at.begin), "two, too");
  EXPECT_EQ(first_new_line(was, Source("a", "")).end, 0U);
}

}  // namespace
}  // namespace milepost
