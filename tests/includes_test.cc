// Keeps the folders of src in their order: an include points to the left in
//
//   base ← {text, git, net} ← process ← proposal ← {rules, history, store}
//        ← gates ← report ← app ← {cli, web, lsp}
//
// (the network is for app alone: what judges documents does not ask the world),
// and each library of others is included in one folder only, so that it can be
// replaced there.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace milepost {
namespace {

struct File {
  std::string path;  // below src: "text/document.cc"
  std::string text;
};

struct Include {
  std::string name;
  bool angled = false;
};

// A folder may include itself and those of a lesser rank.
std::optional<int> rank_of(std::string_view folder) {
  static const std::map<std::string_view, int> ranks = {
      {"base", 0},    {"text", 1},  {"git", 1},   {"process", 2}, {"proposal", 3},
      {"history", 4}, {"rules", 4}, {"store", 4}, {"gates", 5},   {"report", 6},
      {"app", 7},     {"cli", 8},   {"lsp", 8},   {"web", 8},     {"net", 1},
  };
  const auto found = ranks.find(folder);
  if (found == ranks.end()) return std::nullopt;
  return found->second;
}

std::string_view before(std::string_view text, char at) { return text.substr(0, text.find(at)); }

std::optional<Include> read_include(std::string_view line) {
  const auto skip_blanks = [&] {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  };
  skip_blanks();
  if (!line.starts_with('#')) return std::nullopt;
  line.remove_prefix(1);
  skip_blanks();
  if (!line.starts_with("include")) return std::nullopt;
  line.remove_prefix(7);
  skip_blanks();
  if (!line.starts_with('"') && !line.starts_with('<')) return std::nullopt;
  const bool angled = line.front() == '<';
  line.remove_prefix(1);
  return Include{std::string(before(line, angled ? '>' : '"')), angled};
}

// The library a header in angle brackets belongs to; nothing for those of the
// language and the system, and for fmt and expected, which are used everywhere.
std::optional<std::string> library_of(std::string_view header) {
  static const std::set<std::string_view> everywhere = {"fmt", "tl"};
  static const std::set<std::string_view> system = {
      "arpa",      "dirent.h", "dlfcn.h", "fcntl.h", "linux",     "netdb.h", "netinet", "poll.h",
      "pthread.h", "signal.h", "spawn.h", "sys",     "termios.h", "time.h",  "unistd.h"};
  const auto first = before(header, '/');
  if (system.contains(first) || everywhere.contains(first)) return std::nullopt;
  if (header.find('.') == header.npos && first == header) return std::nullopt;  // <vector>
  return std::string(before(first, '.'));
}

std::vector<std::string> find_violations(const std::vector<File>& files) {
  std::vector<std::string> found;
  std::map<std::string, std::map<std::string, std::string>> users;  // library → folder → a file
  for (const auto& file : files) {
    const std::string folder(before(file.path, '/'));
    const auto rank = rank_of(folder);
    if (!rank) {
      found.push_back(file.path + ": the folder has no place in the order");
      continue;
    }
    const bool is_test = file.path.ends_with("_test.cc") || file.path.ends_with("_fixture.h");
    std::string_view rest = file.text;
    while (!rest.empty()) {
      const auto line = before(rest, '\n');
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      const auto include = read_include(line);
      if (!include) continue;
      if (include->angled) {
        const auto library = library_of(include->name);
        if (library && !is_test) users[*library].emplace(folder, file.path);
        continue;
      }
      const auto target = before(include->name, '/');
      const auto target_rank = rank_of(target);
      if (!target_rank || target == include->name) {
        found.push_back(file.path + ": \"" + include->name + "\" is not below src");
      } else if (target != folder &&
                 (*target_rank >= *rank || (target == "net" && folder != "app"))) {
        found.push_back(file.path + ": " + folder + " may not include \"" + include->name + "\"");
      }
    }
  }
  for (const auto& [library, folders] : users) {
    if (folders.size() < 2) continue;
    std::string message = library + " is included in more than one folder:";
    for (const auto& [folder, path] : folders) message += " " + path;
    found.push_back(message);
  }
  return found;
}

std::vector<File> read_sources(const std::filesystem::path& root) {
  std::vector<File> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    const auto extension = entry.path().extension();
    if (extension != ".h" && extension != ".cc") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    files.push_back({entry.path().lexically_relative(root).generic_string(),
                     std::string(std::istreambuf_iterator<char>(in), {})});
  }
  return files;
}

TEST(Includes, FindsViolations) {
  const struct {
    std::string_view name;
    std::vector<File> files;
    std::vector<std::string> want;
  } cases[] = {
      {"nothing", {}, {}},
      {"itself and the left",
       {{"rules/a.cc", "#include \"rules/a.h\"\n#include \"text/b.h\"\n#include \"base/c.h\"\n"}},
       {}},
      {"the right",
       {{"base/a.cc", "#include \"base/a.h\"\n#include \"text/b.h\"\n"}},
       {"base/a.cc: base may not include \"text/b.h\""}},
      {"beside",
       {{"text/a.h", "#include \"git/b.h\""}},
       {"text/a.h: text may not include \"git/b.h\""}},
      {"front ends",
       {{"web/a.h", "#include \"app/b.h\"\n#include \"cli/b.h\"\n"}},
       {"web/a.h: web may not include \"cli/b.h\""}},
      {"the network",
       {{"app/a.cc", "#include \"net/b.h\"\n"}, {"rules/a.cc", "#include \"net/b.h\"\n"}},
       {"rules/a.cc: rules may not include \"net/b.h\""}},
      {"a test, like any other",
       {{"base/a_test.cc", "#include \"app/b.h\"\n"}},
       {"base/a_test.cc: base may not include \"app/b.h\""}},
      {"oddly spaced",
       {{"base/a.h", "  #  include  \"app/b.h\"  // why\r\n"}},
       {"base/a.h: base may not include \"app/b.h\""}},
      {"commented out", {{"base/a.h", "// #include \"app/b.h\"\n"}}, {}},
      {"not below src",
       {{"base/a.h", "#include \"b.h\"\n"}},
       {"base/a.h: \"b.h\" is not below src"}},
      {"upwards",
       {{"base/a.h", "#include \"../text/b.h\"\n"}},
       {"base/a.h: \"../text/b.h\" is not below src"}},
      {"unknown folder", {{"misc/a.h", ""}}, {"misc/a.h: the folder has no place in the order"}},
      {"a library in one folder",
       {{"text/a.cc", "#include <yaml.h>\n"}, {"text/b.cc", "#include <yaml.h>\n"}},
       {}},
      {"a library in two",
       {{"text/a.cc", "#include <yaml.h>\n"}, {"app/b.cc", "#include <yaml.h>\n"}},
       {"yaml is included in more than one folder: app/b.cc text/a.cc"}},
      {"two headers of a library",
       {{"cli/a.cc", "#include <CLI/App.hpp>\n"}, {"app/b.cc", "#include <CLI/Option.hpp>\n"}},
       {"CLI is included in more than one folder: app/b.cc cli/a.cc"}},
      {"language, system, fmt and expected, anywhere",
       {{"text/a.cc", "#include <vector>\n#include <sys/stat.h>\n#include <fmt/format.h>\n"},
        {"app/b.cc",
         "#include <vector>\n#include <sys/stat.h>\n#include <fmt/format.h>\n"
         "#include <tl/expected.hpp>\n"}},
       {}},
      {"a library in a test",
       {{"text/a.cc", "#include <yaml.h>\n"}, {"app/b_test.cc", "#include <yaml.h>\n"}},
       {}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(find_violations(c.files), c.want);
  }
}

TEST(Includes, PointOneWay) {
  const auto files = read_sources(std::filesystem::path(MILEPOST_SOURCE_DIR) / "src");
  ASSERT_THAT(files, testing::Contains(testing::Field(&File::path, "base/span.h")));
  EXPECT_THAT(find_violations(files), testing::IsEmpty());
}

}  // namespace
}  // namespace milepost
