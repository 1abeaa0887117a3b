#include "features/release/new_release.h"

#include <gtest/gtest.h>

#include "workspace/repository_fixture.h"

namespace milepost::release {
namespace {

class NewReleases : public RepositoryFixture {
 protected:
  NewReleases() {
    write("milepost.yaml",
          "schema: 1\nprocess: ./pack\n"
          "calendar:\n"
          "  file: releases.yaml\n"
          "  anywhere-on-earth: true\n"
          "  dates:\n"
          "    - {id: start, week: 0}\n"
          "    - {id: freeze, deadline: true, week: 4}\n"
          "    - {id: release, week: 15}\n");
  }

  // The file as it would be, or why it would not.
  std::string planned(const std::string& release = "v1.38") const {
    const auto workspace = Workspace::open({.directory = at("")}, start_of({2026, 12, 1}));
    if (!workspace) return workspace.error().message;
    const auto made = plan_release(**workspace, {release, {2026, 12, 7}});
    return made ? *made->change.after : made.error().message;
  }

  static constexpr std::string_view kAdded =
      "  - name: v1.38\n    start: 2026-12-07\n    freeze: 2027-01-04\n    release: 2027-03-22\n";
};

TEST_F(NewReleases, MakeTheFile) {
  EXPECT_EQ(planned(),
            "# The releases, and what is due when.\nschema: 1\nreleases:\n" + std::string(kAdded));
}

TEST_F(NewReleases, KeepWhatIsThere) {
  const std::string before =
      "# ours\nschema: 1\nreleases:\n"
      "  - name: v1.36  # the first\n    freeze: 2026-02-05\n"
      "  - {name: v1.37, freeze: 2026-06-04} # short\n";
  const std::string after = "# the end\n";
  write("releases.yaml", before + after);
  EXPECT_EQ(planned(), before + std::string(kAdded) + after);
  write("releases.yaml", before.substr(0, before.size() - 1));
  EXPECT_EQ(planned(), before + std::string(kAdded)) << "the last line has no end";
}

TEST_F(NewReleases, FollowTheIndentation) {
  write("releases.yaml", "schema: 1\nreleases:\n- name: v1.37\n  freeze: 2026-06-04\n");
  EXPECT_EQ(planned(),
            "schema: 1\nreleases:\n- name: v1.37\n  freeze: 2026-06-04\n"
            "- name: v1.38\n  start: 2026-12-07\n  freeze: 2027-01-04\n  release: 2027-03-22\n");
}

TEST_F(NewReleases, FollowTheLineEnds) {
  write("releases.yaml", "schema: 1\r\nreleases:\r\n");
  EXPECT_EQ(planned(),
            "schema: 1\r\nreleases:\r\n  - name: v1.38\r\n    start: 2026-12-07\r\n"
            "    freeze: 2027-01-04\r\n    release: 2027-03-22\r\n");
}

TEST_F(NewReleases, RefuseWhatTheyDoNotUnderstand) {
  write("releases.yaml", "schema: 1\nreleases: [{name: v1.37}]\n");
  EXPECT_EQ(planned(),
            "releases.yaml is written in a way that milepost does not add to; add v1.38 by hand");
  write("releases.yaml", "schema: 1\nreleases:\n  - name: v1.38\n");
  EXPECT_EQ(planned("1.38"), "releases.yaml has v1.38 already");
  EXPECT_EQ(planned("next"), "a release is a version such as v1.38, not \"next\"");
}

TEST_F(NewReleases, FollowThoseThatAreThere) {
  write("releases.yaml", "schema: 1\nreleases:\n  - {name: v1.39, start: 2027-05-03}\n");
  EXPECT_EQ(planned(),
            "v1.38 is older than v1.39, the newest in releases.yaml; what came before it is added "
            "by hand");
  EXPECT_EQ(planned("v1.40"),
            "the start of v1.40 would be on 2026-12-07, no later than that of v1.39: say a later "
            "--start");
}

TEST_F(NewReleases, NeedACalendar) {
  write("milepost.yaml", "schema: 1\nprocess: ./pack\n");
  EXPECT_EQ(planned(), "the process ways has no releases");
}

}  // namespace
}  // namespace milepost::release
