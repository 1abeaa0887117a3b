#include "features/log/entry_words.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "store/event_kinds.h"

namespace milepost::log {
namespace {

using Fields = std::vector<std::pair<std::string, std::string>>;

LogEntry event(std::string kind, Fields fields) {
  LogEntry entry;
  entry.kind = std::move(kind);
  entry.fields = std::move(fields);
  return entry;
}

TEST(EntryWords, SayWhatSomebodyDid) {
  const std::pair<LogEntry, std::string_view> cases[] = {
      {event("approved", {{"role", "prr"}, {"stage", "beta"}, {"text", "77fe"}}),
       "approved it for beta as prr"},
      {event("concern", {}), "raised a concern"},
      {event("resolved", {{"concern", "6"}}), "resolved the concern of event 6"},
      {event("tracked", {{"title", "Faster"}, {"contact", "@jo"}, {"proposed", "description"}}),
       "wrote the tracking issue: title Faster, contact @jo; the description to be confirmed"},
      {event("tracked", {{"contact", "@jo"}}), "changed the tracking issue: contact @jo"},
      {event("tracked", {{"proposed", ""}}), "confirmed the description of the tracking issue"},
      {event("imported", {{"release", "v1.38"}, {"from", "template"}, {"text", "77fe"}}),
       "made the tracking issue from its template for v1.38"},
      {event("imported", {{"from", "2f3a"}}), "read the tracking issue"},
      {event("ticked", {{"list", "signoff"}, {"release", "v1.38"}, {"item", "docs"}}),
       "ticked docs of signoff for v1.38"},
      {event("linked", {{"kind", "code"}, {"reference", "a/b#1"}, {"merged", "yes"}}),
       "linked a/b#1 as code, merged"},
      {event("opted-in", {{"release", "v1.38"}, {"stage", "beta"}}),
       "opted it in to v1.38 for beta"},
      {event("removed", {{"release", "v1.38"}, {"freeze", "prr"}}),
       "removed it from v1.38 at the prr"},
      {event("deferred", {{"release", "v1.38"}, {"to", "v1.39"}}),
       "put it off from v1.38 to v1.39"},
      {event("exception-requested",
             {{"release", "v1.38"}, {"freeze", "prr"}, {"until", "2027-02-07"}}),
       "asked for an exception from the prr of v1.38 until 2027-02-07"},
      {event("of-a-later-milepost", {{"what", "more"}}), "of a later milepost: what more"},
  };
  for (const auto& [entry, sentence] : cases) EXPECT_EQ(sentence_of(entry), sentence);
}

TEST(EntryWords, NameRolesAsTheProcessDoes) {
  LogEntry entry = event("approved", {{"role", "prr"}, {"stage", "beta"}});
  entry.role = "a production-readiness approver";
  EXPECT_EQ(sentence_of(entry), "approved it for beta as a production-readiness approver");
}

TEST(EntryWords, LeaveOutTheReleaseThatIsUnderstood) {
  const Fields fields = {{"release", "v1.38"}, {"freeze", "prr"}};
  EXPECT_EQ(sentence_of(event("removed", fields), "v1.38"), "removed it at the prr");
  EXPECT_EQ(sentence_of(event("met", fields), "v1.38"), "found that it met the prr");
}

TEST(EntryWords, AreThereForEachKind) {
  for (const events::EventKind& kind : events::all_kinds()) {
    std::string words(kind.name);
    std::ranges::replace(words, '-', ' ');
    const bool is_sentence = words == "commented";
    EXPECT_TRUE(is_sentence || words_of(event(std::string(kind.name), {})).what != words)
        << kind.name;
  }
}

TEST(EntryWords, SayWhatACommitChanged) {
  LogEntry commit;
  commit.source = EntrySource::kGit;
  commit.kind = "opened";
  commit.changes = {{"status", "", "draft"}};
  EXPECT_EQ(sentence_of(commit), "opened it: status draft");
  commit.kind = "changed";
  commit.changes = {{"stage", "alpha", "beta"}, {"latest-milestone", "v1.1", ""}};
  EXPECT_EQ(sentence_of(commit), "changed stage alpha → beta, latest-milestone v1.1 → none");
  commit.kind = "deleted";
  commit.changes.clear();
  EXPECT_EQ(sentence_of(commit), "deleted its files");
}

}  // namespace
}  // namespace milepost::log
