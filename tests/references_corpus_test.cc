// Relations and links of real proposals. The corpus is read in place; without it
// these tests are skipped.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <unistd.h>
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

// A clone of the bundle that is there as long as a test runs.
class ReferencesCorpus : public testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(corpus() / "keps.bundle")) GTEST_SKIP() << "no corpus at " << corpus();
    clone_ = fs::temp_directory_path() / ("milepost-references-" + std::to_string(::getpid()));
    const std::string command = "git clone --quiet --branch master '" +
                                (corpus() / "keps.bundle").string() + "' '" + clone_.string() + "'";
    ASSERT_EQ(std::system(command.c_str()), 0) << "the bundle could not be cloned";
  }
  void TearDown() override {
    std::error_code ignored;
    if (!clone_.empty()) fs::remove_all(clone_, ignored);
  }

  milepost::findings::Run run(const std::vector<std::string>& paths) const {
    WorkspaceOptions where;
    where.directory = clone_.string();
    where.judging.select = {"MP4"};
    auto checked = check::open_and_check(where, {paths});
    EXPECT_TRUE(checked.has_value()) << (checked ? "" : checked.error().message);
    return checked ? std::move(*checked) : milepost::findings::Run();
  }

  fs::path clone_;
};

TEST_F(ReferencesCorpus, MarkdownInTheMetadataIsToldOnce) {
  const milepost::findings::Run found =
      run({"keps/sig-api-machinery/95-custom-resource-definitions"});
  const auto in_metadata = [](const Finding& finding) { return finding.code == "MP401"; };
  ASSERT_EQ(std::ranges::count_if(found.findings, in_metadata), 1);
  const Finding& finding = *std::ranges::find_if(found.findings, in_metadata);
  EXPECT_EQ(finding.severity, Severity::kInfo);
  EXPECT_NE(finding.message.find("bare address"), std::string::npos) << finding.message;
}

TEST_F(ReferencesCorpus, AWellKeptProposalIsClean) {
  const milepost::findings::Run found =
      run({"keps/sig-apps/5882-deployment-pod-replacement-policy"});
  for (const Finding& finding : found.findings) ADD_FAILURE() << finding.message;
}

// Old documents are full of links to what has moved since.
TEST_F(ReferencesCorpus, OldProposalsAreNotDrowned) {
  const milepost::findings::Run found = run({});
  std::map<const Source*, int> each;
  for (const Finding& finding : found.findings) {
    EXPECT_TRUE(finding.severity < Severity::kError || finding.code == "MP403") << finding.message;
    if (finding.severity >= Severity::kWarning) ++each[finding.source];
  }
  for (const auto& [source, count] : each) EXPECT_LE(count, 8) << source->path();
}

}  // namespace
}  // namespace milepost
