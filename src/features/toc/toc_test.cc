#include "features/toc/toc.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/openings.h"
#include "proposal/tree_fixture.h"

namespace milepost::toc {
namespace {

namespace fs = std::filesystem;

using Texts = std::vector<std::string>;

constexpr std::string_view kStale = "# T\n\n<!-- toc -->\n<!-- /toc -->\n\n## A\n";
constexpr std::string_view kCurrent = "# T\n\n<!-- toc -->\n- [A](#a)\n<!-- /toc -->\n\n## A\n";
constexpr std::string_view kBare = "# T\n\n## A\n";
constexpr std::string_view kUnpaired = "# T\n\n<!-- toc -->\n\n## A\n";

class Tocs : public TreeFixture {
 protected:
  void write_keps() const {
    write("keps/sig-a/1-stale/README.md", kStale);
    write("keps/sig-a/1-stale/kep.yaml", "title: T\n");
    write("keps/sig-a/2-current/README.md", kCurrent);
    write("keps/sig-a/12-bare/README.md", kBare);
    write("keps/sig-b/3-unpaired/README.md", kUnpaired);
    write("keps/sig-b/4-none/kep.yaml", "title: T\n");
  }

  // "path state", those named by the user with a "!".
  Texts run(const Texts& paths, bool to_write = false, const std::string& below = "") {
    constexpr const char* kStates[] = {"current", "stale", "unmarked", "unpaired"};
    auto done = update(at(below), {paths, kTocDepth, to_write});
    error_ = done ? "" : done.error().message;
    run_ = done ? std::move(*done) : TocRun{};
    Texts all;
    for (const TocDocument& document : run_.documents) {
      all.push_back(fmt::format("{} {}{}", document.path,
                                kStates[static_cast<std::size_t>(document.state)],
                                document.named ? "!" : ""));
    }
    return all;
  }
  static Result<TocRun> update(const std::string& directory, const TocOptions& options) {
    TRY(const auto workspace,
        Workspace::open_for(options.words, {directory}, start_of({2026, 1, 15})));
    return update_tocs(*workspace, options);
  }
  Texts read_errors() const {
    Texts all;
    for (const ReadError& read_error : run_.read_errors)
      all.push_back(read_error.path + ": " + read_error.message);
    return all;
  }
  std::string text(const std::string& path) const {
    std::ifstream in(root_ / path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  TocRun run_;
  std::string error_;
};

TEST_F(Tocs, OfARepositoryAreFound) {
  write_keps();
  EXPECT_EQ(run({}),
            (Texts{"keps/sig-a/1-stale/README.md stale", "keps/sig-a/12-bare/README.md unmarked",
                   "keps/sig-a/2-current/README.md current",
                   "keps/sig-b/3-unpaired/README.md unpaired"}));
  EXPECT_EQ(read_errors(), Texts{});
  EXPECT_EQ(run({}, false, "keps/sig-b"), Texts{"3-unpaired/README.md unpaired"});
  EXPECT_EQ(text("keps/sig-a/1-stale/README.md"), kStale) << "nothing was to be written";
}

TEST_F(Tocs, AreNamedByPathOrNumber) {
  write_keps();
  write("alone.md", kStale);
  const struct {
    const char* name;
    Texts paths;
    std::string below;
    Texts want;
  } cases[] = {
      {"a file", {"keps/sig-a/1-stale/README.md"}, "", {"keps/sig-a/1-stale/README.md stale!"}},
      {"its metadata",
       {"keps/sig-a/1-stale/kep.yaml"},
       "",
       {"keps/sig-a/1-stale/README.md stale!"}},
      {"a folder", {"keps/sig-a/1-stale"}, "", {"keps/sig-a/1-stale/README.md stale"}},
      {"numbers",
       {"2", "1"},
       "",
       {"keps/sig-a/2-current/README.md current!", "keps/sig-a/1-stale/README.md stale!"}},
      {"a number from elsewhere", {"1"}, "keps/sig-b", {"../sig-a/1-stale/README.md stale!"}},
      {"no proposal", {"alone.md"}, "", {"alone.md stale!"}},
      {"one twice", {"keps/sig-b", "3"}, "", {"keps/sig-b/3-unpaired/README.md unpaired"}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(run(c.paths, false, c.below), c.want);
    EXPECT_EQ(read_errors(), Texts{});
  }
}

// Hundreds may be named, as by a hook.
TEST_F(Tocs, OfManyNamedFilesOpenTheRepositoryOnce) {
  write_keps();
  const int repositories = openings().of(Opening::kRepository);
  const int indexes = openings().of(Opening::kIndex);
  run({"keps/sig-a/1-stale/README.md", "keps/sig-a/2-current/README.md", "keps/sig-b",
       "keps/sig-a/12-bare/README.md", "2"});
  EXPECT_EQ(run_.documents.size(), 4U);
  EXPECT_EQ(openings().of(Opening::kRepository) - repositories, 1);
  EXPECT_EQ(openings().of(Opening::kIndex) - indexes, 1);
}

TEST_F(Tocs, AreWrittenWhereTheyAreStale) {
  write_keps();
  write("keps/sig-b/5-crlf/README.md", "<!-- toc --><!-- /toc -->\r\n# A\r\n# B");
  fs::create_directory(root_ / "keps/sig-b/6-link");
  fs::create_symlink("../../sig-a/1-stale/README.md", root_ / "keps/sig-b/6-link/README.md");
  run({}, true);
  EXPECT_EQ(error_, "");
  EXPECT_EQ(read_errors(), Texts{});
  EXPECT_EQ(text("keps/sig-a/1-stale/README.md"), kCurrent);
  EXPECT_EQ(text("keps/sig-a/2-current/README.md"), kCurrent);
  EXPECT_EQ(text("keps/sig-a/12-bare/README.md"), kBare);
  EXPECT_EQ(text("keps/sig-b/3-unpaired/README.md"), kUnpaired);
  EXPECT_EQ(text("keps/sig-b/5-crlf/README.md"),
            "<!-- toc -->\n- [A](#a)\n- [B](#b)\n<!-- /toc -->\r\n# A\r\n# B");
  EXPECT_TRUE(fs::is_symlink(root_ / "keps/sig-b/6-link/README.md"));
  for (const std::string& line : run({})) EXPECT_FALSE(line.ends_with("stale")) << line;
}

TEST_F(Tocs, ThatCannotBeReachedAreSaidAndTheRestIsDone) {
  write_keps();
  write("other/secret.md", kStale);
  write("repo/keps/sig-a/1-x/README.md", kStale);
  write("repo/keps/sig-a/1-x/kep.yaml", "");
  fs::create_directories(root_ / "repo/keps/sig-a/2-out");
  fs::create_symlink(root_ / "other/secret.md", root_ / "repo/keps/sig-a/2-out/README.md");
  write("binary.md", std::string("\0\1\2\0\3\0", 6));
  EXPECT_EQ(run({"gone.md", "", "99", "keps/sig-b/4-none/kep.yaml", "binary.md", "1"}, true),
            Texts{"keps/sig-a/1-stale/README.md stale!"});
  EXPECT_EQ(read_errors(), (Texts{"gone.md: there is no such file or folder",
                                  "\"\": there is no such file or folder",
                                  "99: there is no such file or folder, and no proposal of that "
                                  "number; milepost list shows those there are",
                                  "keps/sig-b/4-none/kep.yaml: there is no document beside it",
                                  "binary.md: is a binary file, not Markdown"}));
  EXPECT_EQ(text("keps/sig-a/1-stale/README.md"), kCurrent);

  EXPECT_EQ(run({}, true, "repo"), Texts{"keps/sig-a/1-x/README.md stale"});
  EXPECT_EQ(read_errors(),
            Texts{"keps/sig-a/2-out/README.md: is a symbolic link that leads out of the "
                  "repository"});
  EXPECT_EQ(text("other/secret.md"), kStale);
}

TEST_F(Tocs, NeedAProcessOnlyToFindProposals) {
  write("docs/a.md", kStale);
  EXPECT_EQ(run({}), Texts{});
  EXPECT_EQ(error_,
            "no process is recognised here, so it is not known which files are proposals; name the "
            "documents themselves");
  run({"docs"});
  EXPECT_NE(error_.find("recognised in docs"), std::string::npos);
  run({"7"});
  EXPECT_NE(error_.find("recognised here"), std::string::npos);
  EXPECT_EQ(run({"docs/a.md"}), Texts{"docs/a.md stale!"});
}

}  // namespace
}  // namespace milepost::toc
