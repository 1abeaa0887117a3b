#include "proposal/repository.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "proposal/tree_fixture.h"

namespace milepost {
namespace {

using Texts = std::vector<std::string>;

class Repositories : public TreeFixture {
 protected:
  // "kep at keps-repo", or the message.
  std::string open(const std::string& folder, const std::string& process = {}) const {
    const auto opened = open_repository(at(folder), process);
    if (!opened) return opened.error().message;
    const std::string name = opened->process ? opened->process->name : "nothing";
    return name + " at " + std::filesystem::path(opened->root).lexically_relative(root_).string();
  }

  Repository opened(const std::string& folder) const {
    auto opened = open_repository(at(folder), {});
    EXPECT_TRUE(opened && opened->process);
    return opened ? *opened : Repository{};
  }

  // "document + metadata", one for each proposal below a folder.
  static Texts found(const Repository& repository, const std::string& folder) {
    Texts all;
    for (const ProposalFiles& files : find_proposals(repository, folder).proposals) {
      all.push_back(show(files));
    }
    return all;
  }
  static std::string show(const ProposalFiles& files) {
    return (files.has_document ? "" : "no ") + files.document +
           (files.metadata.empty() ? "" : " + " + files.metadata);
  }
};

// A document of any process: those of something else are told by their few headings.
constexpr std::string_view kProposal = "# T\n\n## Summary\n\n## Motivation\n\n## Proposal\n";

TEST_F(Repositories, AreRecognised) {
  write("k/keps/sig-a/1-x/kep.yaml", "");
  write("d/design/_template.md", "");
  write("d2/_template.md", "");
  write("deep/keps/sig-a/tools/1-x/kep.yaml", "");
  write("f/proposals/a.md", kProposal);
  write("f2/docs/proposals/a.md", kProposal);
  write("other/src/main.cc", "");
  write("both/keps/sig-a/1-x/kep.yaml", "");
  write("both/proposals/a.md", kProposal);
  make_folder("k/keps/sig-a/1-x/images/deep");
  const struct {
    std::string_view name;
    std::string folder;
    std::string_view want;
  } cases[] = {
      {"at the root", "k", "kep at k"},
      {"from below", "k/keps/sig-a/1-x/images/deep", "kep at k"},
      {"proposals of subprojects only", "deep", "kep at deep"},
      {"designs in a folder", "d", "design at d"},
      {"designs at the root", "d2", "design at d2"},
      {"features", "f", "feature at f"},
      {"features among the documentation", "f2/docs", "feature at f2"},
      {"the more telling sign", "both", "kep at both"},
      {"none", "other", "nothing at other"},
      {"from above", "", "nothing at ."},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(open(c.folder), c.want);
  }
  EXPECT_EQ(opened("k").how, "process kep, recognised by keps/*/*/kep.yaml");
  EXPECT_TRUE(std::filesystem::path(opened("k").root).is_absolute());
}

TEST_F(Repositories, EndAtGit) {
  write("k/keps/sig-a/1-x/kep.yaml", "");
  make_folder("k/vendored/.git");
  make_folder("k/vendored/docs");
  make_folder("k/.git");
  EXPECT_EQ(open("k/vendored/docs"), "nothing at k/vendored/docs");
  EXPECT_EQ(open("k/keps"), "kep at k");
  write("k/vendored/proposals/a.md", kProposal);
  EXPECT_EQ(open("k/vendored/docs"), "feature at k/vendored");
}

TEST_F(Repositories, AreNoFoldersThatHappenToHoldOne) {
  write("home/keps/keps/sig-a/1-x/kep.yaml", "");
  make_folder("home/keps/.git");
  make_folder("home/keps/docs");
  make_folder("home/notes/new");
  write("designs/_template.md", "");
  make_folder("designs/network");
  EXPECT_EQ(open("home/notes/new"), "nothing at home/notes/new");
  EXPECT_EQ(open("home/keps/docs"), "kep at home/keps");
  EXPECT_EQ(open("designs/network"), "design at designs") << "a name in full is sign enough";
}

TEST_F(Repositories, AreConfigured) {
  write("r/milepost.yaml", "schema: 1\nprocess: design\n");
  write("r/keps/sig-a/1-x/kep.yaml", "");
  make_folder("r/a/b");
  EXPECT_EQ(open("r"), "design at r") << "whatever it looks like";
  EXPECT_EQ(open("r/a/b"), "design at r");
  EXPECT_EQ(opened("r").how, "");
  EXPECT_EQ(open("r/a/b", "feature"), "feature at r") << "--process";

  write("r/a/milepost.yaml", "schema: 1\nprocess: feature\n");
  EXPECT_EQ(open("r/a/b"), "feature at r/a") << "the nearest";
}

TEST_F(Repositories, MayHaveAPackOfTheirOwn) {
  write("r/milepost.yaml", "schema: 1\nprocess: tools/ours\nwrap: 60\n");
  write(
      "r/tools/ours/process.yaml",
      "schema: 1\nname: ours\nlayout: {documents: [\"*.md\"]}\nkinds: [{id: k, template: t.md}]\n");
  write("r/tools/ours/t.md", "# T\n");
  EXPECT_EQ(open("r/tools"), "ours at r");
  EXPECT_EQ(opened("r").process->wrap, 60U);

  const auto pack = load_pack("tools/ours", at("r"));
  ASSERT_TRUE(pack) << pack.error().message;
  EXPECT_EQ((*pack)->name, "ours");
  EXPECT_TRUE(load_pack("kep", at("")));
}

TEST_F(Repositories, AreNamed) {
  write("k/keps/sig-a/1-x/kep.yaml", "");
  make_folder("k/.git");
  make_folder("empty");
  EXPECT_EQ(open("k/keps", "kep"), "kep at k");
  EXPECT_EQ(open("k/keps", "design"), "design at k") << "named, though nothing shows it";
  make_folder("bare/design");
  EXPECT_EQ(open("bare/design", "feature"), "feature at bare/design") << "outside of git";
  EXPECT_EQ(open("empty", "feature"), "feature at empty");
}

TEST_F(Repositories, AreRefused) {
  const struct {
    std::string_view name, config, want;
  } cases[] = {
      {"no process named", "schema: 1\n",
       "milepost.yaml:1:1: `process:` must name the process, such as kep"},
      {"an unknown process", "schema: 1\nprocess: kepp\n",
       "milepost.yaml:2:10: no process is called `kepp`; did you mean `kep`? (a folder with "
       "a process.yaml may be named too)"},
      {"a wrong key", "schema: 1\nprocess: kep\nwrop: 1\n",
       "milepost.yaml:3:1: `wrop` is not known here; did you mean `wrap`?"},
      {"another schema", "schema: 2\nprocess: kep\n",
       "milepost.yaml:1:9: `schema: 1` is expected: this milepost reads no other"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    write("milepost.yaml", c.config);
    EXPECT_EQ(open(""), c.want);
  }
  std::filesystem::remove(root_ / "milepost.yaml");
  EXPECT_TRUE(open("", "kepp").starts_with("no process is called `kepp`")) << open("", "kepp");
  EXPECT_FALSE(load_pack("elsewhere", at("")));
}

TEST_F(Repositories, ListTheirProposals) {
  write("keps/sig-a/1-x/kep.yaml", "");
  write("keps/sig-a/1-x/README.md", "");
  write("keps/sig-a/1-x/notes.md", "");
  write("keps/sig-a/2-y/README.md", "");
  write("keps/sig-b/3-z/kep.yaml", "");
  write("keps/sig-b/README.md", "");
  write("keps/NNNN-kep-template/README.md", "");
  write("keps/NNNN-kep-template/kep.yaml", "");
  write("keps/prod-readiness/sig-a/README.md", "");
  write("keps/prod-readiness/sig-a/1.yaml", "");
  write("kep.yaml", "");
  write("README.md", "");
  const Repository repository = opened("");
  const struct {
    std::string_view name;
    std::string folder;
    Texts want;
  } cases[] = {
      {"all",
       "",
       {"keps/sig-a/1-x/README.md + keps/sig-a/1-x/kep.yaml", "keps/sig-a/2-y/README.md",
        "no keps/sig-b/3-z/README.md + keps/sig-b/3-z/kep.yaml", "keps/sig-b/README.md"}},
      {"of a group",
       "keps/sig-a",
       {"keps/sig-a/1-x/README.md + keps/sig-a/1-x/kep.yaml", "keps/sig-a/2-y/README.md"}},
      {"of one folder", "keps/sig-a/2-y", {"keps/sig-a/2-y/README.md"}},
      {"ignored", "keps/prod-readiness", {}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(found(repository, c.folder), c.want);
  }
  EXPECT_EQ(find_proposals(repository, "gone").read_errors.size(), 1U);
}

TEST_F(Repositories, ListProposalsAtAnyDepth) {
  const auto both = [&](const std::string& folder) {
    write("keps/" + folder + "/README.md", "");
    write("keps/" + folder + "/kep.yaml", "");
    return "keps/" + folder + "/README.md + keps/" + folder + "/kep.yaml";
  };
  const Texts want{both("sig-a/1-x/2-part"), both("sig-a/1-x"),
                   both("sig-a/tools/3-y"),  both("sig-a/tools/old/4-z"),
                   both("sig-a/unnumbered"), "keps/sig-b/tools/README.md"};
  write("keps/sig-a/1-x/images/README.md", "how the drawings are made");
  write("keps/sig-a/1-x/examples/kep.yaml", "an example");
  write("keps/sig-a/unnumbered/images/README.md", "");
  write("keps/sig-a/tools/0000-tools-template/README.md", "");
  write("keps/sig-a/tools/0000-tools-template/kep.yaml", "");
  write("keps/sig-b/tools/README.md", "");
  const Repository repository = opened("");
  EXPECT_EQ(found(repository, ""), want);

  const struct {
    std::string_view path;
    bool document;
  } cases[] = {
      {"keps/sig-a/tools/3-y/README.md", true},   {"keps/sig-a/1-x/2-part/README.md", true},
      {"keps/sig-a/tools/0003-y.md", true},       {"keps/0003-y.md", true},
      {"keps/sig-a/1-x/images/README.md", false}, {"keps/sig-a/1-x/notes.md", false},
      {"keps/sig-a/tools/3-y/notes.md", false},   {"keps/prod-readiness/README.md", false}};
  for (const auto& c : cases) {
    EXPECT_EQ(is_document_path(repository.process->layout, c.path), c.document) << c.path;
  }
}

TEST_F(Repositories, MayHaveOtherPathsThanTheirPack) {
  write("milepost.yaml",
        "schema: 1\nprocess: kep\nlayout: {path: \"keps/{number}-{slug}/README.md\", "
        "group-folders: {\"team-*\": sig-a}}\n");
  const Repository repository = opened("");
  const Process& process = *repository.process;
  EXPECT_EQ(process.field(FieldRole::kNumber)->path_part, "number");
  EXPECT_EQ(process.field(FieldRole::kGroup)->path_part, "") << "the path has no group";
  ASSERT_EQ(process.layout.group_folders.size(), 1U);
  EXPECT_TRUE(process.layout.group_folders[0].pattern.matches("team-b"));
  EXPECT_EQ(process.layout.group_folders[0].group, "sig-a");
}

TEST_F(Repositories, KnowWhichOtherPacksTheyLookLike) {
  write("milepost.yaml", "schema: 1\nprocess: kep\n");
  write("enhancements/network/a.md", kProposal);
  EXPECT_EQ(packs_recognised(opened("")), Texts{"openshift"});
}

TEST_F(Repositories, TheirOwnTemplateIsNoSignOfAnother) {
  write("milepost.yaml", "schema: 1\nprocess: cluster-api\n");
  write("docs/proposals/YYYYMMDD-template.md", kProposal);
  EXPECT_EQ(packs_recognised(opened("")), Texts{});
  write("docs/proposals/a.md", kProposal);
  EXPECT_EQ(packs_recognised(opened("")), Texts{"feature"});
}

TEST_F(Repositories, IgnoreWhatTheirConfigurationSays) {
  write("milepost.yaml",
        "schema: 1\nprocess: design\nlayout: {documents: [\"**/*.md\"], ignore: [\"old/**\"]}\n");
  write("a.md", "");
  write("deep/er/b.md", "");
  write("old/c.md", "");
  write("node_modules/d.md", "");
  write(".hidden/e.md", "");
  write("f.txt", "");
  EXPECT_EQ(found(opened(""), ""), (Texts{"a.md", "deep/er/b.md"}));
}

TEST_F(Repositories, KnowTheFilesOfAProposal) {
  write("keps/sig-a/1-x/kep.yaml", "");
  write("keps/sig-a/1-x/README.md", "");
  write("keps/sig-a/2-y/kep.yaml", "");
  write("keps/sig-a/3-z/README.md", "");
  write("elsewhere/kep.yaml", "");
  const Repository repository = opened("");
  const struct {
    std::string_view name;
    std::string path;
    std::string_view want;
  } cases[] = {
      {"the document", "keps/sig-a/1-x/README.md",
       "keps/sig-a/1-x/README.md + keps/sig-a/1-x/kep.yaml"},
      {"the metadata", "keps/sig-a/1-x/kep.yaml",
       "keps/sig-a/1-x/README.md + keps/sig-a/1-x/kep.yaml"},
      {"metadata without document", "keps/sig-a/2-y/kep.yaml",
       "no keps/sig-a/2-y/README.md + keps/sig-a/2-y/kep.yaml"},
      {"document without metadata", "keps/sig-a/3-z/README.md", "keps/sig-a/3-z/README.md"},
      {"metadata at another place", "elsewhere/kep.yaml",
       "no elsewhere/README.md + elsewhere/kep.yaml"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(show(files_of(repository, c.path)), c.want);
  }
}

}  // namespace
}  // namespace milepost
