#include "features/check/baseline.h"

#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "features/check/check_fixture.h"
#include "workspace/repository_fixture.h"

namespace milepost::check {
namespace {

using Texts = std::vector<std::string>;

constexpr std::string_view kMetadata = "title: Faster\nnumber: 1\nstatus: accepted\n";
constexpr std::string_view kFaulty =
    "# Faster\n\n## Summary\n\nTBD\n\n## Risks\n\nIt may break, which a test would show.\n";

class BaselineFiles : public RepositoryFixture {
 protected:
  Workspace::Pointer open(const std::string& below = {}) const {
    auto opened = Workspace::open({at(below)}, moment_on({}));
    EXPECT_TRUE(opened) << opened.error().message;
    return opened ? std::move(*opened) : nullptr;
  }

  findings::Run run(const std::string& below = {}) const {
    auto checked = check(*open(below), {{"."}});
    EXPECT_TRUE(checked) << checked.error().message;
    return checked ? std::move(*checked) : findings::Run{};
  }

  // The rules that are new, and "gone MPnnn path" for what is no more.
  Texts against(const std::string& file, const std::string& below = {}) {
    findings::Run now = run(below);
    auto gone = subtract_baseline(*open(below), file, now);
    error_ = gone ? "" : gone.error().message;
    baselined_ = now.baselined;
    Texts all;
    for (const Finding& finding : now.findings) all.emplace_back(finding.code);
    if (!gone) return all;
    for (const findings::BaselineEntry& entry : *gone) {
      all.push_back(fmt::format("gone {} {}", entry.rule, entry.path));
    }
    return all;
  }

  std::string error_;
  std::size_t baselined_ = 0;
};

TEST_F(BaselineFiles, TakeOutWhatIsKnown) {
  propose("1-x", kMetadata, kFaulty);
  ASSERT_EQ(run().findings.size(), 1U);
  ASSERT_TRUE(store_baseline(*open(), "known.json", run()));
  EXPECT_EQ(against("known.json"), Texts{});
  EXPECT_EQ(baselined_, 1U);

  propose("1-x", kMetadata, "\n\n" + std::string(kFaulty));
  EXPECT_EQ(against("known.json"), Texts{}) << "text may move";
  propose("2-y", "title: Faster\nnumber: 2\nstatus: accepted\n", kFaulty);
  EXPECT_EQ(against("known.json"), Texts{"MP202"}) << "another file";
  propose("1-x", kMetadata);
  EXPECT_EQ(against("known.json"), (Texts{"MP202", "gone MP202 ways/1-x/README.md"}));

  ASSERT_TRUE(store_baseline(*open(), "known.json", run())) << "it may be there already";
  EXPECT_EQ(against("known.json"), Texts{});
}

// Whatever folder one stands in, the file means the same findings.
TEST_F(BaselineFiles, AreReadFromAnyFolder) {
  propose("1-x", kMetadata, kFaulty);
  make_folder("state");
  ASSERT_TRUE(store_baseline(*open("ways"), "../state/known.json", run("ways")));
  EXPECT_NE(read("state/known.json").find("\"../ways/1-x/README.md\""), std::string::npos);
  EXPECT_EQ(against("state/known.json"), Texts{});
  EXPECT_EQ(against("../../state/known.json", "ways/1-x"), Texts{});
  EXPECT_EQ(baselined_, 1U);
}

TEST_F(BaselineFiles, ThatCannotBeUsedAreRefused) {
  propose("1-x", kMetadata, kFaulty);
  write("text.json", "known findings\n");
  make_folder("folder.json");
  const struct {
    const char *name, *file, *message;
  } cases[] = {
      {"missing", "gone.json", "gone.json: does not exist"},
      {"no baseline", "text.json", "text.json: "},
      {"a folder", "folder.json", "folder.json: is a directory"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    against(c.file);
    EXPECT_EQ(error_.substr(0, std::string_view(c.message).size()), c.message) << error_;
  }
  EXPECT_FALSE(store_baseline(*open(), "folder.json", run()));
  EXPECT_FALSE(store_baseline(*open(), "no-folder/known.json", run()));
  EXPECT_FALSE(std::filesystem::exists(root_ / "no-folder"));
}

}  // namespace
}  // namespace milepost::check
