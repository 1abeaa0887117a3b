// Real proposals, checked as a user would: every tricky place that concerns
// documents, with the answer that is right.
#include <filesystem>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "base/files.h"
#include "base/limits.h"
#include "corpus_fixture.h"
#include "features/templates/templates.h"
#include "proposal/link_target.h"
#include "text/anchors.h"
#include "text/inline.h"

namespace milepost {
namespace {

namespace fs = std::filesystem;

constexpr Severity kInfo = Severity::kInfo;
constexpr Severity kWarning = Severity::kWarning;
constexpr Severity kError = Severity::kError;

TEST_F(Corpus, TrickyProposals) {
  const Case cases[] = {
      {"questionnaire commented out",
       "keps/sig-release/3027-slsa-compliance/README.md",
       {{"MP205", kInfo, 0, "sections are commented out"}},
       {"MP201"}},
      {"heading repeated inside a comment",
       "keps/sig-api-machinery/3716-admission-webhook-match-conditions/README.md",
       {},
       {"MP207"}},
      {"sections commented out, grouped",
       "keps/sig-api-machinery/2885-server-side-unknown-field-validation/README.md",
       {{"MP205", kError, 0, "\"Upgrade / Downgrade Strategy\" and \"Drawbacks\""}},
       {"MP201"},
       1},
      {"headings with one leading space",
       "keps/sig-network/2079-network-policy-port-range/README.md",
       {{"MP201", kInfo, 0, "Version Skew Strategy"}},
       {},
       0},
      {"indented headings after the table of contents",
       "keps/sig-scheduling/5598-opportunistic-batching/README.md",
       {},
       {"MP201", "MP205"},
       0},
      {"setext heading inside a list",
       "keps/sig-network/5311-relaxed-validation-for-service-names/README.md",
       {},
       {"MP201", "MP206", "MP207", "MP208"},
       0},
      {"stray comment end",
       "keps/sig-api-machinery/4358-custom-resource-field-selectors/README.md",
       {{"MP608", kInfo, 976, ""}},
       {},
       0},
      {"further headings of level 1",
       "keps/sig-network/1507-app-protocol/README.md",
       {{"MP603", kInfo, 107, "Alpha -> Beta"}},
       {"MP601", "MP602"},
       0},
      {"wrapped questions at another level",
       "keps/sig-apps/1847-autoremove-statefulset-pvcs/README.md",
       {{"MP206", kInfo, 555, "found by how it begins"},
        {"MP208", kInfo, 0, "23 headings"},
        {"MP201", kInfo, 563, "How can someone using this feature know"}},
       {},
       0},
      {"questions as bold items",
       "keps/sig-api-machinery/2155-clientgo-apply/README.md",
       {{"MP206", kInfo, 459, "3 questions are found as bold list items"}},
       {"MP201"},
       0},
      {"levels and names of an older template",
       "keps/sig-apps/19-Graduate-CronJob-to-Stable/README.md",
       {{"MP206", kInfo, 436, "23 questions"}},
       {},
       0},
      {"one heading for two sections",
       "keps/sig-network/1880-multiple-service-cidrs/README.md",
       {{"MP211", kInfo, 621, "\"Upgrade / Downgrade Strategy\" and \"Version Skew Strategy\""}},
       {"MP201"},
       0},
      {"titles again at a deeper level",
       "keps/sig-scheduling/5278-nominated-node-name-for-expectation/README.md",
       {},
       {"MP201", "MP207", "MP208"},
       0},
      {"history written under another heading",
       "keps/sig-network/3070-reserved-service-ip-range/README.md",
       {{"MP203", kInfo, 435, "Implementation History"}},
       {"MP201"},
       0},
      {"only link definitions below the last question",
       "keps/sig-apps/1591-daemonset-surge/README.md",
       {{"MP203", kWarning, 382, "What steps should be taken"}},
       {}},
      {"wording of an older template",
       "keps/sig-api-machinery/2558-publish-version-openapi/README.md",
       {},
       {"MP201", "MP202", "MP203", "MP206"},
       0},
      {"not written from the template",
       "keps/sig-api-machinery/576-dry-run/README.md",
       {{"MP201", kInfo, 24, "\"Summary\""},
        {"MP201", kInfo, 24, "\"Motivation\" with its section \"Goals\""}},
       {},
       0},
      {"placeholder title",
       "keps/sig-architecture/4402-go-workspaces/README.md",
       {{"MP602", kError, 33, "NNNN"}},
       {}},
      {"clean and modern",
       "keps/sig-apps/5882-deployment-pod-replacement-policy",
       {},
       {"MP201", "MP202", "MP203", "MP204", "MP205", "MP207", "MP212", "MP604"},
       0},
      {"UNRESOLVED in prose",
       "keps/sig-network/3866-nftables-proxy/README.md",
       {},
       {"MP604", "MP605"},
       0},
      {"impossible date",
       "keps/sig-api-machinery/4355-coordinated-leader-election/kep.yaml",
       {{"MP305", kError, 10, "2023-14-05"}},
       {},
       1},
      {"alternatives left from the template",
       "keps/sig-api-machinery/5000-api-linting-crd-schema-tooling/kep.yaml",
       {{"MP304", kError, 8, "alternatives"}, {"MP304", kError, 19, "alternatives"}},
       {}},
      {"qualified status",
       "keps/sig-instrumentation/1753-logs-sanitization/kep.yaml",
       {{"MP304", kError, 10, "implemented (alpha)"}, {"MP304", kError, 12, "alpha (deprecated)"}},
       {}},
      {"metadata without a document",
       "keps/sig-api-machinery/365-paginated-lists",
       {{"MP614", kError, 1, ""}},
       {"MP201", "MP601"},
       1},
  };
  ASSERT_FALSE(keps().empty()) << "the bundle could not be cloned";
  for (const Case& c : cases) expect(c, run_check(keps(), {c.path}));
}

TEST_F(Corpus, WarnsOnCleanModernProposalNotAtAll) {
  ASSERT_FALSE(keps().empty());
  const auto run = run_check(keps(), {"keps/sig-apps/5882-deployment-pod-replacement-policy"});
  EXPECT_EQ(run.count(kError) + run.count(kWarning), 0U) << all_of(run);
}

// Judged by today's template alone, the older proposals would be told of
// thousands of missing sections.
TEST_F(Corpus, OldProposalsAreNotDrowned) {
  ASSERT_FALSE(keps().empty());
  const auto run = run_check(keps(), {});
  EXPECT_EQ(run.proposals, 318U);
  std::map<const Source*, int> missing;
  for (const Finding& finding : run.findings) {
    if (finding.code == "MP201") ++missing[finding.source];
  }
  int all = 0;
  for (const auto& [source, count] : missing) {
    EXPECT_LE(count, 12) << source->path();
    all += count;
  }
  EXPECT_LE(all, 250);
  EXPECT_TRUE(run.read_errors.empty());
}

TEST_F(Corpus, DesignsOfTheirOwnTemplate) {
  const auto all = run_check(corpus_folder(), {"metal3"});
  for (const Finding& finding : all.findings) {
    EXPECT_EQ(finding.source->path().find("style-guide"), std::string::npos)
        << "a style guide is no design";
  }
  const auto run = run_check(corpus_folder(), {"metal3/hostclaim-multitenancy.md"});
  expect({"wrap", "", {{"MP611", kInfo, 34, "39 lines"}}, {"MP304"}, 0}, run);
}

TEST_F(Corpus, BrokenFrontMatterLeavesTheRestChecked) {
  const auto run = run_check(
      corpus_folder(), {"openshift/enhancements/machine-config/ignition-spec-dual-support.md"},
      "openshift/guidelines/enhancement_template.md");
  expect({"alias error",
          "",
          {{"MP304", kError, 17, "keep one"}, {"MP214", kInfo, 0, "API Extensions"}},
          {}},
         run);
}

TEST_F(Corpus, TheSeedTemplateLosesNoHeading) {
  const std::string path = (corpus_folder() / "../seeds/kep-template.md").string();
  if (!fs::exists(path)) GTEST_SKIP() << "no seeds beside the corpus";
  const auto workspace = Workspace::open({}, start_of(today_utc()));
  ASSERT_TRUE(workspace) << workspace.error().message;
  const auto view = templates::view_template(**workspace, path);
  ASSERT_TRUE(view) << view.error().message;
  EXPECT_EQ(view->sections.size(), 57U);
  for (const templates::SectionRow& row : view->sections) {
    EXPECT_TRUE(row.required || row.title != "Risks and Mitigations");
  }
  expect({"seed",
          "",
          {{"MP102", kError, 157, ""},
           {"MP102", kError, 166, ""},
           {"MP610", kWarning, 130, "—"},
           {"MP105", kInfo, 113, "Release Signoff Checklist"}},
          {}},
         view->run);
}

// The tool that wrote most tables of contents has slugs of its own, so that they
// lead somewhere on GitHub shows that both agree. The rest was looked at one by one.
TEST_F(Corpus, AnchorsLeadToTheirHeadings) {
  ASSERT_FALSE(keps().empty());
  std::size_t in_toc = 0;
  std::vector<std::string> lost_in_toc;
  std::size_t elsewhere = 0;
  std::size_t lost_elsewhere = 0;
  for (const auto& entry : fs::recursive_directory_iterator(keps() / "keps")) {
    if (entry.path().extension() != ".md") continue;
    const auto source = read_source(entry.path().string(), "", kLimits.document_bytes);
    ASSERT_TRUE(source) << source.error().message;
    const Document document(*source);
    const Anchors anchors(document);
    const auto tocs = toc_spans(document);
    for (const Link& link : find_links(document)) {
      if (link.kind == LinkKind::kReference) continue;
      const LinkTarget target = link_target("a.md", destination_of(document, link));
      if (target.kind != TargetKind::kAnchor) continue;
      const bool lost = !anchors.has(target.fragment);
      if (std::ranges::any_of(tocs, [&](Span toc) { return toc.contains(link.span); })) {
        ++in_toc;
        if (lost) lost_in_toc.push_back(target.fragment);
      } else {
        ++elsewhere;
        lost_elsewhere += lost ? 1 : 0;
      }
    }
  }
  EXPECT_GT(in_toc, 11000U);
  EXPECT_EQ(lost_in_toc, (std::vector<std::string>{"upgradesdowngrades", "tests"}))
      << "the second table of contents in a file of sig-apps is old";
  EXPECT_EQ(elsewhere, 446U);
  EXPECT_EQ(lost_elsewhere, 33U);
}

}  // namespace
}  // namespace milepost
