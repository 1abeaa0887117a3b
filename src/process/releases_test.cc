#include "process/releases.h"

#include <gtest/gtest.h>

#include "process/process_fixture.h"

namespace milepost {
namespace {

constexpr std::string_view kPack = R"(schema: 1
name: test
layout: {metadata: [{front-matter: true}]}
statuses: [{id: draft}]
kinds: [{id: plan, template: t.md}]
calendar:
  file: releases.yaml
  anywhere-on-earth: EVERYWHERE
  dates:
    - {id: start}
    - {id: freeze, deadline: true}
    - {id: release}
)";

std::shared_ptr<const Process> process(std::string_view everywhere) {
  auto loaded =
      load_texts({{"pack/process.yaml", replaced(std::string(kPack), "EVERYWHERE", everywhere)},
                  {"pack/t.md", "# T\n## Summary\n"}});
  EXPECT_TRUE(loaded) << loaded.error().message;
  return *loaded;
}

Result<Releases> read(std::string_view releases, std::string_view everywhere = "true") {
  const auto source =
      make_source("schema: 1\nreleases:\n" + std::string(releases), "releases.yaml");
  return parse_releases(*process(everywhere), *source);
}

std::string freeze(std::string_view written, std::string_view everywhere) {
  const auto releases =
      read("  - {name: v1.2, freeze: " + std::string(written) + "}\n", everywhere);
  if (!releases) return releases.error().message;
  return to_string(*releases->all().front().date("freeze"));
}

TEST(Releases, ADeadlineLastsUntilItsDayHasEnded) {
  EXPECT_EQ(freeze("2026-10-08", "true"), "2026-10-09T12:00:00Z") << "everywhere on earth";
  EXPECT_EQ(freeze("2026-10-08", "false"), "2026-10-09T00:00:00Z");
  EXPECT_EQ(freeze("2026-12-31", "true"), "2027-01-01T12:00:00Z");
  EXPECT_EQ(freeze("2028-02-28", "false"), "2028-02-29T00:00:00Z");
}

TEST(Releases, AConflictIsCalledOne) {
  const auto releases =
      read("<<<<<<< HEAD\n  - {name: v1.2}\n=======\n  - {name: v1.3}\n>>>>>>> topic\n");
  ASSERT_FALSE(releases);
  EXPECT_NE(releases.error().message.find("a merge conflict is left: line 4 against line 6"),
            std::string::npos)
      << releases.error().message;
}

TEST(Releases, AnInstantIsWhatItSays) {
  for (const std::string_view everywhere : {"true", "false"}) {
    EXPECT_EQ(freeze("\"2026-10-08T17:00:00Z\"", everywhere), "2026-10-08T17:00:00Z");
    EXPECT_EQ(freeze("\"2026-10-08T17:00-07:00\"", everywhere), "2026-10-09T00:00:00Z");
    EXPECT_EQ(freeze("\"2026-10-08T01:30+05:30\"", everywhere), "2026-10-07T20:00:00Z");
  }
}

TEST(Releases, WhatIsNoDeadlineBeginsWithItsDay) {
  const auto releases = read("  - {name: v1.2, start: 2026-09-07, release: 2026-12-16}\n");
  ASSERT_TRUE(releases) << releases.error().message;
  const Release& release = releases->all().front();
  EXPECT_EQ(to_string(*release.date("start")), "2026-09-07T00:00:00Z");
  EXPECT_EQ(to_string(*release.date("release")), "2026-12-16T00:00:00Z");
  EXPECT_FALSE(release.date("freeze"));
}

TEST(Releases, AreSortedAndFoundByVersion) {
  const auto releases = read("  - {name: 1.10}\n  - {name: v1.9}\n  - {name: v1.9.1}\n");
  ASSERT_TRUE(releases) << releases.error().message;
  EXPECT_TRUE(releases->known());
  std::string names;
  for (const Release& release : releases->all()) names += release.name + " ";
  EXPECT_EQ(names, "v1.9 v1.9.1 1.10 ");
  EXPECT_EQ(releases->find({1, 10, 0}), &releases->all()[2]) << "with a v or without";
  EXPECT_EQ(releases->find({1, 11, 0}), nullptr);
  EXPECT_FALSE(Releases().known());
}

TEST(Releases, SayWhereTheyAreWrong) {
  const struct {
    std::string_view releases, want;
  } cases[] = {
      {"  - {name: v1.2, frieze: 2026-10-08}\n",
       "releases.yaml:3:18: no date of the calendar is called `frieze`; did you mean `freeze`?"},
      {"  - {name: v1.2, freeze: 2026-13-08}\n",
       "releases.yaml:3:26: `freeze` is a day (2026-10-08) or an instant with its offset "
       "(2026-10-08T12:00:00Z)"},
      {"  - {name: v1.2, freeze: \"2026-10-08T12:00:00\"}\n",
       "releases.yaml:3:26: `freeze` is a day (2026-10-08) or an instant with its offset "
       "(2026-10-08T12:00:00Z)"},
      {"  - {name: soon}\n",
       "releases.yaml:3:12: the name of a release is a version such as v1.37"},
      {"  - {freeze: 2026-10-08}\n", "releases.yaml:3:5: `name` is missing"},
      {"  - {name: v1.2}\n  - {name: 1.2}\n", "releases.yaml:4:5: 1.2 is listed twice"},
      {"  - {name: v1.2, start: 2026-10-10, freeze: 2026-10-08}\n",
       "releases.yaml:3:45: `freeze` of v1.2 lies before its `start`"},
      {"  - {name: v1.2, freeze: 2026-10-08, release: 2026-10-09}\n",
       "releases.yaml:3:47: `release` of v1.2 lies before its `freeze`"},
      {"  - [v1.2]\n", "releases.yaml:3:5"},
      {"  - {name: v1.2\n", "releases.yaml:"},
  };
  for (const auto& c : cases) {
    const auto releases = read(c.releases);
    ASSERT_FALSE(releases) << c.releases;
    EXPECT_EQ(releases.error().message.substr(0, c.want.size()), c.want) << c.releases;
  }
  EXPECT_TRUE(read("  - {name: v1.2, freeze: 2026-10-08, release: 2026-10-10}\n"));
}

TEST(Releases, AskForTheirSchema) {
  const auto source = make_source("releases: []\n", "releases.yaml");
  const auto releases = parse_releases(*process("true"), *source);
  ASSERT_FALSE(releases);
  EXPECT_EQ(releases.error().message,
            "releases.yaml:1:1: `schema: 1` is expected: this milepost reads no other");
}

TEST(UsualDates, WeeksRunOverTheEndsOfMonthsAndYears) {
  Calendar calendar;
  calendar.dates = {{"start", "", false, {}, 0},
                    {"freeze", "", true, {}, 4},
                    {"unplanned", "", true, {}, std::nullopt},
                    {"release", "", false, {}, 15}};
  const auto dates = usual_dates(calendar, {2027, 12, 6});
  ASSERT_EQ(dates.size(), 3);
  EXPECT_EQ(to_string(dates[0].second), "2027-12-06");
  EXPECT_EQ(to_string(dates[1].second), "2028-01-03");
  EXPECT_EQ(dates[2].first, "release");
  EXPECT_EQ(to_string(dates[2].second), "2028-03-20") << "over a 29th of February";
}

TEST(UsualDates, ADeadlineLastsUntilItsDayHasEnded) {
  Calendar calendar;
  EXPECT_EQ(to_string(*read_deadline(calendar, "2026-02-28")), "2026-03-01T00:00:00Z");
  calendar.anywhere_on_earth = true;
  EXPECT_EQ(to_string(*read_deadline(calendar, "2026-12-31")), "2027-01-01T12:00:00Z");
  EXPECT_EQ(to_string(*read_deadline(calendar, "2026-12-31T09:00:00+02:00")),
            "2026-12-31T07:00:00Z");
  EXPECT_FALSE(read_deadline(calendar, "2026-02-30"));
  EXPECT_FALSE(read_deadline(calendar, "2026-02-28T09:00:00")) << "nobody knows where";
}

}  // namespace
}  // namespace milepost
