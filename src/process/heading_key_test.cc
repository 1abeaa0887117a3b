#include "process/heading_key.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(HeadingKey, KeepsTheWords) {
  const struct {
    std::string_view name, text, want;
  } cases[] = {
      {"nothing", "", ""},
      {"only punctuation", " -- / ?", ""},
      {"a word", "Summary", "summary"},
      {"case", "TEST Plan", "test plan"},
      {"spaces", "  Test \t Plan ", "test plan"},
      {"slashes", "Upgrade / Downgrade Strategy", "upgrade downgrade strategy"},
      {"slashes without spaces", "Notes/Constraints/Caveats", "notes constraints caveats"},
      {"hyphen", "Non-Goals", "non goals"},
      {"question", "Does this work?", "does this work"},
      {"ampersand", "Risks & Mitigations", "risks and mitigations"},
      {"ampersand without spaces", "Risks&Mitigations", "risks and mitigations"},
      {"ampersand alone", "&", "and"},
      {"apostrophe", "What's new", "whats new"},
      {"curly apostrophe", "What\u2019s new", "whats new"},
      {"en dash", "Alpha\u2013Beta", "alpha beta"},
      {"curly quotes", "\u201CNew\u201D things", "new things"},
      {"arrow", "Alpha -> Beta", "alpha beta"},
      {"digits", "Story 1", "story 1"},
      {"other scripts stay", "\u00DCber alles", "\u00DCber alles"},
      {"emoji", "Goals \U0001F389", "goals \U0001F389"},
      {"cut off in the middle of a dash", "Goals \xE2\x80", "goals"},
      {"optional stays among the words", "Goals (Optional)", "goals optional"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(heading_words(c.text), c.want);
  }
}

TEST(HeadingKey, KnowsTheOptional) {
  const struct {
    std::string_view name, text, rest;
    bool optional;
    std::string_view key;
  } cases[] = {
      {"without", "User Stories", "User Stories", false, "user stories"},
      {"round brackets", "User Stories (Optional)", "User Stories", true, "user stories"},
      {"square brackets", "User Stories [optional]", "User Stories", true, "user stories"},
      {"shouted", "User Stories (OPTIONAL)", "User Stories", true, "user stories"},
      {"no space", "User Stories(optional)", "User Stories", true, "user stories"},
      {"space around", "  User Stories (optional)  ", "User Stories", true, "user stories"},
      {"only that", "(optional)", "", true, ""},
      {"mixed brackets", "Stories (optional]", "Stories (optional]", false, "stories optional"},
      {"no brackets", "Stories optional", "Stories optional", false, "stories optional"},
      {"in the middle", "(Optional) Stories", "(Optional) Stories", false, "optional stories"},
      {"more in the brackets", "Stories (optional part)", "Stories (optional part)", false,
       "stories optional part"},
      {"empty", "", "", false, ""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(without_optional(c.text), c.rest);
    EXPECT_EQ(says_optional(c.text), c.optional);
    EXPECT_EQ(heading_key(c.text), c.key);
  }
}

TEST(HeadingKey, LeavesNumbersOut) {
  const struct {
    std::string_view name, text, rest;
  } cases[] = {
      {"none", "Summary", "Summary"},
      {"a number", "2. Summary", "Summary"},
      {"with a bracket", "2) Summary", "Summary"},
      {"a part's", "3.1 Summary", "Summary"},
      {"a part's, with a full stop", "3.1.2. Summary", "Summary"},
      {"a number of things", "2 Stories", "2 Stories"},
      {"a version", "1.30release", "1.30release"},
      {"at the end", "Story 1.", "Story 1."},
      {"only that", "1.", "1."},
      {"a full stop", ". Summary", ". Summary"},
      {"nothing", "", ""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(without_number(c.text), c.rest);
  }
  EXPECT_EQ(heading_key("2. Test Plan (Optional)"), "test plan");
}

TEST(HeadingKey, TellsTwoNamesInOne) {
  using Halves = std::vector<std::string_view>;
  EXPECT_EQ(halves_of("Introduction/Overview"), (Halves{"Introduction", "Overview"}));
  EXPECT_EQ(halves_of("User Stories / Use Cases (Optional)"),
            (Halves{"User Stories", "Use Cases"}));
  EXPECT_EQ(halves_of("Upgrade / Downgrade Strategy"), Halves{});
  EXPECT_EQ(halves_of("Notes/Constraints/Caveats"), Halves{});
  EXPECT_EQ(halves_of("Gateway for Ingress (North/South)"), Halves{});
  EXPECT_EQ(halves_of("Goals"), Halves{});
  EXPECT_EQ(halves_of("/"), Halves{});
}

TEST(HeadingKey, FindsWholeWords) {
  EXPECT_TRUE(has_words("a cross cutting change", "cross cutting"));
  EXPECT_TRUE(has_words("no", "no"));
  EXPECT_TRUE(has_words("nothing or no", "no")) << "the first is only a part of a word";
  EXPECT_FALSE(has_words("nothing", "no"));
  EXPECT_FALSE(has_words("piano", "no"));
  EXPECT_FALSE(has_words("no", "no way"));
  EXPECT_FALSE(has_words("no", ""));
}

TEST(HeadingKey, CountsWords) {
  EXPECT_EQ(count_words("", 9), 0U);
  EXPECT_EQ(count_words("Don't & won't / can\xE2\x80\x99t", 9), 4U);
  EXPECT_EQ(count_words("one two three", 2), 2U);
  EXPECT_EQ(word_count(""), 0U);
  EXPECT_EQ(word_count("summary"), 1U);
  EXPECT_EQ(word_count("upgrade downgrade strategy"), 3U);
}

}  // namespace
}  // namespace milepost
