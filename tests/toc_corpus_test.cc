// Tables of contents of real proposals, which their authors had mdtoc write. The
// corpus is read in place; without it these tests are skipped.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

#include "features/check/check_fixture.h"
#include "golden_files.h"
#include "text/toc.h"

namespace milepost {
namespace {

namespace fs = std::filesystem;

class TocCorpus : public testing::Test {
 protected:
  void SetUp() override {
    const char* named = std::getenv("MILEPOST_CORPUS");
    const fs::path bundle =
        (named ? fs::path(named) : in_source_tree("../shared/corpus")) / "keps.bundle";
    if (!fs::exists(bundle)) GTEST_SKIP() << "no corpus at " << bundle;
    keps_ = fs::path(testing::TempDir()) / ("milepost-toc-corpus-" + std::to_string(::getpid()));
    const std::string command =
        "git clone --quiet --branch master '" + bundle.string() + "' '" + keps_.string() + "'";
    ASSERT_EQ(std::system(command.c_str()), 0);
  }
  void TearDown() override {
    if (!keps_.empty()) fs::remove_all(keps_);
  }

  // Every README.md with a table; the template of all proposals is one.
  std::vector<Document> documents() const {
    std::vector<Document> found;
    for (const auto& entry : fs::recursive_directory_iterator(keps_ / "keps")) {
      if (entry.path().filename() != "README.md" || entry.is_symlink()) continue;
      auto source = std::make_shared<const Source>(entry.path().string(),
                                                   read_text(entry.path()).value_or(""));
      Document document(std::move(source));
      if (find_toc(document).first) found.push_back(std::move(document));
    }
    return found;
  }

  milepost::findings::Run check_one(const std::string& path) const {
    auto run = check::open_and_check({keps_.string()}, {{path}});
    EXPECT_TRUE(run) << run.error().message;
    return run ? std::move(*run) : milepost::findings::Run();
  }

  fs::path keps_;
};

TEST_F(TocCorpus, TablesAreTheOnesMdtocWrote) {
  const auto all = documents();
  EXPECT_GE(all.size(), 300U);
  std::vector<std::string> stale;
  std::size_t unlike = 0;
  for (const Document& document : all) {
    const auto found = find_toc(document, TocStyle::kMdtoc).first;
    if (!found) continue;
    const TocPlace place = *found;
    const auto entries = toc_entries(document, place.table.end, kTocDepth, TocStyle::kMdtoc);
    if (!is_current(document, place, entries, TocStyle::kMdtoc)) {
      stale.push_back(document.source().path());
      continue;
    }
    // Not only current but, blank lines around it apart, the same bytes.
    const Edit edit = write_toc(document, place, entries, TocStyle::kMdtoc);
    if (edit.text != document.text(place.table)) ++unlike;
  }
  EXPECT_LE(stale.size() * 318, all.size() * 3) << testing::PrintToString(stale);
  EXPECT_LE(unlike, 3U) << "of " << all.size();
}

TEST_F(TocCorpus, OddTablesAreSaid) {
  const struct {
    const char* name;
    const char* path;
    const char* rule;
    std::uint32_t line;
    const char* in_message;
    const char* absent;
  } cases[] = {
      // mdtoc does not see a heading that begins with a space; renderers do.
      {"one-space headings A", "keps/sig-network/2079-network-policy-port-range/README.md", "MP620",
       265, "\"Rollout, Upgrade and Rollback Planning\", and", "MP616"},
      {"one-space headings B", "keps/sig-scheduling/5598-opportunistic-batching/README.md", "MP620",
       1306, "\"eCache performance was still O(num nodes)\" and 2 more, and", "MP616"},
      {"two TOC blocks", "keps/sig-apps/961-maxunavailable-for-statefulset/README.md", "MP617", 106,
       "only the first is kept current", "MP616"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const milepost::findings::Run run = check_one(c.path);  // owns what the findings point into
    const auto& findings = run.findings;
    ASSERT_EQ(std::ranges::count(findings, c.rule, &Finding::code), 1);
    const Finding& found = *std::ranges::find(findings, c.rule, &Finding::code);
    EXPECT_EQ(found.severity, Severity::kInfo);
    EXPECT_EQ(found.source->position(found.span.begin).line, c.line);
    EXPECT_NE(found.message.find(c.in_message), std::string::npos) << found.message;
    EXPECT_EQ(std::ranges::count(findings, c.absent, &Finding::code), 0);
    EXPECT_EQ(std::ranges::count(findings, Severity::kError, &Finding::severity), 0);
  }
}

}  // namespace
}  // namespace milepost
