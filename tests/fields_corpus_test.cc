// Real metadata with known answers. The corpus is read in place; without it these
// tests are skipped.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

#include "features/check/check_fixture.h"
#include "process/process_fixture.h"

namespace milepost {
namespace {

namespace fs = std::filesystem;

// A clone of the bundle, made once and shared by the tests of one process.
const fs::path& keps() {
  static const fs::path clone = [] {
    const fs::path target =
        fs::temp_directory_path() / ("milepost-fields-corpus-" + std::to_string(::getpid()));
    const std::string command = "git clone --quiet --branch master '" +
                                (corpus_folder() / "keps.bundle").string() + "' '" +
                                target.string() + "'";
    if (std::system(command.c_str()) != 0) return fs::path();
    std::atexit([] { fs::remove_all(keps()); });
    return target;
  }();
  return clone;
}

class FieldsCorpus : public testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(corpus_folder() / "keps.bundle")) {
      GTEST_SKIP() << "no corpus at " << corpus_folder();
    }
    ASSERT_FALSE(keps().empty()) << "the bundle could not be cloned";
  }
};

findings::Run run_check(const fs::path& directory, const std::vector<std::string>& paths,
                        const std::vector<std::string>& select) {
  WorkspaceOptions where;
  where.directory = directory.string();
  where.judging.select = select;
  where.judging.all = true;
  auto run = check::open_and_check(where, {paths}, Date{2026, 9, 1});
  EXPECT_TRUE(run.has_value()) << (run ? "" : run.error().message);
  return run ? std::move(*run) : findings::Run();
}

// "8 error MP304 the status …", each on a line.
std::string shown(const findings::Run& run) {
  std::string text;
  for (const Finding& finding : run.findings) {
    text += std::to_string(finding.source->position(finding.span.begin).line) + " " +
            std::string(name(finding.severity)) + " " + std::string(finding.code) + " " +
            finding.message + (finding.note.empty() ? "" : " (" + finding.note + ")") + "\n";
  }
  return text;
}

// The rules on fields, as they are told of.
const std::vector<std::string> kRules = {"MP304", "MP305", "MP306", "MP307", "MP308",
                                         "MP309", "MP310", "MP311", "MP313", "MP314",
                                         "MP319", "MP320", "MP324", "MP325", "MP326"};

TEST_F(FieldsCorpus, TrickyFields) {
  const struct {
    const char *name, *path, *want;
  } cases[] = {
      {"impossible date", "keps/sig-api-machinery/4355-coordinated-leader-election",
       "10 error MP305 creation-date \"2023-14-05\" is no date; write it as yyyy-mm-dd (did you "
       "mean 2023-05-14?)\n"
       "38 warning MP309 \"metrics\" still has the placeholder \"my_feature_metric\"; put the "
       "proposal's own there\n"},
      {"the review's number has a zero in front", "keps/sig-network/0752-endpointslices",
       "1 info MP324 the title is not that of the metadata, \"EndpointSlice API\"\n"
       "2 info MP326 \"0752-endpointslices\" has zeros in front of its number; rename it to "
       "\"752-endpointslices\"\n"},
      {"placeholder enums", "keps/sig-api-machinery/5000-api-linting-crd-schema-tooling",
       "1 info MP324 the title is not that of the metadata, \"API Linting and CRD Schema Change "
       "Tooling\"\n"
       "8 error MP304 the status still lists the template's alternatives; keep one (It is judged "
       "as "
       "\"provisional\" until then.)\n"
       "19 error MP304 the stage still lists the template's alternatives; keep one\n"},
      {"qualified status", "keps/sig-instrumentation/1753-logs-sanitization",
       "10 error MP304 status \"implemented (alpha)\" is none of the process's: provisional, "
       "implementable, implemented, deferred, rejected, withdrawn, replaced (did you mean "
       "\"implemented\"? It is judged as that.)\n"
       "12 error MP304 stage \"alpha (deprecated)\" is none of the process's: alpha, beta, stable, "
       "deprecated, disabled, removed\n"
       "13 info MP326 \"1.24\" has no v in front; write \"v1.24\"\n"},
      {"handles with prose", "keps/sig-api-machinery/1281-network-proxy",
       "11 info MP319 \"TBD\" still stands beside those who are named; remove it\n"
       "21 info MP319 2 entries, first \"@deads2k - For Kube API Server portion of KEP\", say more "
       "than the handles, which alone are used\n"
       "34 info MP326 \"1.18\" has no v in front; write \"v1.18\"\n"},
      {"fields of a tool, a release for a date", "keps/sig-cli/3515-kubectl-explain-openapiv3",
       "61 info MP324 the title is not that of the metadata, \"Kubectl Explain OpenAPIv3\"\n"
       "16 warning MP305 last-updated \"v1.29\" is no date; write it as yyyy-mm-dd\n"
       "19 info MP326 4 versions have no v in front; write \"v1.29\" here\n"},
      {"clean and modern", "keps/sig-apps/5882-deployment-pod-replacement-policy", ""},
      {"no number yet, and it is not taken", "keps/sig-release/0000-anago-to-krel-migration",
       "2 warning MP309 \"kep-number\" still has the placeholder \"0000\"; put the proposal's own "
       "there\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(shown(run_check(keps(), {c.path}, kRules)), c.want);
  }
}

// What is wrong in old metadata is little, and most of it is form.
TEST_F(FieldsCorpus, OldProposalsAreNotDrowned) {
  const auto run = run_check(keps(), {}, kRules);
  EXPECT_EQ(run.proposals, 318U);
  EXPECT_LE(run.count(Severity::kError), 15U) << shown(run);
  EXPECT_LE(run.count(Severity::kWarning), 40U) << shown(run);
  EXPECT_LE(run.count(Severity::kInfo), 170U) << shown(run);
}

TEST_F(FieldsCorpus, DesignsSayTheirStatusInASection) {
  const auto only = [](const std::string& path) {
    return shown(run_check(corpus_folder(), {path}, {"MP304", "MP326", "MP327"}));
  };
  EXPECT_EQ(only("metal3/hostclaim-multitenancy.md"),
            "9 info MP327 the file is called \"hostclaim-multitenancy\"; after its title it would "
            "be \"hostclaim-sharing-baremetalhost-between-multiple-tenants\"\n"
            "13 info MP326 the status is written \"Provisional\"; write \"provisional\"\n");
  EXPECT_EQ(only("metal3/baremetal-operator/host-live-updates.md").substr(0, 13), "8 info MP327 ");
  EXPECT_EQ(only("metal3/ironic_authentication.md"), "") << "an underscore hides nothing";
  EXPECT_EQ(only("metal3/baremetal-operator/bmc-events.md"), "") << "implemented";
}

}  // namespace
}  // namespace milepost
