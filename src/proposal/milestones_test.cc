#include "proposal/milestones.h"

#include <gtest/gtest.h>

#include "process/process_fixture.h"

namespace milepost {
namespace {

constexpr std::string_view kPack = R"(schema: 1
name: test
layout: {metadata: [{file: meta.yaml}]}
fields:
  - {id: release, is: latest-milestone, type: version}
  - {id: releases, is: milestones, type: stages}
ladders: [{id: up, stages: [alpha, beta]}]
statuses: [{id: draft}]
kinds: [{id: feature, template: t.md}]
)";

std::string shown(const std::optional<Milestone>& milestone, const Source& source) {
  if (!milestone) return "none";
  return to_string(milestone->version) + " as " + std::string(source.text(milestone->span));
}

TEST(Milestones, AreReadAsVersions) {
  auto process =
      load_texts({{"pack/process.yaml", std::string(kPack)}, {"pack/t.md", "# T\n## Summary\n"}});
  ASSERT_TRUE(process) << process.error().message;
  const struct {
    std::string_view name, metadata, latest, beta, at_beta;
  } cases[] = {
      {"both", "release: v1.10\nreleases: {alpha: v1.8, beta: \"1.9\"}\n", "v1.10 as v1.10",
       "v1.9 as \"1.9\"", "v1.9 as \"1.9\""},
      {"not of the stage", "release: '1.30'\nreleases: {alpha: v1.8}\n", "v1.30 as '1.30'", "none",
       "v1.30 as '1.30'"},
      {"zero is unset", "release: \"0.0\"\nreleases: {beta: v0.0}\n", "none", "none", "none"},
      {"words are none", "release: TBD\nreleases: {beta: soon}\n", "none", "none", "none"},
      {"empty", "release:\nreleases: {beta: }\n", "none", "none", "none"},
      {"of the wrong form", "release: [v1.10]\nreleases: v1.9\n", "none", "none", "none"},
      {"a list of stages", "releases: [beta]\n", "none", "none", "none"},
      {"a map too deep", "releases: {beta: {is: v1.9}}\n", "none", "none", "none"},
      {"nothing", "status: draft\n", "none", "none", "none"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto source = make_source(c.metadata, "meta.yaml");
    const Metadata metadata = read_metadata(**process, nullptr, source);
    EXPECT_EQ(shown(latest_milestone(**process, metadata), *source), c.latest);
    EXPECT_EQ(shown(milestone_of(**process, metadata, "beta"), *source), c.beta);
    EXPECT_EQ(shown(milestone_at(**process, metadata, "beta"), *source), c.at_beta);
  }
}

TEST(Milestones, OfAProcessWithoutThem) {
  const Process process;
  const Metadata metadata =
      read_metadata(process, nullptr, make_source("release: v1.10\n", "meta.yaml"));
  EXPECT_FALSE(latest_milestone(process, metadata));
  EXPECT_FALSE(milestone_at(process, metadata, "beta"));
  EXPECT_EQ(find_milestone(process, metadata, ""), nullptr);
}

}  // namespace
}  // namespace milepost
