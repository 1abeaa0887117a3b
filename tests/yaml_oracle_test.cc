// Holds the short way of reading metadata against libyaml: what it reads must be
// the same tree, and it may read nothing that libyaml has anything to say about.

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/limits.h"
#include "base/source.h"
#include "corpus_files.h"
#include "text/document.h"
#include "text/yaml_parts.h"

namespace milepost {
namespace {

namespace fs = std::filesystem;

// A tree with everything that is in it.
void write(const YamlNode& node, int depth, std::ostream& out) {
  const auto span = [](Span at) {
    return std::to_string(at.begin) + "-" + std::to_string(at.end) + " ";
  };
  out << span(node.span)
      << (node.is_map()    ? "map"
          : node.is_list() ? "list"
                           : "scalar")
      << (node.quoted ? " quoted " : " ") << node.text << '\n';
  const std::string indent(static_cast<std::size_t>(depth) * 2, ' ');
  for (const YamlNode& item : node.items) {
    out << indent << "- ";
    write(item, depth + 1, out);
  }
  for (const YamlEntry& entry : node.entries) {
    out << indent << span(entry.key_span) << entry.key << ": ";
    write(*entry.value, depth + 1, out);
  }
}

std::string written(const YamlNode& node) {
  std::ostringstream out;
  write(node, 0, out);
  return out.str();
}

// Reads many texts both ways and shows the first few differences in full.
class Comparison {
 public:
  void add(std::string_view name, const Source& source, Span within) {
    ++texts_;
    const auto plain = read_plain_yaml(source, within);
    if (!plain) return;
    ++taken_;
    const YamlRead read = read_yaml_events(source, within, kLimits.yaml_depth);
    const std::string own = written(*plain);
    const std::string theirs = written(read.root);
    if (!read.fault && read.problems.empty() && own == theirs) return;
    if (++different_ > 5) return;
    ADD_FAILURE() << name << ":\n"
                  << source.text(within) << "\nshort way: " << own
                  << "\nlibyaml: " << (read.fault ? std::string(read.fault->problem) : theirs)
                  << (read.problems.empty() ? "" : read.problems.front().message);
  }
  void add(std::string_view name, std::string text) {
    const Source source("x.yaml", std::move(text));
    add(name, source, {0, source.size()});
  }

  std::size_t texts() const { return texts_; }
  double share() const { return static_cast<double>(taken_) / static_cast<double>(texts_); }

 private:
  std::size_t texts_ = 0;
  std::size_t taken_ = 0;
  std::size_t different_ = 0;
};

TEST(YamlOracle, EveryVersionInTheBundle) {
  Comparison comparison;
  const bool read = for_each_version(
      "/kep[.]yaml$",
      [&](const std::string& name, std::string bytes) { comparison.add(name, std::move(bytes)); });
  if (!read) GTEST_SKIP() << "no bundle in " << corpus_root();
  EXPECT_GT(comparison.texts(), 1000U);
  EXPECT_GT(comparison.share(), 0.95);  // else it is of no use
}

TEST(YamlOracle, FrontMatterOfTheCorpus) {
  if (!fs::exists(corpus_root())) GTEST_SKIP() << "no corpus at " << corpus_root();
  Comparison comparison;
  for (const auto& entry : fs::recursive_directory_iterator(corpus_root())) {
    if (entry.path().extension() != ".md") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    std::stringstream bytes;
    bytes << in.rdbuf();
    const Document document(std::make_shared<Source>(entry.path().string(), bytes.str()));
    if (!document.front_matter().closed) continue;
    comparison.add(entry.path().string(), document.source(), document.front_matter().content);
  }
  EXPECT_GT(comparison.texts(), 50U);
  EXPECT_GT(comparison.share(), 0.9);
}

// --- generated -----------------------------------------------------------------------

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t count) { return random_() % count; }
  std::string_view one_of(const std::vector<std::string_view>& texts) {
    return texts[below(texts.size())];
  }

  std::string lines() {
    static const std::vector<std::string_view> kIndents = {"",   "",     "",  "  ",  "  ",
                                                           "  ", "    ", " ", "   ", "      "};
    static const std::vector<std::string_view> kEnds = {
        "\n", "\n", "\n", "\n", "\n", "\r\n", " \n", " # c\n", "\n\n", "\n # c\n", "#\n"};
    std::string text;
    for (std::size_t count = 1 + below(7); count > 0; --count) {
      text += one_of(kIndents);
      if (below(4) == 0) text += one_of({"- ", "- ", "- ", "-   ", "-"});
      if (below(6) != 0) text += key();
      if (below(4) != 0) text += value();
      text += one_of(kEnds);
    }
    return text;
  }

  // What is likely to be read in another way than before.
  void mutate(std::string& text) {
    static const std::vector<std::string_view> kPieces = {
        ":",
        ": ",
        " #",
        "#",
        "-",
        "- ",
        "\n",
        "\n  ",
        "\n- ",
        "'",
        "\"",
        "[",
        "]",
        ",",
        "{",
        "}",
        "&a",
        "*a",
        "!",
        "|",
        ">",
        "%",
        "@",
        "`",
        "?",
        "? ",
        "\t",
        " ",
        "\r",
        "\\",
        "---",
        "...",
        "<<",
        "''",
        "é",
        "\xC2\x85",
        "\xE2\x80\xA8",
        "\xEF\xBB\xBF",
        "\x80",
        "\x7F",
        "x",
    };
    for (std::size_t count = 1 + below(3); count > 0 && !text.empty(); --count) {
      const std::size_t at = below(text.size());
      const std::size_t gone = below(2) == 0 ? 0 : std::min(text.size() - at, 1 + below(3));
      text.replace(at, gone, below(4) == 0 ? std::string_view() : one_of(kPieces));
    }
  }

 private:
  // One in a few is out of the ordinary, lest there be one in every text.
  std::string_view pick(const std::vector<std::string_view>& usual,
                        const std::vector<std::string_view>& odd) {
    return one_of(below(8) == 0 ? odd : usual);
  }
  std::string_view key() {
    static const std::vector<std::string_view> kUsual = {
        "a: ", "b: ", "c: ", "d: ", "e: ", "f: ", "g: ", "h:", "title: ", "\"q\": ", "'s': ",
    };
    static const std::vector<std::string_view> kOdd = {
        "a b: ", "a : ", "x:y: ", "é: ",   "-a: ",     "a#b: ",
        "<<: ",  "a:",   "[a]: ", "? a: ", "\"r\" : ",
    };
    return pick(kUsual, kOdd);
  }
  std::string_view value() {
    static const std::vector<std::string_view> kUsual = {
        "x",   "two words", "0752",  "\"q\"", "'s'",      "'it''s'",    "[]",
        "[x]", "[x, y]",    "v1.30", "\"\"",  "a, b (c)", "2023-01-02", "http://x/y#z",
    };
    static const std::vector<std::string_view> kOdd = {
        "\"a\\tb\"", "[ 'x' , \"y z\", ]",
        "[x y,z]",   "[,]",
        "[a: b]",    "[[x]]",
        "{}",        "{a: b}",
        "a:b",       "a: b",
        "a:",        "a #b",
        "a#b",       "#",
        "-1",        "- x",
        "-",         "@x",
        "&a x",      "*a",
        "!t x",      "|",
        ">-",        "%x",
        "`x`",       "~",
        "é ü",       "”x”",
        "\"x",       "'x",
        "[x",        "\"x\"y",
        "\"x\" # c", "[x] # c",
        "[x]#c",     "a, b]",
        "<<",        "''",
        "?",         "? x",
        ":x",        "---",
        "a - b",     "[x, -y]",
        "[x#y]",     "[x ,]",
    };
    return pick(kUsual, kOdd);
  }

  std::mt19937_64 random_;
};

TEST(YamlOracle, GeneratedTexts) {
  Comparison comparison;
  for (std::uint64_t n = 0; n < scaled(100'000); ++n) {
    comparison.add("text " + std::to_string(n), Generator(n).lines());
  }
  EXPECT_GT(comparison.share(), 0.02);  // else nothing was compared
}

TEST(YamlOracle, MutatedMetadata) {
  static const std::vector<std::string_view> kMetadata = {
      R"(title: Warm caches
kep-number: 0752
authors:
  - "@a"
  - '@b'
owning-sig: sig-oak
# a comment
reviewers: []
stage: alpha

milestone:
  alpha: "v1.30"
  beta: v1.31
)",
      R"(feature-gates:
  - name: Warm
    components:
      - one
      - two
  - name: Other
disable-supported: true
metrics:
- a
- b # c
see-also: [x, "y"]
)",
      "a:\r\n  b:\r\n    c: d\r\n  e:\r\nf: 'it''s'\r\nlist:\r\n- k: v\r\n  l:\r\n  - m\r\n- n\r\n",
      "t: Plain text, with (many) \"signs\" - and:more\n",
      "\"quoted key\": x\n'other': \"y # z\"\nü: “curly”\n",
  };
  Comparison comparison;
  for (std::uint64_t n = 0; n < scaled(100'000); ++n) {
    Generator generator(n);
    std::string text(generator.one_of(kMetadata));
    generator.mutate(text);
    comparison.add("mutation " + std::to_string(n), std::move(text));
  }
  EXPECT_GT(comparison.share(), 0.1);
}

}  // namespace
}  // namespace milepost
