#include "proposal/delegation.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "process/heading_key.h"
#include "process/process_fixture.h"

namespace milepost {
namespace {

constexpr std::string_view kDelegatingPack = R"(schema: 1
kinds: [{id: feature, template: t.md}]
delegation:
  sentences: [this kep inherits * from its parent, is a sub-KEP of]
  templates:
    - {title: the vendors' form, file: vendors/form.md, headings: [Vendor, Contract, Exit, Price]}
)";

class Delegating : public testing::Test {
 protected:
  void SetUp() override {
    auto loaded =
        load_texts({{"pack/process.yaml", std::string(kDelegatingPack)}, {"pack/t.md", "# T\n"}});
    ASSERT_TRUE(loaded) << loaded.error().message;
    process_ = *loaded;
  }

  // "name|destination", "the other template's file", or "nothing".
  std::string find(std::string_view text) const {
    const Document document(make_source(text));
    std::vector<std::string> keys;
    for (const Section& section : document.sections()) {
      keys.push_back(heading_key(document.heading_of(section).text));
    }
    const auto found = find_delegation(*process_, document,
                                       std::vector<std::string_view>(keys.begin(), keys.end()));
    if (!found) return "nothing";
    return found->other ? found->other->path
                        : fmt::format("{}|{}", found->name, found->destination);
  }

  std::shared_ptr<const Process> process_;
};

TEST_F(Delegating, IsSeenByASentenceWithALink) {
  const std::string far(20'000, 'x');
  const struct {
    std::string_view name;
    std::string document;
    std::string_view want;
  } cases[] = {
      {"in one paragraph", "# T\nThis KEP inherits\nall of it from its parent [12](../12).\n",
       "12|../12"},
      {"in what follows", "# T\nIt is a sub-kep of:\n\n- [12](../12)\n", "12|../12"},
      {"an address alone", "# T\nIt is a **sub-KEP** of https://example.org/12\n",
       "https://example.org/12|https://example.org/12"},
      {"a page that is no proposal",
       "# T\nIt is a sub-KEP of all in [docs](https://example.org/docs) and [it](/12).\n",
       "it|/12"},
      {"no link", "# T\nIt is a sub-KEP of number 12.\n", "nothing"},
      {"the link is before it", "# T\n[12](../12)\n\nIt is a sub-KEP of that.\n", "nothing"},
      {"the link is in another section", "# T\nIt is a sub-KEP of that.\n\n## S\n[12](../12)\n",
       "nothing"},
      {"a link within the document", "# T\nIt is a sub-KEP of [that](#that).\n", "nothing"},
      {"an image", "# T\nIt is a sub-KEP of ![that](a.png).\n", "nothing"},
      {"other words", "# T\nIt is a sub-step of [that](../12).\n", "nothing"},
      {"too much between", "# T\nThis KEP inherits a b c d e f g from its parent [12](../12).\n",
       "nothing"},
      {"in code", "# T\n```\nIt is a sub-KEP of [that](../12).\n```\n", "nothing"},
      {"far down", "# T\n" + far + "\n\nIt is a sub-KEP of [that](../12).\n", "nothing"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(find(c.document), c.want);
  }
}

TEST_F(Delegating, IsSeenByTheHeadingsOfAnotherTemplate) {
  EXPECT_EQ(find("# T\n## Vendor\n## exit\n### Contract:\n"), "vendors/form.md");
  EXPECT_EQ(find("# T\n## Vendor\n## Exit\n"), "nothing");
}

TEST(DelegationSigns, ThatTellNothingAreRefused) {
  const struct {
    std::string_view name, signs, want;
  } cases[] = {
      {"short", "sentences: [inherits all]", "three words"},
      {"open at its end", "sentences: [a b c *]", "three words"},
      {"few headings", "templates: [{title: a, file: b, headings: [C, D]}]", "three `headings`"},
      {"no file", "templates: [{title: a, headings: [C, D, E]}]", "`file`"},
      {"an unknown key", "phrases: []", "phrases"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto loaded = load_texts(
        {{"pack/process.yaml",
          fmt::format("schema: 1\nkinds: [{{id: feature, template: t.md}}]\ndelegation: {{{}}}\n",
                      c.signs)},
         {"pack/t.md", "# T\n"}});
    ASSERT_FALSE(loaded);
    EXPECT_NE(loaded.error().message.find(c.want), std::string::npos) << loaded.error().message;
  }
}

}  // namespace
}  // namespace milepost
