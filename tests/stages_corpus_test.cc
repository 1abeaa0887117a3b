// Real proposals: what their milestones, stages, feature gates, metrics and
// reviews say, with the answer that is right.
#include <map>
#include <string_view>

#include <gtest/gtest.h>

#include "corpus_fixture.h"
#include "features/findings/model.h"

namespace milepost {
namespace {

constexpr Severity kInfo = Severity::kInfo;
constexpr Severity kWarning = Severity::kWarning;
constexpr Severity kError = Severity::kError;

TEST_F(Corpus, MilestonesStagesAndReviews) {
  const Case cases[] = {
      {"review of another number",
       "keps/sig-api-machinery/4192-svm-in-tree",
       {{"MP502", kWarning, 1, "is \"3299\", but the file is named after 4192"}},
       {"MP501", "MP503", "MP504", "MP506"}},
      {"number with a zero in front",
       "keps/sig-network/0752-endpointslices",
       {},
       {"MP501", "MP502", "MP503", "MP504", "MP505", "MP506"}},
      {"implemented, not stable",
       "keps/sig-cli/3515-kubectl-explain-openapiv3",
       {{"MP318", kError, 0, "asks for stage stable, but the stage is beta"}},
       {"MP315", "MP316", "MP317", "MP321", "MP501", "MP503"}},
      {"implemented, and disabled for good by its milestones",
       "keps/sig-network/4004-deprecate-kube-proxy-version",
       {},
       {"MP318", "MP501", "MP503"}},
      {"latest milestone before that of the stage",
       "keps/sig-api-machinery/4358-custom-resource-field-selectors",
       {{"MP317", kWarning, 24, "v1.31 is before milestone.stable v1.32"}},
       {"MP315", "MP316", "MP321", "MP322", "MP501"}},
      {"all stages in one release",
       "keps/sig-api-machinery/2155-clientgo-apply",
       {},
       {"MP315", "MP316", "MP317", "MP318", "MP321", "MP322", "MP501", "MP503"}},
      {"clean and modern",
       "keps/sig-apps/5882-deployment-pod-replacement-policy",
       {},
       {"MP315", "MP316", "MP317", "MP318", "MP321", "MP322", "MP323", "MP501", "MP502", "MP503",
        "MP504", "MP506"},
       0},
      {"alternatives left from the template",
       "keps/sig-api-machinery/5000-api-linting-crd-schema-tooling",
       {},
       {"MP315", "MP316", "MP317", "MP318", "MP321", "MP501"}},
      {"qualified status and stage",
       "keps/sig-instrumentation/1753-logs-sanitization",
       {},
       {"MP315", "MP317", "MP318", "MP321", "MP501"}},
      {"gates named in the document only",
       "keps/sig-api-machinery/5958-client-opt-out-managedfields",
       {{"MP321", kWarning, 17, "names \"ManagedFieldsOptOut\" and \"ManagedFieldsOptOutClient\""},
        {"MP315", kWarning, 17, "milestone.alpha is not set"}},
       {"MP501", "MP503"}},
      {"another mechanism", "keps/sig-cli/3638-kubectl-plugin-subcommands", {}, {"MP321", "MP322"}},
      {"no way to switch it off, in the author's own words",
       "keps/sig-api-machinery/5589-gogo-dependency",
       {},
       {"MP321", "MP322"}},
      {"gates misspelt in the document",
       "keps/sig-api-machinery/4568-resilient-watchcache-initialization",
       {{"MP322", kWarning, 0, "\"ResilientWatchCacheInitilization\""}},
       {}},
      {"a gate renamed in one place, long ago",
       "keps/sig-api-machinery/3488-cel-admission-control",
       {{"MP322", kInfo, 0, "but feature-gates lists \"CELValidatingAdmission\""}},
       {}},
      {"a gate that two claim, told beside the younger",
       "keps/sig-api-machinery/2339-storageversion-api-for-ha-api-servers",
       {{"MP323", kWarning, 0, "also a gate of 1965"}},
       {"MP501", "MP503"}},
      {"the older of the two",
       "keps/sig-api-machinery/1965-kube-apiserver-identity",
       {},
       {"MP323", "MP501", "MP503"}},
      {"a gate that two claim, who name each other",
       "keps/sig-scheduling/3838-pod-mutable-scheduling-directives",
       {},
       {"MP323", "MP501", "MP503"}},
      {"no review asked for: the latest release was before",
       "keps/sig-network/1138-ipv6",
       {{"MP317", kInfo, 28, "latest-milestone v1.16"}},
       {"MP501"}},
      {"from before releases were named",
       "keps/sig-api-machinery/576-dry-run",
       {{"MP315", kInfo, 18, "latest-milestone and milestone.stable"}},
       {"MP501", "MP318"}},
  };
  ASSERT_FALSE(keps().empty()) << "the bundle could not be cloned";
  for (const Case& c : cases) expect(c, run_check(keps(), {c.path}));
}

// What the whole corpus is told. More would be alarms that are none.
TEST_F(Corpus, IsToldOfFewStagesAndReviews) {
  ASSERT_FALSE(keps().empty());
  std::map<std::string_view, int> loud;  // errors and warnings by rule
  std::map<std::string_view, int> infos;
  const auto run = run_check(keps(), {});
  for (const Finding& finding : run.findings) {
    ++(finding.severity == kInfo ? infos : loud)[finding.code];
  }
  const struct {
    std::string_view rule;
    int loud, infos;
  } cases[] = {
      {"MP315", 17, 24}, {"MP316", 0, 0}, {"MP317", 5, 1}, {"MP318", 4, 0}, {"MP321", 17, 0},
      {"MP322", 1, 12},  {"MP323", 1, 0}, {"MP501", 0, 0}, {"MP502", 1, 0}, {"MP503", 0, 0},
      {"MP504", 0, 0},   {"MP505", 0, 0}, {"MP506", 0, 0},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(loud[c.rule], c.loud) << c.rule;
    EXPECT_EQ(infos[c.rule], c.infos) << c.rule;
  }
}

}  // namespace
}  // namespace milepost
