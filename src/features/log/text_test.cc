#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "features/log/formats.h"

namespace milepost::log {
namespace {

LogEntry event() {
  LogEntry entry;
  entry.time = *parse_instant("2026-01-12T09:30:00Z");
  entry.reference = "7";
  entry.by = "lead";
  entry.claimed = true;
  entry.kind = "removed";
  entry.meaning = "The proposal was removed.";
  entry.fields = {{"release", "v1.38"}, {"text", "77fe"}};
  entry.comment = "late";
  return entry;
}

LogEntry commit() {
  LogEntry entry;
  entry.source = EntrySource::kGit;
  entry.time = *parse_instant("2026-01-11T09:30:00Z");
  entry.reference = "3c986c47e1aa";
  entry.by = "Jane";
  entry.kind = "changed";
  entry.changes = {{"stage", "alpha", "beta"}, {"latest-milestone", "", "v1.38"}};
  return entry;
}

Log log_of(std::vector<LogEntry> entries) {
  Log log;
  log.proposal = {"12", "ways/12-faster", "Faster", "core"};
  log.entries = std::move(entries);
  return log;
}

TEST(LogText, HasALineForEach) {
  EXPECT_EQ(render_log_text(log_of({commit(), event()}), {}),
            "12 Faster\nways/12-faster\n\n"
            "2026-01-11T09:30Z  git 3c986c47e1  Jane   changed stage alpha → beta, "
            "latest-milestone v1.38\n"
            "2026-01-12T09:30Z  record 7        @lead  removed it from v1.38\n"
            "                                          │ late\n"
            "\n1 event of the record (who acted is claimed, not proved), 1 commit of git\n");
}

TEST(LogText, CountsWhatIsClaimed) {
  LogEntry proved = event();
  proved.claimed = false;
  const auto last_line = [](const std::vector<LogEntry>& entries) {
    const std::string text = render_log_text(log_of(entries), {});
    return text.substr(text.rfind('\n', text.size() - 2) + 1);
  };
  EXPECT_EQ(last_line({event(), proved, event()}),
            "3 events of the record (who acted is claimed, not proved, in 2), 0 commits of git\n");
  EXPECT_EQ(last_line({proved}), "1 event of the record, 0 commits of git\n");
}

TEST(LogText, StarsAnotherMoment) {
  LogEntry entry = event();
  entry.clock = "2026-02-01T00:00:00Z";
  const std::string text = render_log_text(log_of({entry}), {});
  EXPECT_THAT(text, testing::HasSubstr("2026-01-12T09:30Z* record 7  @lead"));
  EXPECT_THAT(text, testing::HasSubstr("\n* recorded for this moment"));
}

TEST(LogText, NamesTheProposalsOfARelease) {
  Log log = log_of({event(), event(), event()});
  log.release = "v1.38";
  log.entries[0].proposal = log.proposal;
  log.entries[1].proposal = {"", "ways/young", "Young", ""};
  const std::string text = render_log_text(log, {});
  EXPECT_THAT(text, testing::StartsWith("v1.38\n\n"));
  EXPECT_THAT(text, testing::HasSubstr("@lead  12 Faster\n"));
  EXPECT_THAT(text, testing::HasSubstr("@lead  ways/young Young\n"));
  EXPECT_THAT(text, testing::HasSubstr("@lead  the release\n"));
  EXPECT_THAT(text, testing::HasSubstr("3 events of the record"));
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("of git")));
}

TEST(LogText, FitsATerminal) {
  LogEntry entry = event();
  entry.by = "somebody-with-a-very-long-handle";
  entry.comment = "One line that is longer than what is left of the terminal's width.\nAnother.";
  TextOptions options;
  options.terminal = true;
  options.columns = 80;
  const std::string text = render_log_text(log_of({commit(), entry}), options);
  EXPECT_THAT(text, testing::HasSubstr("│ Another.\n"));
  EXPECT_THAT(text, testing::HasSubstr("@somebody-with-…"));
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    // Some characters have three bytes.
    EXPECT_LE(end - at, 86U) << text.substr(at, end - at);
    at = end + 1;
  }
}

TEST(LogText, HoldsNothingThatATerminalObeys) {
  Log log = log_of({event(), commit()});
  const std::string bad = "a\x1b[2J\xe2\x80\xae";
  log.proposal.title = bad;
  for (LogEntry& entry : log.entries) {
    entry.by = entry.kind = entry.comment = bad;
    entry.fields = {{bad, fmt::format("{}\n{}", bad, bad)}};
    entry.changes = {{bad, bad, bad}};
  }
  for (const std::string& text :
       {render_log_text(log, {}), render_log_json(log), render_log_csv(log, true)}) {
    EXPECT_EQ(text.find('\x1b'), std::string::npos) << text;
    EXPECT_EQ(text.find("\xe2\x80\xae"), std::string::npos) << text;
  }
}

TEST(LogText, OfNothing) {
  Log log = log_of({});
  EXPECT_THAT(render_log_text(log, {}),
              testing::EndsWith("no events in the record, no moves in git\n"));
  log.bounded = true;
  EXPECT_THAT(render_log_text(log, {}), testing::EndsWith("nothing happened in these days\n"));
  log.bounded = false;
  log.release = "v1.38";
  EXPECT_EQ(render_log_text(log, {}), "v1.38\n\nnothing is recorded of this release\n");
}

TEST(LogCsv, HasARowForEach) {
  EXPECT_EQ(render_log_csv(log_of({commit(), event()}), false),
            "time,source,reference,by,proposal,title,kind,details,comment,clock,undone\r\n"
            "2026-01-11T09:30:00Z,git,3c986c47e1aa,Jane,12,Faster,changed,"
            "\"stage alpha → beta, latest-milestone v1.38\",,,\r\n"
            "2026-01-12T09:30:00Z,record,7,@lead,12,Faster,removed,release v1.38,late,,\r\n");
}

}  // namespace
}  // namespace milepost::log
