#include "text/yaml.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/files.h"
#include "base/limits.h"

namespace milepost {
namespace {

// A tree on one line: scalars as they are, quoted ones in quotes, {a=1, b=[x, y]}.
std::string written(const YamlNode& node) {
  if (node.is_scalar()) return node.quoted ? '"' + node.text + '"' : node.text;
  std::string text = node.is_list() ? "[" : "{";
  const auto separate = [&] {
    if (text.size() > 1) text += ", ";
  };
  for (const auto& item : node.items) {
    separate();
    text += written(item);
  }
  for (const auto& entry : node.entries) {
    separate();
    text += entry.key + "=" + written(*entry.value);
  }
  return text + (node.is_list() ? "]" : "}");
}

// "line:column shown text" of a problem.
std::string place(const Source& source, Span span) {
  const Position at = source.position(span.begin);
  return std::to_string(at.line) + ":" + std::to_string(at.column) + " " +
         std::string(source.text(span));
}

TEST(Yaml, ReadsTreesOfText) {
  struct Case {
    const char* name;
    std::string_view text;
    std::string want;
  };
  const Case cases[] = {
      {"nothing", "", "{}"},
      {"comments alone", "# a\n\n# b\n", "{}"},
      {"separator alone", "---\n", "{}"},
      {"scalars stay text", "n: 0752\nv: 1.30\nd: 2023-14-05\nb: yes\nx: ~\ny: null\n",
       "{n=0752, v=1.30, d=2023-14-05, b=yes, x=~, y=null}"},
      {"empty values", "a:\nb: \"\"\nc: ''\n", "{a=, b=\"\", c=\"\"}"},
      {"quotes", "a: \"x \\\"y\\\" \\u00e9\"\nb: 'it''s'\n", "{a=\"x \"y\" é\", b=\"it's\"}"},
      {"lists", "a:\n- x\n- y\nb:\n  - z\nc: [p, \"q\"]\nd: []\n",
       "{a=[x, y], b=[z], c=[p, \"q\"], d=[]}"},
      {"maps", "a:\n  b:\n    c: d\ne: {f: g, h: }\n", "{a={b={c=d}}, e={f=g, h=}}"},
      {"list of maps", "a:\n  - name: X\n    parts:\n      - y\n  - name: Z\n",
       "{a=[{name=X, parts=[y]}, {name=Z}]}"},
      {"block texts", "a: |\n  x\n  y\nb: >-\n  x\n  y\nc: z\n", "{a=x\ny\n, b=x y, c=z}"},
      {"text over two lines", "a: x\n  y\nb: z\n", "{a=x y, b=z}"},
      {"comments", "a: b # c\n# d\ne: f#g\n", "{a=b, e=f#g}"},
      {"a list at the top", "- a\n- b: c\n", "[a, {b=c}]"},
      {"text at the top", "just words\n", "just words"},
      {"byte order mark and crlf",
       "\xEF\xBB\xBF"
       "a: b\r\nc:\r\n  - d\r\n",
       "{a=b, c=[d]}"},
      {"separators around", "---\na: b\n---\n", "{a=b}"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Source source("x.yaml", std::string(c.text));
    const Yaml yaml(source);
    EXPECT_EQ(written(yaml.root()), c.want);
    EXPECT_TRUE(yaml.complete());
    for (const auto& problem : yaml.problems()) ADD_FAILURE() << problem.message;
  }
}

TEST(Yaml, FindsByKey) {
  const Source source("x.yaml", "a: 1\nb: [x]\nc:\n");
  const Yaml yaml(source);
  EXPECT_EQ(yaml.root().scalar("a"), "1");
  EXPECT_EQ(yaml.root().scalar("b"), "");
  EXPECT_EQ(yaml.root().scalar("absent"), "");
  ASSERT_NE(yaml.root().find("b"), nullptr);
  EXPECT_TRUE(yaml.root().find("b")->is_list());
  EXPECT_EQ(yaml.root().find("absent"), nullptr);
  EXPECT_EQ(yaml.root().find("b")->find("x"), nullptr);
  ASSERT_NE(yaml.root().find_entry("c"), nullptr);
  EXPECT_EQ(source.text(yaml.root().find_entry("c")->key_span), "c");
}

TEST(Yaml, SpansAreBytesOfTheSource) {
  struct Case {
    const char* name;
    std::string_view text;
    std::string_view key;
    std::string want;  // the value as written
    std::uint32_t line;
    std::uint32_t byte_column;
  };
  const Case cases[] = {
      {"plain", "a: 1\nb: two words  # c\n", "b", "two words", 2, 4},
      {"quotes included", "b: \"x\"\n", "b", "\"x\"", 1, 4},
      {"after letters of two bytes", "é: ü\nb: ö1\n", "b", "ö1", 2, 4},
      {"after emoji on the line", "{é: 😀, b: x}\n", "b", "x", 1, 15},
      {"after a mark and crlf",
       "\xEF\xBB\xBF"
       "a: é\r\nb: x\r\n",
       "b", "x", 2, 4},
      {"mark on the same line",
       "\xEF\xBB\xBF"
       "b: x\n",
       "b", "x", 1, 7},
      {"unicode line end",
       "a: x\xC2\x85"
       "b: y\n",
       "b", "y", 1, 10},
      {"empty", "a: 1\nb:\nc: 2\n", "b", "", 2, 3},
      {"list ends with its last item", "b:\n  - x\n  - y\n\n# later\nc: 2\n", "b", "- x\n  - y", 2,
       3},
      {"list without indentation", "b:\n- x\n- y\nc: 2\n", "b", "- x\n- y", 2, 1},
      {"flow list", "b: [x,\n  y]\nc: 2\n", "b", "[x,\n  y]", 1, 4},
      {"block text ends with its last line", "b: |\n  x\n  y\n\n\nc: 2\n", "b", "|\n  x\n  y", 1,
       4},
      {"map", "b:\n  x: 1\n  y: 2\nc: 2\n", "b", "x: 1\n  y: 2", 2, 3},
      {"the value, not its anchor", "b: &q !t  x\n", "b", "x", 1, 11},
      {"key in quotes", "\"b\": x\n", "b", "x", 1, 6},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Source source("x.yaml", std::string(c.text));
    const Yaml yaml(source);
    const YamlNode* const value = yaml.root().find(c.key);
    ASSERT_NE(value, nullptr);
    EXPECT_EQ(source.text(value->span), c.want);
    EXPECT_EQ(source.position(value->span.begin).line, c.line);
    EXPECT_EQ(source.position(value->span.begin).byte_column, c.byte_column);
  }
}

TEST(Yaml, ReadsAPartOfAFile) {
  const Source source("x.md", "---\r\ntitle: Ü: x\r\nstatus: done\r\n---\r\n# Ü\r\n");
  const Yaml yaml(source, {5, source.line(3).begin});
  ASSERT_NE(yaml.root().find("status"), nullptr);
  EXPECT_EQ(source.text(yaml.root().find("status")->span), "done");
  ASSERT_EQ(yaml.problems().size(), 1U);
  EXPECT_EQ(place(source, yaml.problems()[0].span), "2:8 Ü: x");
}

TEST(Yaml, SaysWhatItDoesNotRead) {
  using enum YamlProblemKind;
  struct Case {
    const char* name;
    std::string_view text;
    YamlProblemKind kind;
    std::string place;
    std::string_view message;
    std::string tree;
  };
  const Case cases[] = {
      {"key twice", "a: 1\nb: 2\na: 3\n", kDuplicateKey, "3:1 a",
       "`a` is given twice, first on line 1; keep one of them", "{a=1, b=2}"},
      {"key twice, further down", "x:\n  - {a: 1, a: 2}\n", kDuplicateKey, "2:12 a",
       "`a` is given twice, first on line 2; keep one of them", "{x=[{a=1}]}"},
      {"anchor", "a: &x 1\n", kAnchor, "1:4 &x",
       "`&x` is a YAML anchor, which is not read here; remove it, or put the value in quotes",
       "{a=1}"},
      {"anchor of a list", "a: &x\n  - 1\n", kAnchor, "1:4 &x", "`&x` is a YAML anchor", "{a=[1]}"},
      {"anchor of nothing", "a: &x\nb: 1\n", kAnchor, "1:4 &x", "`&x` is a YAML anchor",
       "{a=, b=1}"},
      {"alias", "a: *x\n", kAnchor, "1:4 *x", "`*x` is a YAML alias", "{a=}"},
      {"merge key", "a:\n  <<: *x\n  b: 1\n", kAnchor, "2:3 <<", "`<<` is a YAML merge key",
       "{a={<<=, b=1}}"},
      {"tag", "a: !!str 5\n", kTag, "1:4 !!str", "`!!str` is a YAML tag", "{a=5}"},
      {"second document", "a: 1\n---\nb: 2\n", kSyntax, "2:1 ---",
       "a second YAML document begins here", "{a=1}"},
      {"a map as a key", "title: {{ title }}\n", kSyntax, "1:9 { title }",
       "`{ title }` stands where a name is expected; put it in quotes", "{title={{ title }=}}"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Source source("x.yaml", std::string(c.text));
    const Yaml yaml(source);
    EXPECT_EQ(written(yaml.root()), c.tree);
    EXPECT_TRUE(yaml.complete());
    ASSERT_EQ(yaml.problems().size(), 1U);
    const YamlProblem& problem = yaml.problems()[0];
    EXPECT_EQ(problem.kind, c.kind);
    EXPECT_EQ(place(source, problem.span), c.place);
    EXPECT_TRUE(problem.message.starts_with(c.message)) << problem.message;
  }
}

TEST(Yaml, FindsRepeatedKeysInLargeMapsToo) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "k" + std::to_string(i) + ": x\n";
  const Source source("x.yaml", text + "k3: y\nk99: y\nk3: z\n");
  const Yaml yaml(source);
  EXPECT_EQ(yaml.root().entries.size(), 100U);
  std::vector<std::string> messages;
  for (const auto& problem : yaml.problems()) messages.push_back(problem.message);
  EXPECT_EQ(messages, (std::vector<std::string>{
                          "`k3` is given twice, first on line 4; keep one of them",
                          "`k99` is given twice, first on line 100; keep one of them",
                          "`k3` is given twice, first on line 4; keep one of them",
                      }));
}

TEST(Yaml, ExplainsSyntaxErrorsAndReadsTheRest) {
  struct Case {
    const char* name;
    std::string_view text;
    std::string place;
    std::string_view message;
    std::string tree;
  };
  const Case cases[] = {
      {"bold placeholder", "a: 1\ns: **provisional**|done\nb: 2\n", "2:4 **provisional**|done",
       "an unquoted text cannot begin with `*`; put it in quotes",
       "{a=1, s=**provisional**|done, b=2}"},
      {"list with stars", "l:\n  * x\ns: z\n", "2:3 *",
       "an entry of a list begins with `- `, not with `* `", "{l=* x, s=z}"},
      {"handle", "l:\n  - \"@x\"\n  - @y\ns: z\n", "3:5 @y",
       "an unquoted text cannot begin with `@`; put it in quotes", "{l=[\"@x\", @y], s=z}"},
      {"backtick", "a: `x` y\ns: z\n", "1:4 `x`",
       "an unquoted text cannot begin with a backtick; put it in quotes", "{a=`x` y, s=z}"},
      {"percent", "a: %x\ns: z\n", "1:4 %x", "an unquoted text cannot begin with `%`",
       "{a=%x, s=z}"},
      {"colon in a title", "title: One: two\ns: z\n", "1:8 One: two",
       "a `: ` inside an unquoted value; put the value in quotes", "{title=One: two, s=z}"},
      {"curly quotes", "title: “One: two”\ns: z\n", "1:8 “One: two”",
       "a `: ` inside an unquoted value; put the value in quotes (curly quotes do not count",
       "{title=“One: two”, s=z}"},
      {"quote closed by a curly one", "l:\n  - \"@x”\n  - \"@y\"\ns: z\n", "2:5 \"@x”",
       "the quote opened here is not closed (curly quotes", "{l=[\"@x”\", \"@y\"], s=z}"},
      {"quote left open", "t: \"x\ns: z\no: \"y\"\n", "1:4 \"x",
       "the quote opened here is not closed", "{t=\"x\", s=z, o=\"y\"}"},
      {"quote left open further down", "m:\n  a: \"1\n  b: 2\ns: z\n", "2:6 \"1",
       "the quote opened here is not closed", "{m={a=\"1\", b=2}, s=z}"},
      {"apostrophe", "t: 'it's'\ns: z\n", "1:7 '",
       "the apostrophe ends the single-quoted text; use double quotes", "{t='it's', s=z}"},
      {"text after a quote", "l:\n  - \"@x\" - for the API\ns: z\n", "2:10 -",
       "text after a closing quote", "{l=[\"@x\" - for the API], s=z}"},
      {"markdown link", "l: [x](y)\ns: z\n", "1:7 (y)", "text after a closing `]`",
       "{l=[x](y), s=z}"},
      {"escape", "t: \"\\q\"\ns: z\n", "1:5 \\q\"", "a `\\` in double quotes", "{t=\"\\q\", s=z}"},
      {"tab", "l:\n\t- x\ns: z\n", "2:1 \t", "a tab indents this line; YAML wants spaces",
       "{l=[x], s=z}"},
      {"no space after the colon", "a: 1\ns:z\nb: 2\n", "2:1 s:z",
       "a space is missing after the `:` of `s:`", "{a=1, s=z, b=2}"},
      {"continued without indentation", "a: long\ntitle\ns: z\n", "2:1 title",
       "this line is no `key: value`; to continue the value above it, indent it", "{a=long, s=z}"},
      {"key below a value", "a: 1\n  b: 2\ns: z\n", "2:3 b: 2",
       "this line is indented below a key that has a value already", "{a=1, s=z}"},
      {"key out of line", "m:\n    a: 1\n  b: 2\ns: z\n", "3:3 b: 2",
       "this line does not align with the keys above it", "{m={a=1, b=2}, s=z}"},
      {"item out of line", "l:\n    - x\n  - y\ns: z\n", "3:3 - y",
       "a list item stands where a key is expected", "{l=[x, y], s=z}"},
      {"item beside its key", "l: - x\ns: z\n", "1:4 -",
       "a list item must stand on a line of its own", "{l=- x, s=z}"},
      {"key among items", "- x\ny: 1\n", "2:1 y: 1",
       "this line stands in a list but does not begin with `- `", "[x]"},
      {"open bracket", "l: [x, y\ns: z\n", "1:4 [x,", "`[` is not closed by `]`", "{l=[x, y, s=z}"},
      {"open brace", "m: {x: y\ns: z\n", "1:4 {x:", "`{` is not closed by `}`", "{m={x: y, s=z}"},
      {"text after the sign for a block", "v: >= 1.2\ns: z\n",
       "1:5 =", "after `|` or `>` the text begins on the next line", "{v=>= 1.2, s=z}"},
      {"after the end", "a: 1\n...\ns: z\n", "3:1 s:", "this stands after the end of the YAML",
       "{a=1, s=z}"},
      {"control character", "a: x\x01y\ns: z\n", "1:5 \x01", "a control character stands here",
       "{a=x\x01y, s=z}"},
      {"not UTF-8", "a: \xE9\ns: z\n", "1:4 \xE9", "this byte is not UTF-8", "{a=\xE9, s=z}"},
      {"UTF-16",
       std::string_view("\xFF\xFE"
                        "a\0:\0",
                        6),
       "1:1 \xFF", "this is UTF-16", "{}"},
      {"twice and broken", "a: 1\nb: @x\na: 2\n", "2:4 @x", "an unquoted text", "{a=1, b=@x}"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Source source("x.yaml", std::string(c.text));
    const Yaml yaml(source);
    EXPECT_FALSE(yaml.complete());
    EXPECT_EQ(written(yaml.root()), c.tree);
    std::vector<const YamlProblem*> syntax;
    for (const auto& problem : yaml.problems()) {
      if (problem.kind == YamlProblemKind::kSyntax) syntax.push_back(&problem);
    }
    ASSERT_EQ(syntax.size(), 1U);
    EXPECT_EQ(place(source, syntax[0]->span), c.place);
    EXPECT_TRUE(syntax[0]->message.starts_with(c.message)) << syntax[0]->message;
  }
}

TEST(Yaml, SpansAreRightAfterASyntaxError) {
  const Source source("x.yaml",
                      "\xEF\xBB\xBF"
                      "é: @x\r\nlist:\r\n  - \"ü\"\r\n  - @b # c\r\n");
  const Yaml yaml(source);
  const YamlNode* const list = yaml.root().find("list");
  ASSERT_NE(list, nullptr);
  ASSERT_EQ(list->items.size(), 2U);
  EXPECT_EQ(source.text(yaml.root().find_entry("é")->key_span), "é");
  EXPECT_EQ(source.text(yaml.root().find("é")->span), "@x");
  EXPECT_EQ(source.text(list->items[0].span), "\"ü\"");
  EXPECT_EQ(source.text(list->items[1].span), "@b");
}

TEST(Yaml, KeepsItsLimits) {
  const std::string fill(kLimits.yaml_bytes, 'x');
  const Source large("x.yaml", "title: a\nlong: " + fill + "\nstatus: b\n");
  const Yaml refused(large);
  EXPECT_FALSE(refused.complete());
  ASSERT_EQ(refused.problems().size(), 1U);
  EXPECT_EQ(refused.problems()[0].kind, YamlProblemKind::kTooLarge);
  EXPECT_EQ(place(large, refused.problems()[0].span), "1:1 title: a");
  EXPECT_EQ(refused.root().scalar("status"), "b");
  EXPECT_TRUE(Yaml(large, {0, large.size()}, large.size()).complete());

  const auto nested = [](int depth) {
    const auto times = static_cast<std::size_t>(depth);
    return "a: 1\nb: " + std::string(times, '[') + std::string(times, ']') + "\nc: 2\n";
  };
  const Source fits("x.yaml", nested(kLimits.yaml_depth - 1));
  EXPECT_TRUE(Yaml(fits).complete());
  const Source deep("x.yaml", nested(kLimits.yaml_depth));
  const Yaml too_deep(deep);
  EXPECT_FALSE(too_deep.complete());
  ASSERT_EQ(too_deep.problems().size(), 1U);
  EXPECT_EQ(too_deep.problems()[0].kind, YamlProblemKind::kTooDeep);
  EXPECT_EQ(too_deep.root().scalar("c"), "2");
}

TEST(Yaml, ReadsSoManyValuesAndNoMore) {
  const auto items = [](std::size_t count) {
    std::string text = "title: a\nmany: [";
    for (std::size_t i = 0; i < count; ++i) text += "x,";
    return Source("x.yaml", text + "]\nstatus: b\n");
  };
  const Source fits = items(kLimits.yaml_values - 4);
  EXPECT_TRUE(Yaml(fits, {0, fits.size()}, fits.size()).complete());
  const Source large = items(kLimits.yaml_values + 1);
  const Yaml refused(large, {0, large.size()}, large.size());
  EXPECT_FALSE(refused.complete());
  ASSERT_EQ(refused.problems().size(), 1U);
  EXPECT_EQ(refused.problems()[0].kind, YamlProblemKind::kTooLarge);
  EXPECT_EQ(refused.problems()[0].message,
            "this YAML has more than 50000 values; what follows is not read");
  EXPECT_EQ(refused.root().scalar("status"), "b");

  // Nor more of each field than of all.
  std::string fields;
  for (int field = 0; field < 10; ++field) {
    fields += "f" + std::to_string(field) + ": [";
    for (int i = 0; i < 10'000; ++i) fields += "x,";
    fields += "]\n";
  }
  const Source lists("x.yaml", fields);
  const Yaml part(lists, {0, lists.size()}, lists.size());
  EXPECT_FALSE(part.complete());
  std::size_t read = 0;
  for (const YamlEntry& entry : part.root().entries) read += entry.value->items.size();
  EXPECT_LE(read, 20'000U);

  std::string keys = "title: a\n";
  for (int i = 0; i < 80'000; ++i) keys += "k" + std::to_string(i) + ":\n";
  const Source many("x.yaml", keys);
  const Yaml cut(many);
  EXPECT_FALSE(cut.complete());
  EXPECT_EQ(cut.root().scalar("title"), "a");
  EXPECT_LE(cut.root().entries.size(), 20'000U);
}

TEST(Yaml, TellsOfManyProblemsOnce) {
  const auto repeated = [](std::size_t count, std::string_view end) {
    std::string text;
    for (std::size_t i = 0; i <= count; ++i) text += "a: 1\n";
    return Source("x.yaml", text.append(end));
  };
  for (const std::string_view end : {"", "b: @\n"}) {  // read as a whole, and by its lines
    SCOPED_TRACE(end);
    const std::size_t broken = end.empty() ? 0 : 1;
    const Source few = repeated(kLimits.yaml_problems, end);
    const Yaml all(few);
    ASSERT_EQ(all.problems().size(), kLimits.yaml_problems + broken);
    EXPECT_EQ(all.problems()[kLimits.yaml_problems - 1].message,
              "`a` is given twice, first on line 1; keep one of them");
    const Source many = repeated(kLimits.yaml_problems + 7, end);
    const Yaml some(many);
    ASSERT_EQ(some.problems().size(), kLimits.yaml_problems + broken);
    EXPECT_EQ(some.problems()[kLimits.yaml_problems - 1].message,
              "`a` is given twice, first on line 1; keep one of them (and 7 more like it)");
  }
}

TEST(Yaml, BracketsInTextAreNotNesting) {
  std::string text = "a: |\n";
  for (int i = 0; i < 200; ++i) text += "  see [x, note {y\n  and \"[\" # [[[\n";
  text += "b: \"" + std::string(200, '[') + "\"\nc: x" + std::string(200, '[') + "\n";
  const Source source("x.yaml", text);
  const Yaml yaml(source);
  EXPECT_TRUE(yaml.complete());
  EXPECT_TRUE(yaml.problems().empty());
}

TEST(Yaml, TakesLittleTimeOnHostileInput) {
  const auto repeat = [](std::string_view part) {
    std::string text;
    while (text.size() + part.size() <= kLimits.yaml_bytes) text += part;
    return text;
  };
  std::string keys;
  std::string tags;
  for (int i = 0; keys.size() + 10 < kLimits.yaml_bytes; ++i)
    keys += "k" + std::to_string(i) + ":\n";
  for (int i = 0; tags.size() + 20 < kLimits.yaml_bytes; ++i) {
    tags += "%TAG !a" + std::to_string(i) + "! b\n";
  }
  const std::string inputs[] = {
      repeat("["),      repeat("{"),      repeat("- "),     repeat("? "),  repeat("[{a: "),
      repeat("!a ["),   repeat("&a ["),   repeat("a: {"),   repeat("[\n"), repeat("'"),
      repeat("a: @\n"), repeat("a:\n "),  repeat("\"\\"),   repeat("!"),   repeat("*a "),
      repeat("# ["),    repeat("a: |\n"), repeat(" \n"),    repeat("\r"),  repeat("a: 1\n"),
      repeat("\t"),     repeat("---\n"),  repeat("- @x\n"), keys,          tags,
      keys + "x: @\n",
  };
  for (const auto& input : inputs) {
    const Source source("x.yaml", input);
    const auto begin = std::chrono::steady_clock::now();
    const Yaml yaml(source);
    const auto taken = std::chrono::steady_clock::now() - begin;
    EXPECT_LT(taken, std::chrono::seconds(1)) << input.substr(0, 20);
    EXPECT_TRUE(yaml.complete() || !yaml.problems().empty());
  }
}

TEST(Yaml, ReadsTheCaseOfTheCorpus) {
  const char* const named = std::getenv("MILEPOST_CORPUS");
  const std::filesystem::path corpus = named != nullptr ? named : "../shared/corpus";
  const auto path = corpus / "openshift/enhancements/machine-config/ignition-spec-dual-support.md";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no corpus here";
  const auto source = read_source(path.string(), "x.md", kLimits.document_bytes);
  ASSERT_TRUE(source.has_value());
  const auto end = (*source)->text().find("\n---\n", 4);
  const Yaml yaml(**source, {4, static_cast<std::uint32_t>(end + 1)});
  EXPECT_FALSE(yaml.complete());
  ASSERT_EQ(yaml.problems().size(), 1U);
  EXPECT_EQ((*source)->position(yaml.problems()[0].span.begin).line, 17U);
  EXPECT_EQ(yaml.root().scalar("title"), "Ignition Spec 2/3 dual support");
  EXPECT_EQ(yaml.root().scalar("creation-date"), "2019-11-04");
  ASSERT_NE(yaml.root().find("reviewers"), nullptr);
  EXPECT_EQ(yaml.root().find("reviewers")->items.size(), 8U);
}

}  // namespace
}  // namespace milepost
