// What the rules on fields suggest and mend: the golden cases show the messages,
// these the notes beside them and the text after the fix, byte for byte.
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "features/check/check_fixture.h"
#include "proposal/tree_fixture.h"

namespace milepost {
namespace {

class FieldFixes : public TreeFixture {
 protected:
  // The findings of one rule in a proposal with this metadata.
  const std::vector<Finding>& check_metadata(const std::string& rule, const std::string& metadata) {
    write("milepost.yaml", "schema: 1\nprocess: kep\n");
    write("OWNERS_ALIASES", "aliases:\n  sig-build-leads: []\n  sig-architecture-leads: []\n");
    write("keps/sig-build/12-x/kep.yaml", metadata);
    write("keps/sig-build/12-x/README.md", "# KEP-12: X\n");
    return check_here(rule);
  }
  const std::vector<Finding>& check_status(const std::string& status) {
    write("milepost.yaml", "schema: 1\nprocess: design\n");
    write("design/x.md", "# X\n\n## Status\n\n" + status + "\n\n## Summary\n\n## Motivation\n");
    return check_here("MP326");
  }

  // The file with the edits of all fixes made, the last one first.
  static std::string mended(const std::vector<Finding>& findings) {
    std::vector<Edit> edits;
    for (const Finding& finding : findings) {
      for (const Fix& fix : finding.fixes)
        edits.insert(edits.end(), fix.edits.begin(), fix.edits.end());
    }
    std::ranges::sort(edits, std::greater(), [](const Edit& edit) { return edit.span.begin; });
    std::string text(findings.front().source->text());
    for (const Edit& edit : edits) text.replace(edit.span.begin, edit.span.size(), edit.text);
    return text;
  }

 private:
  const std::vector<Finding>& check_here(const std::string& rule) {
    WorkspaceOptions where;
    where.directory = at("");
    where.judging.select = {rule};
    auto run = check::open_and_check(where, {}, Date{2026, 1, 15});
    EXPECT_TRUE(run) << run.error().message;
    run_ = run ? std::move(*run) : milepost::findings::Run();
    return run_.findings;
  }

  milepost::findings::Run run_;
};

TEST_F(FieldFixes, NotesSayWhatMayBeMeant) {
  const struct {
    const char *name, *rule, *metadata, *note;
  } cases[] = {
      {"a status in another case", "MP304", "status: Implemented\n",
       "did you mean \"implemented\"? It is judged as that."},
      {"a qualified status", "MP304", "status: implemented (alpha)\n",
       "did you mean \"implemented\"? It is judged as that."},
      {"a status by another name", "MP304", "status: superseded\n",
       "did you mean \"replaced\"? It is judged as that."},
      {"a status of its own", "MP304", "status: frozen\n", ""},
      {"day and month exchanged", "MP305", "creation-date: 2023-14-05\n",
       "did you mean 2023-05-14?"},
      {"a release for a date", "MP305", "last-updated: v1.29\n", ""},
      {"a slip in a field that is absent", "MP307", "aprovers: x\n",
       "did you mean \"approvers\", which is absent?"},
      {"a slip beside the right one", "MP307", "reviewers: x\nreviewer: y\n",
       "did you mean \"reviewers\"?"},
      {"a strange field", "MP307", "colour: red\n", ""},
      {"a short name of a group", "MP313", "owning-sig: sig-arch\n",
       "did you mean \"sig-architecture\"?"},
      {"a slip in a group", "MP313", "owning-sig: sig-buidl\n", "did you mean \"sig-build\"?"},
      {"another group", "MP313", "owning-sig: sig-moon\n", ""},
      {"the beginning of all groups", "MP313", "owning-sig: sig\n", ""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto& found = check_metadata(c.rule, c.metadata);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].note, c.note);
  }
}

TEST_F(FieldFixes, RewriteOnlyTheValue) {
  const struct {
    const char *name, *rule, *metadata, *mended;
  } cases[] = {
      {"case", "MP304", "status: Implemented # at last\n", "status: implemented # at last\n"},
      {"case within quotes", "MP304", "stage: 'Beta'\n", "stage: 'beta'\n"},
      {"typographic quotes", "MP304", "status: “deferred”\n", "status: deferred\n"},
      {"more than the status", "MP304", "status: implemented (alpha)\n",
       "status: implemented (alpha)\n"},
      {"date", "MP326", "creation-date: 2025-10-9\n", "creation-date: 2025-10-09\n"},
      {"date with slashes", "MP326", "creation-date: \"2025/1/2\"\n",
       "creation-date: \"2025-01-02\"\n"},
      {"a guess", "MP305", "creation-date: 2023-14-05\n", "creation-date: 2023-14-05\n"},
      {"handles in typographic quotes", "MP319", "reviewers:\n  - “@a”  # x\n  - \"@b\"\n  - ‘c’\n",
       "reviewers:\n  - \"@a\"  # x\n  - \"@b\"\n  - \"@c\"\n"},
      {"people", "MP326", "authors: [a, \"b\", 'c', \"@d\"]\neditor: e # x\n",
       "authors: [\"@a\", \"@b\", '@c', \"@d\"]\neditor: \"@e\" # x\n"},
      {"versions", "MP326",
       "latest-milestone: 1.30\r\nmilestone:\r\n  alpha: \"1.29\"\r\n  beta: '1.30.0'\r\n",
       "latest-milestone: \"v1.30\"\r\nmilestone:\r\n  alpha: \"v1.29\"\r\n  beta: 'v1.30.0'\r\n"},
      {"number", "MP326", "kep-number: 0012\n", "kep-number: 12\n"},
      {"number in quotes", "MP326", "kep-number: \"0012\"\n", "kep-number: \"12\"\n"},
      {"boolean", "MP326", "disable-supported: Yes\n", "disable-supported: true\n"},
      {"a boolean in quotes", "MP308", "disable-supported: \"OFF\"\n",
       "disable-supported: false\n"},
      {"a list of one", "MP308", "authors: '@a' # x\nmetrics: a_total\n",
       "authors: ['@a'] # x\nmetrics: [\"a_total\"]\n"},
      {"a scheme", "MP332", "see-also: [\"https:/example.org/a\"]\n",
       "see-also: [\"https://example.org/a\"]\n"},
      {"group", "MP326", "owning-sig: SIG-Build\n", "owning-sig: sig-build\n"},
      {"blanks", "MP326", "status: \" deferred\"\nauthors: ['@a ']\n",
       "status: \"deferred\"\nauthors: ['@a']\n"},
      {"a block of lines is left", "MP326", "latest-milestone: |\n  1.30\n",
       "latest-milestone: |\n  1.30\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto& found = check_metadata(c.rule, c.metadata);
    ASSERT_FALSE(found.empty());
    const std::string mended_once = mended(found);
    EXPECT_EQ(mended_once, c.mended);
    if (mended_once == c.metadata) continue;
    EXPECT_TRUE(check_metadata(c.rule, mended_once).empty()) << "it is gone";
  }
}

TEST_F(FieldFixes, LeaveTheStatusInItsSection) {
  const struct {
    const char *name, *status, *mended;
  } cases[] = {
      {"case", "Provisional", "provisional"},
      {"the template's words", "One of: implementable", "implementable"},
      {"both", "One of: Implementable", "implementable"},
      {"case within a link", "[Deferred](https://example.org/Deferred)",
       "[deferred](https://example.org/Deferred)"},
      {"the author's words", "Deferred in v3", "Deferred in v3"},
      {"a comment with the word in it", "<!-- Deferred soon -->\nDeferred",
       "<!-- Deferred soon -->\nDeferred"},
      {"more after it", "One of: implementable, soon", "One of: implementable, soon"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto& found = check_status(c.status);
    ASSERT_EQ(found.size(), 1U);
    const std::string text(found[0].source->text());
    std::string want = text;
    want.replace(want.find(c.status), std::string_view(c.status).size(), c.mended);
    EXPECT_EQ(mended(found), want);
    if (want != text) {
      EXPECT_TRUE(check_status(c.mended).empty()) << "it is gone";
    }
  }
}

}  // namespace
}  // namespace milepost
