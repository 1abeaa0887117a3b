#include "base/files.h"

#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace milepost {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
 public:
  ~Files() override {
    std::error_code ignored;
    fs::permissions(root_ / "closed", fs::perms::owner_all, ignored);
    fs::remove_all(root_, ignored);
  }

 protected:
  Files() {
    std::string name = (fs::temp_directory_path() / "milepost-files-XXXXXX").string();
    root_ = ::mkdtemp(name.data());
  }

  void write(const std::string& path, std::string_view text) const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path, std::ios::binary) << text;
  }
  std::string path(const std::string& name) const { return (root_ / name).string(); }

  // The bytes, or the message.
  std::string read(const std::string& name, std::size_t limit) const {
    const auto source = read_source(path(name), name, limit);
    if (!source) return source.error().message;
    EXPECT_EQ((*source)->path(), name);
    return std::string((*source)->text());
  }

  Walk walk_all() const {
    return walk(root_.string(), [](std::string_view, EntryKind) { return true; });
  }
  static std::vector<std::string> paths(const Walk& found) {
    std::vector<std::string> all;
    for (const auto& file : found.files) all.push_back(file.path);
    return all;
  }

  fs::path root_;
};

TEST_F(Files, ReadsAFileAsItIs) {
  const std::string bytes("a\r\n\0b\xFF", 6);
  write("a.md", bytes);
  write("empty.md", "");
  fs::create_symlink("a.md", root_ / "link.md");
  EXPECT_EQ(read("a.md", 6), bytes);
  EXPECT_EQ(read("link.md", 100), bytes);
  EXPECT_EQ(read("empty.md", 100), "");
}

TEST_F(Files, RefusesWhatIsNoFileOrTooLarge) {
  write("seven.md", "1234567");
  write("huge.md", "");
  fs::resize_file(root_ / "huge.md", 10ULL << 30U);
  fs::create_directory(root_ / "dir");
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  fs::create_symlink("nowhere", root_ / "broken");
  fs::create_symlink("circle", root_ / "circle");
  fs::create_symlink("/dev/zero", root_ / "zero");
  const std::pair<const char*, const char*> cases[] = {
      {"seven.md", "is 7 bytes, larger than the limit of 6 bytes"},
      {"huge.md", "is 10 GiB, larger than the limit of 6 bytes"},
      {"dir", "is a directory, not a file"},
      {"pipe", "is a FIFO, not a file"},
      {"absent.md", "does not exist"},
      {"broken", "is a symbolic link that leads nowhere"},
      {"circle", "its symbolic links go in a circle"},
      {"zero", "is a device, not a file"},
      {"seven.md/x", "a part of its path is not a directory"},
  };
  for (const auto& [name, message] : cases) EXPECT_EQ(read(name, 6), message);
}

TEST_F(Files, SaysThatPermissionIsDenied) {
  write("closed/a.md", "x");
  write("secret.md", "x");
  write("open.md", "x");
  fs::permissions(root_, fs::perms(0755));
  fs::permissions(root_ / "secret.md", fs::perms::none);
  fs::permissions(root_ / "closed", fs::perms::none);
  // Nothing is denied to root: be somebody else for a moment.
  const uid_t user = ::geteuid();
  constexpr uid_t kNobody = 65534;
  if (user == 0) {
    ASSERT_EQ(::seteuid(kNobody), 0);
  }
  const std::string secret = read("secret.md", 6);
  const Walk found = walk_all();
  if (user == 0) {
    ASSERT_EQ(::seteuid(user), 0);
  }
  EXPECT_EQ(secret, "permission denied");
  EXPECT_EQ(paths(found), (std::vector<std::string>{"open.md", "secret.md"}));
  ASSERT_EQ(found.problems.size(), 1U);
  EXPECT_EQ(found.problems[0].path, "closed");
  EXPECT_EQ(found.problems[0].message, "permission denied");
}

TEST_F(Files, ReadsADescriptorUpToTheLimit) {
  write("text", std::string(200'000, 'x'));
  const auto read_to = [&](std::size_t limit) {
    const int descriptor = ::open(path("text").c_str(), O_RDONLY | O_CLOEXEC);
    auto source = read_descriptor(descriptor, "<stdin>", limit);
    ::close(descriptor);
    return source;
  };
  ASSERT_TRUE(read_to(200'000).has_value());
  EXPECT_EQ((*read_to(200'000))->size(), 200'000U);
  EXPECT_EQ((*read_to(1'000'000))->text(), std::string(200'000, 'x'));
  ASSERT_FALSE(read_to(199'999).has_value());
  EXPECT_EQ(read_to(199'999).error().message, "is larger than the limit of 195 KiB");
  EXPECT_FALSE(read_descriptor(-1, "<stdin>", 10).has_value());
}

TEST_F(Files, WritesSizesForPeople) {
  const std::pair<std::uint64_t, const char*> cases[] = {
      {0, "0 bytes"},    {1, "1 byte"},        {1023, "1023 bytes"},   {1024, "1 KiB"},
      {1536, "1.5 KiB"}, {421'888, "412 KiB"}, {1024 * 1024, "1 MiB"}, {10ULL << 30U, "10 GiB"},
      {~0ULL, "15 EiB"},
  };
  for (const auto& [bytes, want] : cases) EXPECT_EQ(size_text(bytes), want);
}

TEST_F(Files, WalksInOrderAndSkipsWhatIsHidden) {
  for (const char* name : {"b.md", "a/z.md", "a/b/c.md", ".git/x.md", ".hidden/x.md", "a-b/x.md",
                           "node_modules/x.md", ".config.md", "c/skipped/x.md", "c/d.txt"}) {
    write(name, "x");
  }
  const Walk found = walk(root_.string(), [](std::string_view name, EntryKind kind) {
    return kind == EntryKind::kDirectory ? name != "c/skipped" : name.ends_with(".md");
  });
  EXPECT_EQ(paths(found),
            (std::vector<std::string>{".config.md", "a-b/x.md", "a/b/c.md", "a/z.md", "b.md"}));
  EXPECT_TRUE(found.problems.empty());
}

TEST_F(Files, FollowsNoDirectoryLinksAndSaysWhichMislead) {
  write("a/b/x.md", "x");
  fs::create_directory_symlink("..", root_ / "a/b/up");
  fs::create_directory_symlink("a/b", root_ / "inside");
  fs::create_directory_symlink("/", root_ / "slash");
  fs::create_directory_symlink("/usr/bin", root_ / "out");
  fs::create_symlink("a/b/x.md", root_ / "link.md");
  fs::create_symlink("nowhere", root_ / "broken.md");
  ASSERT_EQ(::mkfifo(path("pipe.md").c_str(), 0600), 0);
  const Walk found = walk_all();
  EXPECT_EQ(paths(found), (std::vector<std::string>{"a/b/x.md", "link.md"}));
  EXPECT_FALSE(found.files[0].symlink);
  EXPECT_TRUE(found.files[1].symlink);
  std::vector<std::pair<std::string, WalkProblemKind>> problems;
  for (const auto& problem : found.problems) problems.emplace_back(problem.path, problem.kind);
  EXPECT_EQ(problems, (std::vector<std::pair<std::string, WalkProblemKind>>{
                          {"a/b/up", WalkProblemKind::kLoop},
                          {"broken.md", WalkProblemKind::kUnreadable},
                          {"out", WalkProblemKind::kLeadsOut},
                          {"pipe.md", WalkProblemKind::kNotAFile},
                          {"slash", WalkProblemKind::kLoop},
                      }));
}

TEST_F(Files, WalkSaysWhereADirectoryStandsForAFile) {
  write("a.md/x.md", "x");
  write("folder/y.md", "x");
  fs::create_directory_symlink("folder", root_ / "link.md");
  const Walk found = walk_all();
  EXPECT_EQ(paths(found), (std::vector<std::string>{"a.md/x.md", "folder/y.md"}));
  ASSERT_EQ(found.problems.size(), 2U);
  for (const WalkProblem& problem : found.problems) {
    EXPECT_EQ(problem.kind, WalkProblemKind::kNotAFile) << problem.path;
    EXPECT_EQ(problem.message, "is a directory, not a file") << problem.path;
  }
}

TEST_F(Files, WalkStopsAtADepth) {
  std::string deep = "d";
  for (int i = 0; i < 70; ++i) deep += "/d";
  write(deep + "/x.md", "x");
  write("d/y.md", "x");
  const Walk found = walk_all();
  EXPECT_EQ(paths(found), (std::vector<std::string>{"d/y.md"}));
  ASSERT_EQ(found.problems.size(), 1U);
  EXPECT_EQ(found.problems[0].kind, WalkProblemKind::kTooDeep);
}

TEST_F(Files, WalkSaysWhenThereIsNothingToWalk) {
  write("file", "x");
  for (const auto& [name, message] :
       {std::pair("absent", "does not exist"), std::pair("file", "is not a directory")}) {
    const Walk found = walk(path(name), [](std::string_view, EntryKind) { return true; });
    EXPECT_TRUE(found.files.empty());
    ASSERT_EQ(found.problems.size(), 1U);
    EXPECT_EQ(found.problems[0].message, message);
  }
}

}  // namespace
}  // namespace milepost
