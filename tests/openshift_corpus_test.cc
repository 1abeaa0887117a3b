// Real enhancements of the openshift process, which is a pack and no C++. The
// corpus is read in place; without it these tests are skipped.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "features/check/check_fixture.h"

namespace milepost {
namespace {

namespace fs = std::filesystem;

fs::path corpus() {
  const char* named = std::getenv("MILEPOST_CORPUS");
  return named ? fs::path(named) : fs::path(MILEPOST_SOURCE_DIR) / "../shared/corpus";
}

class OpenshiftCorpus : public testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(corpus() / "openshift")) GTEST_SKIP() << "no corpus at " << corpus();
  }
};

findings::Run run_on(const std::vector<std::string>& paths, bool all = false) {
  WorkspaceOptions where;
  where.directory = (corpus() / "openshift").string();
  where.judging.all = all;
  auto run = check::open_and_check(where, {paths});
  EXPECT_TRUE(run.has_value()) << (run ? "" : run.error().message);
  return run ? std::move(*run) : findings::Run();
}

struct Row {
  std::uint32_t line;
  std::string code;
  Severity severity;
  friend bool operator==(const Row&, const Row&) = default;
};

std::vector<Row> rows_of(const findings::Run& run) {
  std::vector<Row> rows;
  for (const Finding& finding : run.findings) {
    rows.push_back({finding.source->position(finding.span.begin).line, std::string(finding.code),
                    finding.severity});
  }
  return rows;
}

bool contains(const std::vector<Row>& rows, const Row& row) {
  return std::ranges::find(rows, row) != rows.end();
}

TEST_F(OpenshiftCorpus, IsRecognisedAndNotDrowned) {
  const auto run = run_on({});
  ASSERT_EQ(run.notes.size(), 1U);
  EXPECT_TRUE(run.notes.front().starts_with("process openshift, recognised by ")) << run.notes[0];
  EXPECT_TRUE(run.read_errors.empty());

  std::map<std::string, std::size_t> missing;  // errors about sections, by document
  std::size_t missing_in_all = 0;
  for (const Finding& finding : run.findings) {
    if (finding.code != "MP201" || finding.severity != Severity::kError) continue;
    ++missing[std::string(finding.source->path())];
    ++missing_in_all;
  }
  // Older documents lack what the template did not have then; that is no error.
  // Each of these few lacks what its own template asked for.
  EXPECT_LE(missing_in_all, 14U);
  EXPECT_GE(missing_in_all, 8U);
  EXPECT_LE(missing.size(), 7U);
  // The front matter of five cannot be read as it stands.
  const auto unreadable = std::ranges::count(run.findings, "MP301", &Finding::code);
  EXPECT_EQ(unreadable, 5);
  // Well under one error and two warnings a document.
  EXPECT_LE(run.count(Severity::kError), 60U);
  EXPECT_LE(run.count(Severity::kWarning), 150U);
}

// Its status reads `**provisional**|implementable|…`, which YAML takes for an alias. One error at
// its line says what to do, and it is judged by the one that is marked.
TEST_F(OpenshiftCorpus, AliasErrorStopsNothing) {
  const auto rows = rows_of(run_on({"enhancements/machine-config/ignition-spec-dual-support.md"}));
  EXPECT_TRUE(contains(rows, {17, "MP304", Severity::kError}));
  EXPECT_EQ(rows.size(), 1U) << "while provisional, Summary and Motivation are due";
}

TEST_F(OpenshiftCorpus, WellKeptEnhancementsHaveNoErrors) {
  for (const char* path :
       {"enhancements/olm/lifecycle-and-compatibility.md",
        "enhancements/topologies/mutable-topology.md",
        "enhancements/ingress/gateway-api-without-olm.md", "enhancements/etcd/etcd-size-tuning.md",
        "enhancements/scheduling/scheduler-profiles.md", "enhancements/dns/forward-dns-over-tls.md",
        "enhancements/builds/disable-jenkins-pipeline.md"}) {
    const auto run = run_on({path});
    // The corpus holds an eighth of the documents these refer to.
    const auto wrong = std::ranges::count_if(run.findings, [](const Finding& finding) {
      return finding.severity >= Severity::kWarning && !finding.code.starts_with("MP4");
    });
    EXPECT_EQ(wrong, 0) << path;
  }
}

// What a newer template added is told as such, once.
TEST_F(OpenshiftCorpus, OldEnhancementsAreJudgedByTheirOwnTemplate) {
  const auto run = run_on({"enhancements/builds/disable-jenkins-pipeline.md"}, true);
  const auto drift = std::ranges::find(run.findings, "MP213", &Finding::code);
  ASSERT_NE(drift, run.findings.end());
  EXPECT_NE(drift->message.find("written for the template of 2019-09-01"), std::string::npos);
  EXPECT_NE(drift->message.find("Topology Considerations"), std::string::npos);
}

}  // namespace
}  // namespace milepost
