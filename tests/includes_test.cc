// Keeps the house in order (ARCHITECTURE.md has the picture). An include points to the left in
//
//   base ← {text, git, net} ← {process, render} ← proposal ← issue ← {rules, store, history}
//        ← {gates, accounts, search} ← workspace ← features ← {main, web, lsp, forge}
//
// and further:
// - http, messages without sockets, stands beside render;
// - cli, the toolkit of the command line, stands beside render; verbs and main alone include it;
// - only what shows things includes render: formats and verbs, not actions and models;
// - the network is for workspace and features: what judges documents does not ask the world;
// - features include each other only along a list;
// - headers are in no circle, nor are the modules (x.h and x.cc) of workspace and features;
// - each library of others is included in one folder only, so that it can be replaced there;
// - render and cli do not name what the domain is about.
//
// Nor do headers define two types of one name in one namespace: the linker would keep either's
// functions for both.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
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
      {"base", 0},   {"text", 1},      {"git", 1},      {"net", 1},      {"render", 2},
      {"http", 1},   {"cli", 3},       {"process", 2},  {"proposal", 3}, {"issue", 4},
      {"rules", 5},  {"store", 5},     {"history", 5},  {"gates", 6},    {"accounts", 6},
      {"search", 6}, {"workspace", 7}, {"features", 8}, {"main", 9},     {"web", 9},
      {"lsp", 9},    {"forge", 9},
  };
  const auto found = ranks.find(folder);
  if (found == ranks.end()) return std::nullopt;
  return found->second;
}

// Which features a feature may use, besides features/common.
const std::set<std::string_view>& features_of(std::string_view feature) {
  static const std::map<std::string_view, std::set<std::string_view>> lists = {
      {"check", {"findings"}},
      {"drift", {"track"}},
      {"graph", {"list"}},
      {"inbox", {"release", "track"}},
      {"home", {"history", "inbox", "list", "log", "release"}},
      {"list", {"inbox", "release", "review"}},
      {"move", {"release", "review"}},
      {"people", {"inbox", "list", "review"}},
      {"process", {"check", "create", "findings"}},
      {"review", {"diff"}},
      {"search", {"list"}},
      {"release", {"review"}},
      {"record", {"release", "review", "track"}},
      {"show", {"findings", "graph", "history", "log", "move", "review", "track"}},
      {"templates", {"check", "findings"}},
      {"track", {"findings"}},
  };
  static const std::set<std::string_view> none;
  const auto found = lists.find(feature);
  return found == lists.end() ? none : found->second;
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

std::string_view folder_of(std::string_view path) { return before(path, '/'); }

// "release" of "features/release/view.h".
std::string_view feature_of(std::string_view path) {
  if (folder_of(path) != "features") return {};
  return before(path.substr(path.find('/') + 1), '/');
}

// The name of a file without its folders and ending: "view".
std::string_view stem_of(std::string_view path) {
  path.remove_prefix(path.rfind('/') + 1);
  return before(path, '.');
}

bool is_test(std::string_view path) {
  return path.ends_with("_test.cc") || path.ends_with("_fixture.h");
}

bool is_verbs(std::string_view path) { return stem_of(path).ends_with("verbs"); }
// What answers over HTTP, and the pages it answers with.
bool is_web(std::string_view path) {
  const std::string_view stem = stem_of(path);
  return folder_of(path) == "web" || stem.ends_with("routes") || stem.ends_with("html") ||
         stem == "web_page" || stem == "route" || stem == "api";
}

// What shows things to people or programs, by its name. A baseline is a file of JSON.
bool is_format(std::string_view path) {
  static const std::set<std::string_view> formats = {
      "card",    "dot",   "formats",      "github", "html", "junit", "markdown",
      "mermaid", "notes", "record_lines", "sarif",  "text", "words"};
  const std::string_view stem = stem_of(path);
  return formats.contains(stem) || path == "features/findings/baseline.cc" ||
         stem.ends_with("_text") || stem.ends_with("json") || stem.ends_with("svg");
}

// An exception: what `report` answers is tables and charts, as values that each format writes.
bool holds_tables(std::string_view path) {
  return path == "features/insights/model.h" || path == "features/insights/tables.h";
}

// Why a file may not include another of src; "" when it may.
std::string why_not(std::string_view from, std::string_view to) {
  const auto folder = folder_of(from);
  const auto target = folder_of(to);
  if (target == "features" && folder == "features") {
    const auto own = feature_of(from);
    const auto other = feature_of(to);
    if (own == other || other == "common" || features_of(own).contains(other)) return {};
    return std::string(own) + " may not include \"" + std::string(to) + "\"";
  }
  if (target == folder) return {};
  const std::string refused = std::string(folder) + " may not include \"" + std::string(to) + "\"";
  if (*rank_of(target) >= *rank_of(folder)) return refused;
  if (target == "cli" && folder != "main" && !is_verbs(from) && !is_test(from)) {
    return refused + ": only verbs may";
  }
  if (folder == "cli" && target != "base" && target != "render") return refused;
  if (target == "net" && folder != "workspace" && folder != "features" && folder != "accounts" &&
      folder != "web") {
    return refused;
  }
  // What providers of identities answer is JSON.
  if (target == "render" && from == "accounts/oidc.cc") return {};
  if (target == "render" && folder != "cli" && folder != "main" && folder != "web" &&
      !is_test(from) &&
      !(folder == "features" &&
        (is_verbs(from) || is_format(from) || is_web(from) || holds_tables(from)))) {
    return refused + ": only formats and verbs may";
  }
  return {};
}

using Graph = std::map<std::string, std::set<std::string>>;

// A circle in the graph, from and back to its first member; empty when there is none.
std::vector<std::string> find_circle(const Graph& graph) {
  std::set<std::string> done;
  std::vector<std::string> way;
  std::function<bool(const std::string&)> walk = [&](const std::string& at) {
    if (const auto seen = std::ranges::find(way, at); seen != way.end()) {
      way.erase(way.begin(), seen);
      way.push_back(at);
      return true;
    }
    const auto found = graph.find(at);
    if (found == graph.end() || done.contains(at)) return false;
    way.push_back(at);
    for (const auto& next : found->second) {
      if (walk(next)) return true;
    }
    way.pop_back();
    done.insert(at);
    return false;
  };
  for (const auto& [start, next] : graph) {
    if (walk(start)) return way;
  }
  return {};
}

std::vector<std::string> find_violations(const std::vector<File>& files) {
  std::vector<std::string> found;
  std::map<std::string, std::map<std::string, std::string>> users;  // library → folder → a file
  Graph headers, modules;
  for (const auto& file : files) {
    const std::string folder(folder_of(file.path));
    if (!rank_of(folder)) {
      found.push_back(file.path + ": the folder has no place in the order");
      continue;
    }
    const std::string module = file.path.substr(0, file.path.rfind('.'));
    std::string_view rest = file.text;
    while (!rest.empty()) {
      const auto line = before(rest, '\n');
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      const auto include = read_include(line);
      if (!include) continue;
      if (include->angled) {
        const auto library = library_of(include->name);
        if (library && !is_test(file.path)) users[*library].emplace(folder, file.path);
        continue;
      }
      const auto target = folder_of(include->name);
      if (!rank_of(target) || target == include->name) {
        found.push_back(file.path + ": \"" + include->name + "\" is not below src");
        continue;
      }
      if (const auto why = why_not(file.path, include->name); !why.empty()) {
        found.push_back(file.path + ": " + why);
      }
      if (file.path.ends_with(".h")) headers[file.path].insert(include->name);
      const std::string other = include->name.substr(0, include->name.rfind('.'));
      if ((folder == "workspace" || folder == "features") && other != module &&
          !is_test(file.path)) {
        modules[module].insert(other);
      }
    }
  }
  for (const Graph* graph : {&headers, &modules}) {
    const auto circle = find_circle(*graph);
    if (circle.empty()) continue;
    std::string message = "a circle:";
    for (const auto& member : circle) message += " " + member;
    found.push_back(message);
  }
  for (const auto& [library, folders] : users) {
    if (folders.size() < 2) continue;
    std::string message = library + " is included in more than one folder:";
    for (const auto& [folder, path] : folders) message += " " + path;
    found.push_back(message);
  }
  return found;
}

// The words of a source, in small letters: "k", "most" and "releases" of kMostReleases.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  char last = ' ';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalpha(byte) != 0) {
      const bool starts = std::isalpha(static_cast<unsigned char>(last)) == 0 ||
                          (std::islower(static_cast<unsigned char>(last)) != 0 && c <= 'Z');
      if (starts) words.emplace_back();
      words.back() += static_cast<char>(std::tolower(byte));
    }
    last = c;
  }
  return words;
}

// The words of the domain in the folders that are to do without it.
std::vector<std::string> find_domain_words(const std::vector<File>& files) {
  static const std::set<std::string_view> domain = {"proposal", "proposals", "release", "releases",
                                                    "stage",    "stages",    "process", "processes",
                                                    "gate",     "gates"};
  // Of the operating system.
  static const std::set<std::pair<std::string_view, std::string_view>> other_meanings = {
      {"cli/console.cc", "process"}, {"cli/console.h", "process"}};
  std::vector<std::string> found;
  for (const auto& file : files) {
    const auto folder = folder_of(file.path);
    if ((folder != "render" && folder != "cli") || is_test(file.path)) continue;
    for (const auto& word : words_of(file.text)) {
      if (domain.contains(word) && !other_meanings.contains({file.path, word})) {
        found.push_back(file.path + ": " + word);
      }
    }
  }
  return found;
}

// The name a line defines a type by, "" when it defines none. `line` runs up to the "{".
std::string_view type_defined(std::string_view line) {
  for (const std::string_view keyword : {"struct ", "class ", "enum class ", "enum "}) {
    if (!line.starts_with(keyword)) continue;
    line.remove_prefix(keyword.size());
    while (line.starts_with("[[")) line.remove_prefix(std::min(line.find("]]") + 3, line.size()));
    // A specialisation is told apart by its arguments.
    const auto end = line.find('<') == line.npos ? line.find_first_of(" {") : line.rfind('>') + 1;
    return line.substr(0, end);
  }
  return {};
}

// The types that headers define twice in one namespace. Headers are as clang-format leaves them:
// what is in a namespace begins its line.
std::vector<std::string> find_double_types(const std::vector<File>& files) {
  std::map<std::string, std::vector<std::string>> places;  // "milepost::Span" → the headers
  for (const auto& file : files) {
    if (!file.path.ends_with(".h")) continue;
    std::vector<std::string> namespaces;
    std::string head;  // of a definition: its lines up to the "{"
    std::string_view rest = file.text;
    while (!rest.empty()) {
      const auto line = before(rest, '\n');
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      if (line.starts_with("namespace ") && line.ends_with('{')) {
        namespaces.emplace_back(line.substr(10, line.size() - 11));
      } else if (line.starts_with("}  // namespace") && !namespaces.empty()) {
        namespaces.pop_back();
      }
      if (head.empty() && type_defined(line).empty()) continue;
      head += std::string(before(line, '{')) + " ";
      if (line.find('{') == line.npos) {
        if (line.find(';') != line.npos) head.clear();  // only declared
        continue;
      }
      std::string name;
      for (const auto& part : namespaces) name += std::string(before(part, ' ')) + "::";
      places[name + std::string(type_defined(head))].push_back(file.path);
      head.clear();
    }
  }
  std::vector<std::string> found;
  for (const auto& [name, paths] : places) {
    if (paths.size() < 2) continue;
    std::string message = name + " is defined more than once:";
    for (const auto& path : paths) message += " " + path;
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
       {{"web/a.h", "#include \"features/list/b.h\"\n#include \"main/b.h\"\n"}},
       {"web/a.h: web may not include \"main/b.h\""}},
      {"the toolkit of the command line",
       {{"features/list/verbs.cc", "#include \"cli/b.h\"\n"},
        {"features/list/model.h", "#include \"cli/b.h\"\n"},
        {"cli/a.cc", "#include \"process/b.h\"\n#include \"render/c.h\"\n"}},
       {"features/list/model.h: features may not include \"cli/b.h\": only verbs may",
        "cli/a.cc: cli may not include \"process/b.h\""}},
      {"rendering",
       {{"features/list/text.cc", "#include \"render/b.h\"\n"},
        {"features/list/query.cc", "#include \"render/b.h\"\n"},
        {"features/insights/model.h", "#include \"render/b.h\"\n"},
        {"features/list/model.h", "#include \"render/b.h\"\n"},
        {"workspace/a.cc", "#include \"render/b.h\"\n"}},
       {"features/list/query.cc: features may not include \"render/b.h\": only formats and verbs "
        "may",
        "features/list/model.h: features may not include \"render/b.h\": only formats and verbs "
        "may",
        "workspace/a.cc: workspace may not include \"render/b.h\": only formats and verbs may"}},
      {"the network",
       {{"features/check/a.cc", "#include \"net/b.h\"\n"},
        {"rules/a.cc", "#include \"net/b.h\"\n"}},
       {"rules/a.cc: rules may not include \"net/b.h\""}},
      {"another feature, listed, common, or not",
       {{"features/graph/a.cc",
         "#include \"features/list/b.h\"\n#include \"features/common/b.h\"\n"
         "#include \"features/toc/b.h\"\n"}},
       {"features/graph/a.cc: graph may not include \"features/toc/b.h\""}},
      {"a circle of headers",
       {{"base/a.h", "#include \"base/b.h\"\n"}, {"base/b.h", "#include \"base/a.h\"\n"}},
       {"a circle: base/a.h base/b.h base/a.h"}},
      {"a circle of modules",
       {{"workspace/a.cc", "#include \"workspace/a.h\"\n#include \"workspace/b.h\"\n"},
        {"workspace/b.cc", "#include \"workspace/a.h\"\n"}},
       {"a circle: workspace/a workspace/b workspace/a"}},
      {"a test, like any other",
       {{"base/a_test.cc", "#include \"gates/b.h\"\n"}},
       {"base/a_test.cc: base may not include \"gates/b.h\""}},
      {"oddly spaced",
       {{"base/a.h", "  #  include  \"gates/b.h\"  // why\r\n"}},
       {"base/a.h: base may not include \"gates/b.h\""}},
      {"commented out", {{"base/a.h", "// #include \"gates/b.h\"\n"}}, {}},
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
       {{"text/a.cc", "#include <yaml.h>\n"}, {"gates/b.cc", "#include <yaml.h>\n"}},
       {"yaml is included in more than one folder: gates/b.cc text/a.cc"}},
      {"two headers of a library",
       {{"cli/a.cc", "#include <CLI/App.hpp>\n"}, {"gates/b.cc", "#include <CLI/Option.hpp>\n"}},
       {"CLI is included in more than one folder: cli/a.cc gates/b.cc"}},
      {"language, system, fmt and expected, anywhere",
       {{"text/a.cc", "#include <vector>\n#include <sys/stat.h>\n#include <fmt/format.h>\n"},
        {"gates/b.cc",
         "#include <vector>\n#include <sys/stat.h>\n#include <fmt/format.h>\n"
         "#include <tl/expected.hpp>\n"}},
       {}},
      {"a library in a test",
       {{"text/a.cc", "#include <yaml.h>\n"}, {"gates/b_test.cc", "#include <yaml.h>\n"}},
       {}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(find_violations(c.files), c.want);
  }
}

TEST(Includes, FindsWordsOfTheDomain) {
  const std::vector<File> files = {
      {"render/a.cc", "// A gate, aggregated.\nint kMostReleases = 3;  // staged\n"},
      {"render/a_test.cc", "\"proposal\""},
      {"cli/a.h", "enum What { PROCESS, stage_names };\n"},
      {"cli/console.h", "Console process_console(Proposal proposal);\n"},
      {"features/list/a.h", "struct Proposal;\n"},
  };
  EXPECT_THAT(
      find_domain_words(files),
      testing::ElementsAre("render/a.cc: gate", "render/a.cc: releases", "cli/a.h: process",
                           "cli/a.h: stage", "cli/console.h: proposal", "cli/console.h: proposal"));
}

TEST(Includes, ToolkitsDoWithoutTheDomain) {
  const auto files = read_sources(std::filesystem::path(MILEPOST_SOURCE_DIR) / "src");
  EXPECT_THAT(find_domain_words(files), testing::IsEmpty());
}

TEST(Includes, FindsDoubleTypes) {
  const std::string print =
      "namespace milepost {\n\nstruct Print {\n};\n\n}  // namespace milepost\n";
  const struct {
    std::string_view name;
    std::vector<File> files;
    std::vector<std::string> want;
  } cases[] = {
      {"nothing", {}, {}},
      {"one", {{"base/a.h", print}}, {}},
      {"two of one name",
       {{"base/a.h", print}, {"text/b.h", print}},
       {"milepost::Print is defined more than once: base/a.h text/b.h"}},
      {"of any kind, over several lines",
       {{"base/a.h", print},
        {"text/b.h",
         "namespace milepost {\nenum class Print : std::uint8_t { kOne };\n}  // namespace "
         "milepost\n"},
        {"text/c.h",
         "namespace milepost {\nclass [[nodiscard]] Print final\n    : public Base {\n};\n"
         "}  // namespace milepost\n"}},
       {"milepost::Print is defined more than once: base/a.h text/b.h text/c.h"}},
      {"of several namespaces",
       {{"base/a.h", print},
        {"text/b.h",
         "namespace milepost::text {\nstruct Print {\n};\n}  // namespace milepost::text\n"},
        {"text/c.h",
         "namespace milepost {\nnamespace {\nstruct Print {\n};\n}  // namespace\n"
         "}  // namespace milepost\n"}},
       {}},
      {"after a namespace has ended",
       {{"base/a.h", print},
        {"text/b.h",
         "namespace milepost {\nnamespace text {\n}  // namespace text\nstruct Print {};\n"
         "}  // namespace milepost\n"}},
       {"milepost::Print is defined more than once: base/a.h text/b.h"}},
      {"declared, nested, specialised, of another class, in a source",
       {{"base/a.h", print},
        {"text/b.h",
         "namespace milepost {\nstruct Print;\nclass Page {\n  struct Print {};\n};\n"
         "template <>\nstruct Print<int> {};\nstruct Print::Face {};\n}  // namespace milepost\n"},
        {"text/b.cc", print}},
       {}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(find_double_types(c.files), c.want);
  }
}

TEST(Includes, TypesHaveOneDefinition) {
  const auto files = read_sources(std::filesystem::path(MILEPOST_SOURCE_DIR) / "src");
  ASSERT_THAT(files, testing::Contains(testing::Field(&File::path, "base/span.h")));
  EXPECT_THAT(find_double_types(files), testing::IsEmpty());
}

// Calls that open, make or rename files. Below base, which has one way to read below a root
// (beneath.h), one for what users name (named_path.h) and two to write (whole_file.h,
// change_set.h), few have a reason to: each file that does is listed with it.
std::vector<std::string> find_openings(const std::vector<File>& files) {
  static const std::set<std::string_view> allowed = {
      "features/record/transfer.cc",  // a scratch folder, and the record put into its place
      "features/record/verbs.cc",     // store import reads what may be larger than memory
      "git/config.cc",                // files of git's
      "git/guard.cc",                 // files of git's
      "git/mirror.cc",                // files of git's
      "git/remotes.cc",               // files of git's
      "main/man_verb.cc",             // makes the folder that is named
      "store/sqlite.cc",              // makes the file, for its owner alone
      "web/fetch.cc",                 // makes the folder of clones
      "web/site_files.cc",            // a site is a folder of its own, and what is old leaves it
  };
  constexpr std::string_view kCalls[] = {
      "::open(",   "::openat(", "::creat(",  "fopen(",       "ofstream",           "ifstream",
      "::mkdir(",  "::rename(", "::link(",   "::symlink(",   "create_directories", "mkdtemp(",
      "copy_file", "mkstemp(",  "::mkfifo(", "read_source(", "create_directory(",  "fs::remove"};
  std::vector<std::string> found;
  for (const File& file : files) {
    if (folder_of(file.path) == "base" || is_test(file.path) || allowed.contains(file.path))
      continue;
    for (const std::string_view call : kCalls) {
      for (std::size_t at = file.text.find(call); at != file.text.npos;
           at = file.text.find(call, at + 1)) {
        // Not that of a class: Workspace::open(
        const bool of_system =
            at == 0 || std::isalnum(static_cast<unsigned char>(file.text[at - 1])) == 0;
        if (call.starts_with(':') && !of_system) continue;
        found.push_back(file.path + ": " + std::string(call));
        break;
      }
    }
  }
  return found;
}

TEST(Includes, FilesAreOpenedInFewPlaces) {
  const auto files = read_sources(std::filesystem::path(MILEPOST_SOURCE_DIR) / "src");
  EXPECT_THAT(find_openings(files), testing::IsEmpty());
  EXPECT_THAT(find_openings({{"rules/a.cc", "int f = ::open(path);\nX::open(y);"},
                             {"git/b.cc", "read_source(path, path, 1)"},
                             {"git/config.cc", "read_source(path, path, 1)"},
                             {"workspace/c.cc", "return Workspace::open(x);"}}),
              testing::ElementsAre("rules/a.cc: ::open(", "git/b.cc: read_source("));
}

TEST(Includes, PointOneWay) {
  const auto files = read_sources(std::filesystem::path(MILEPOST_SOURCE_DIR) / "src");
  ASSERT_THAT(files, testing::Contains(testing::Field(&File::path, "base/span.h")));
  EXPECT_THAT(find_violations(files), testing::IsEmpty());
}

}  // namespace
}  // namespace milepost
