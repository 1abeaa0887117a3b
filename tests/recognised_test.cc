// Which process a repository follows is told from where its files are: the packs for kinds of
// repositories each know their own, and none takes another's for it. Real repositories of the
// corpus are read in place; without it those tests are skipped.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "features/check/check_fixture.h"
#include "process/heading_key.h"
#include "process/load.h"
#include "proposal/repository.h"
#include "proposal/tree_fixture.h"

namespace milepost {
namespace {

namespace fs = std::filesystem;
using Texts = std::vector<std::string>;

// What proposals of most kinds have.
constexpr const char* kProposal =
    "# X\n\n## Summary\n\n## Motivation\n\n## Proposal\n\n## Alternatives\n\n## Drawbacks\n";

class Recognised : public TreeFixture {
 protected:
  std::string pack_of(const std::string& folder) const {
    const auto opened = open_repository(at(folder), {});
    if (!opened) return opened.error().message;
    return opened->process ? opened->process->name : "";
  }
};

TEST_F(Recognised, ByWhereFilesAre) {
  const struct {
    std::string_view name;
    Texts files;
    std::string_view want;
  } cases[] = {
      {"groups", {"keps/sig-a/12-x/kep.yaml"}, "kep"},
      {"groups, and one proposal beside them",
       {"keps/sig-a/12-x/kep.yaml", "keps/34-y/kep.yaml"},
       "kep"},
      {"no groups", {"keps/34-y/kep.yaml", "keps/34-y/README.md"}, "kueue"},
      {"no groups, front matter", {"keps/34-y/README.md"}, "kueue"},
      {"no number", {"keps/y/README.md"}, ""},
      {"a template alone, of groups or none", {"keps/NNNN-kep-template/kep.yaml"}, ""},
      {"GEPs", {"geps/gep-12/index.md", "geps/gep-12/metadata.yaml"}, "gateway"},
      {"GEPs in a folder of their own", {"geps/mesh/gep-12/index.md"}, "gateway"},
      {"GEPs without a number", {"geps/gep-x/index.md", "geps/overview.md"}, ""},
      {"TEPs", {"teps/0012-x.md"}, "tekton"},
      {"TEPs with fewer digits", {"teps/012-x.md"}, "tekton"},
      {"TEPs: the list alone", {"teps/README.md"}, ""},
      {"VEPs", {"veps/sig-a/12-x/vep.md"}, "kubevirt"},
      {"VEPs: notes alone", {"veps/sig-a/12-x/notes.md", "veps/README.md"}, ""},
      {"days in names", {"docs/proposals/20260131-x.md"}, "cluster-api"},
      {"days with hyphens", {"docs/proposals/2026-01-31-x.md"}, "cluster-api"},
      {"days in some names",
       {"docs/proposals/20260131-x.md", "docs/proposals/y.md"},
       "cluster-api"},
      {"no days", {"docs/proposals/x.md", "docs/proposals/README.md"}, "feature"},
      {"a README alone", {"docs/proposals/README.md"}, ""},
      {"READMEs of every kind",
       {"keps/README.md", "docs/proposals/README.md", "proposals/README.md", "rfcs/README.md",
        "enhancements/README.md", "enhancements/network/README.md"},
       ""},
      {"a template that the pack names", {"docs/proposals/_template.md"}, "feature"},
      {"RFCs", {"text/0001-x.md", "0000-template.md"}, "rust-rfc"},
      {"RFCs in a folder", {"rfcs/text/0001-x.md"}, "rust-rfc"},
      {"RFCs with fewer digits", {"rfcs/1-x.md"}, "rust-rfc"},
      {"RFCs: the template alone", {"rfcs/0000-template.md"}, "rust-rfc"},
      {"a crate with texts",
       {"Cargo.toml", "src/lib.rs", "text/lorem.md", "text/01-first.md", "text/2024-notes.txt"},
       ""},
      {"no Markdown", {"rfcs/0001-x.rst", "teps/0012-x.rst"}, ""},
      {"enhancements by domain", {"enhancements/network/x.md"}, "openshift"},
      {"designs", {"design/_template.md", "design/x.md"}, "design"},
      {"KEPs beside RFCs", {"keps/sig-a/12-x/kep.yaml", "rfcs/0001-x.md"}, "kep"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const std::string folder = fmt::format("r{}", &c - std::begin(cases));
    for (const std::string& file : c.files) write(folder + "/" + file, kProposal);
    EXPECT_EQ(pack_of(folder), c.want);
  }
}

// Other things lie in folders of such names, too.
TEST_F(Recognised, ByWhatDocumentsSay) {
  constexpr std::string_view kOther = "# Caching\n\n## Offer\n\n## Price\n\n## Terms\n";
  const struct {
    std::string_view name, file, text, want;
  } cases[] = {
      {"offers", "docs/proposals/acme.md", kOther, ""},
      {"with numbers", "proposals/0001-acme.md", kOther, ""},
      {"with a list under the title", "proposals/0002-x.md",
       "# X\n\n* Status: **Accepted**\n\n## Introduction\n\n## Motivation\n", ""},
      {"nothing in it", "docs/proposals/acme.md", "", ""},
      {"no text", "docs/proposals/acme.md", std::string_view("a\0## Summary\n## Motivation", 27),
       ""},
      {"a novel", "text/0001-chapter.md", kOther, ""},
      {"an RFC of another kind", "rfcs/1-caching.md", kOther, ""},
      {"a page about buttons", "enhancements/ui/buttons.md", kOther, ""},
      {"days in names", "docs/proposals/20260131-x.md", kOther, ""},
      {"its own template", "docs/proposals/_template.md", kOther, "feature"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const std::string folder = fmt::format("r{}", &c - std::begin(cases));
    write(fmt::format("{}/{}", folder, c.file), std::string(c.text));
    EXPECT_EQ(pack_of(folder), c.want);
    // One proposal among them is enough, wherever the process has documents.
    if (!c.want.empty()) continue;
    write(folder + "/" + std::string(c.file.substr(0, c.file.rfind('/'))) + "/0099-z.md",
          kProposal);
    EXPECT_NE(pack_of(folder), "");
  }
}

fs::path corpus() {
  const char* named = std::getenv("MILEPOST_CORPUS");
  return named ? fs::path(named) : fs::path(MILEPOST_SOURCE_DIR) / "../shared/corpus";
}

struct Project {
  const char* folder;
  const char* pack;
  std::size_t proposals;
  std::size_t most_errors;
};

class RealProjects : public testing::TestWithParam<Project> {
 protected:
  void SetUp() override {
    if (!fs::exists(corpus() / "others")) GTEST_SKIP() << "no corpus at " << corpus();
  }
};

TEST_P(RealProjects, AreRecognisedAndNotDrowned) {
  const Project& project = GetParam();
  const fs::path folder = corpus() / project.folder;
  const auto opened = open_repository(folder.string(), {});
  ASSERT_TRUE(opened) << opened.error().message;
  ASSERT_TRUE(opened->process);
  EXPECT_EQ(opened->process->name, project.pack);
  EXPECT_EQ(find_proposals(*opened, {}).proposals.size(), project.proposals);

  WorkspaceOptions where;
  where.directory = folder.string();
  const auto run = check::open_and_check(where);
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_TRUE(run->read_errors.empty());
  const auto is_error = [](const Finding& finding) { return finding.severity == Severity::kError; };
  const auto errors = static_cast<std::size_t>(std::ranges::count_if(run->findings, is_error));
  EXPECT_LE(errors, project.most_errors);
  // A pack that asks for nothing would have none.
  EXPECT_GT(errors, 0U);
}

INSTANTIATE_TEST_SUITE_P(Corpus, RealProjects,
                         testing::Values(Project{"others/kueue", "kueue", 28, 30},
                                         Project{"others/gateway-api", "gateway", 30, 12},
                                         Project{"others/tekton", "tekton", 75, 30},
                                         Project{"others/cluster-api", "cluster-api", 20, 30},
                                         Project{"others/kubevirt", "kubevirt", 33, 40},
                                         Project{"others/nested", "kep", 60, 200}),
                         [](const auto& instance) {
                           std::string name = instance.param.folder;
                           std::ranges::replace_if(
                               name, [](char c) { return c == '/' || c == '-'; }, '_');
                           return name;
                         });

}  // namespace
}  // namespace milepost
