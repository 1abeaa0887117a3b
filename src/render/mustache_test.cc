#include "render/mustache.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

std::string partial(std::string_view name) {
  if (name == "bold") return "<b>{{name}}</b>\n";
  if (name == "itself") return "{{>itself}}";
  if (name == "half") return "{{#a}}";
  return {};
}

TEST(Mustache, FillsTemplates) {
  const Json data = {{"name", "a <b> & \"c\" 'd'"},
                     {"number", 7},
                     {"yes", true},
                     {"no", false},
                     {"null", nullptr},
                     {"empty", ""},
                     {"none", Json::array()},
                     {"object", {{"name", "inner"}, {"deep", {{"er", "x"}}}}},
                     {"hidden", {{"name", nullptr}}},
                     {"words", {"one", "two"}},
                     {"rows", {{{"name", "r1"}}, {{"other", 1}}}}};
  const struct {
    const char *text, *want;
  } cases[] = {
      {"", ""},
      {"plain\n\ntext", "plain\n\ntext"},
      {"{{name}}", "a &lt;b&gt; &amp; &quot;c&quot; &apos;d&apos;"},
      {"{{{name}}}|{{ number }}", "a <b> & \"c\" 'd'|7"},
      {"{{yes}}{{no}}{{null}}{{missing}}{{object}}{{words}}", ""},
      {"{{object.name}} {{object.deep.er}} {{object.deep.no}} {{name.er}}", "inner x  "},
      {"{{#yes}}1{{/yes}}{{#no}}2{{/no}}{{#null}}3{{/null}}{{#empty}}4{{/empty}}{{#none}}5{{/none}}"
       "{{#missing}}6{{/missing}}{{#number}}7{{/number}}{{#object}}8{{/object}}",
       "178"},
      {"{{^yes}}1{{/yes}}{{^no}}2{{/no}}{{^null}}3{{/null}}{{^empty}}4{{/empty}}{{^none}}5{{/none}}"
       "{{^missing}}6{{/missing}}{{^number}}7{{/number}}",
       "23456"},
      {"{{#words}}{{.}},{{/words}}", "one,two,"},
      // From the inside out; what is null within is not looked for outside.
      {"{{#object}}{{name}} {{number}}{{/object}} {{#hidden}}[{{name}}]{{/hidden}}", "inner 7 []"},
      {"{{#rows}}{{name}};{{/rows}}", "r1;a &lt;b&gt; &amp; &quot;c&quot; &apos;d&apos;;"},
      // A line of nothing but tags is none, where its section is shown.
      {"a\n{{#yes}}\nb\n{{/yes}}\nc\n", "a\nb\nc\n"},
      {"a\n  {{#words}}\n- {{.}}\n  {{/words}}\nc\n", "a\n- one\n- two\nc\n"},
      {"a\n{{#no}}\nb\n{{/no}}\nc\n", "a\n\nc\n"},
      {"a\n{{#yes}}b{{/yes}}\nc", "a\nb\nc"},
      {"a\n{{empty}}\nc", "a\n\nc"},
      {"a\n {{#yes}}{{/yes}} ", "a\n"},
      {"{{#object}}{{>bold}}{{/object}}{{>missing}}.", "<b>inner</b>\n."},
  };
  for (const auto& c : cases) {
    const auto read = Mustache::parse(c.text, partial);
    ASSERT_TRUE(read) << c.text;
    EXPECT_EQ(read->fill(data), c.want) << c.text;
    EXPECT_EQ(read->fill(data), c.want) << c.text << ", once more";
  }
}

TEST(Mustache, RefusesWrongTemplates) {
  const struct {
    const char *text, *why;
  } cases[] = {
      {"a {{name", "the template is wrong: a tag has no end"},
      {"{{{name}}", "the template is wrong: a tag has no end"},
      {"{{#a}}{{#b}}{{/a}}", "the template is wrong: no section a ends there"},
      {"{{/a}}", "the template is wrong: no section a ends there"},
      {"{{^a}}{{#b}}{{/b}}", "the template is wrong: the section a has no end"},
      {"{{>half}}{{/a}}", "the template is wrong: the section a has no end"},
      {"{{>itself}}", "the template is wrong: a partial stands in itself"},
  };
  for (const auto& c : cases) {
    const auto read = Mustache::parse(c.text, partial);
    ASSERT_FALSE(read) << c.text;
    EXPECT_EQ(read.error().message, c.why) << c.text;
  }
}

}  // namespace
}  // namespace milepost
