#include "proposal/reviews.h"

#include <sys/stat.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/strings.h"
#include "process/process_fixture.h"
#include "proposal/card.h"
#include "proposal/tree_fixture.h"

namespace milepost {
namespace {

constexpr std::string_view kPack = R"(schema: 1
name: test
layout:
  documents: ["plans/*/*.md"]
  path: "plans/{group}/{number}-{slug}.md"
  metadata: [{front-matter: true}]
fields:
  - {id: number, is: number, type: number}
  - {id: group, is: group, type: group}
reviews:
  - {id: safety, title: safety review, file: "reviews/{group}/{number}.yaml", approver: approver}
  - {id: cost, title: cost review, file: "costs/{number}.yaml", approver: by}
statuses: [{id: draft}]
kinds: [{id: feature, template: t.md}]
words: {unset: [tbd, none]}
)";

class Reviews : public TreeFixture {
 protected:
  void SetUp() override {
    auto loaded =
        load_texts({{"pack/process.yaml", std::string(kPack)}, {"pack/t.md", "# T\n## Summary\n"}});
    ASSERT_TRUE(loaded) << loaded.error().message;
    repository_ = {at(""), *loaded, {}, "shown", {}, disk_tree(at(""))};
  }

  // "path number, path number".
  std::string read() {
    read_errors_.clear();
    files_ = read_reviews(repository_, 2, read_errors_);
    std::string all;
    for (const ReviewFile& file : files_) {
      all += fmt::format("{}{} {}", all.empty() ? "" : ", ", file.path, file.number);
    }
    return all;
  }

  Card card(const std::string& path, std::string_view fields) const {
    const auto source = make_source(fmt::format("---\n{}---\n# My title\n", fields), path);
    const Document document(source);
    auto metadata =
        std::make_shared<const Metadata>(read_metadata(*repository_.process, &document, nullptr));
    return make_card(*repository_.process, {path, {}, true}, std::move(metadata), &document);
  }

  Repository repository_;
  std::vector<ReviewFile> files_;
  std::vector<ReadError> read_errors_;
};

TEST_F(Reviews, AreFilesOfTheirPattern) {
  write("reviews/build/12.yaml", "alpha: {approver: jane}\n");
  write("reviews/build/0007.yaml", "");
  write("reviews/build/000.yaml", "");
  write("reviews/build/README.md", "Not a review.\n");
  write("reviews/build/12.yml", "");
  write("reviews/build/12-old.yaml", "");
  write("reviews/build/draft.yaml", "");
  write("reviews/13.yaml", "");
  write("reviews/build/old/14.yaml", "");
  write("elsewhere/build/15.yaml", "");
  write("costs/12.yaml", "alpha: {by: john}\n");
  EXPECT_EQ(read(),
            "reviews/build/000.yaml 0, reviews/build/0007.yaml 7, reviews/build/12.yaml 12, "
            "costs/12.yaml 12");
  EXPECT_TRUE(read_errors_.empty());
  EXPECT_EQ(files_[2].parts.find("group"), "build");
  EXPECT_EQ(files_[2].source->path(), "shown/reviews/build/12.yaml");
  EXPECT_EQ(files_[2].review->id, "safety");
  EXPECT_EQ(files_[3].review->id, "cost");
}

TEST_F(Reviews, MayBeNone) {
  EXPECT_EQ(read(), "");
  write("reviews", "A file where a folder should be.\n");
  EXPECT_EQ(read(), "");
  EXPECT_TRUE(read_errors_.empty());
}

TEST_F(Reviews, FindTheApproverOfAStage) {
  const struct {
    std::string_view name, text, want;
  } cases[] = {
      {"there", "alpha:\n  approver: \"@jane\"\n", "@jane"},
      {"of another stage", "beta:\n  approver: \"@jane\"\n", "none"},
      {"under another key", "alpha:\n  reviewer: \"@jane\"\n", "none"},
      {"without a key", "alpha: \"@jane\"\n", "none"},
      {"a list of maps", "alpha:\n  - approver: \"@jane\"\n", "none"},
      {"empty", "alpha:\n  approver:\n", ""},
      {"nothing at all", "", "none"},
      {"not a map", "- alpha\n", "none"},
      {"a text", "alpha\n", "none"},
      {"broken after it", "alpha: {approver: jane}\nbeta: [\n", "jane"},
      {"broken before it", "beta: [\nalpha:\n  approver: jane\n", "jane"},
      {"bytes", std::string_view("\0\xff\xfe: \x01", 6), "none"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    write("reviews/build/12.yaml", c.text);
    EXPECT_EQ(read(), "reviews/build/12.yaml 12");
    ASSERT_EQ(files_.size(), 1U);
    const YamlNode* approver = files_[0].approver("alpha");
    EXPECT_EQ(approver ? approver->text : "none", c.want);
  }
}

TEST_F(Reviews, OfBrokenYamlAreKeptAndKnownForIt) {
  write("reviews/build/12.yaml", "number: 12\nalpha: {approver: [\n");
  read();
  ASSERT_EQ(files_.size(), 1U);
  EXPECT_FALSE(files_[0].yaml->complete());
  EXPECT_EQ(files_[0].yaml->root().scalar("number"), "12");
  EXPECT_TRUE(read_errors_.empty()) << "a wrong document is a finding";
}

TEST_F(Reviews, ThatCannotBeReadAreReadErrors) {
  write("reviews/build/12.yaml", "");
  write("reviews/build/13.yaml", std::string(2 * 1024 * 1024, '#'));
  ASSERT_EQ(::mkfifo(at("reviews/build/14.yaml").c_str(), 0600), 0);
  make_folder("reviews/build/15.yaml");
  std::filesystem::create_symlink("nowhere", at("reviews/build/16.yaml"));
  EXPECT_EQ(read(), "reviews/build/12.yaml 12");
  std::string paths;
  for (const ReadError& read_error : read_errors_) {
    paths += read_error.path + " ";
    EXPECT_FALSE(read_error.message.empty());
  }
  EXPECT_EQ(
      paths,
      "reviews/build/14.yaml reviews/build/15.yaml reviews/build/16.yaml reviews/build/13.yaml ");
}

TEST_F(Reviews, HaveAPlace) {
  const struct {
    std::string_view name;
    std::string path;
    std::string_view fields, safety, cost;
  } cases[] = {
      {"of the path", "plans/build/12-caches.md", "", "reviews/build/12.yaml", "costs/12.yaml"},
      {"without zeros", "plans/build/0012-caches.md", "", "reviews/build/12.yaml", "costs/12.yaml"},
      {"the metadata's number", "plans/build/12-caches.md", "number: 013\n",
       "reviews/build/13.yaml", "costs/13.yaml"},
      {"the path's group", "plans/build/12-caches.md", "group: test\n", "reviews/build/12.yaml",
       "costs/12.yaml"},
      {"a path that says nothing", "notes.md", "number: 12\ngroup: test\n", "reviews/test/12.yaml",
       "costs/12.yaml"},
      {"no group", "notes.md", "number: 12\n", "", "costs/12.yaml"},
      {"no number", "notes.md", "group: test\n", "", ""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Card of = card(c.path, c.fields);
    EXPECT_EQ(review_path(repository_.process->reviews[0], of), c.safety);
    EXPECT_EQ(review_path(repository_.process->reviews[1], of), c.cost);
  }
}

TEST_F(Reviews, LieInTheirPlaceOrElsewhere) {
  write("reviews/build/12.yaml", "");
  write("reviews/test/12.yaml", "");
  write("costs/12.yaml", "");
  read();
  ASSERT_EQ(files_.size(), 3U);
  const struct {
    std::string path;
    std::string_view fields;
    bool build, test;
  } cases[] = {
      {"plans/build/12-caches.md", "", true, false},
      {"plans/build/12-caches.md", "group: test\n", true, true},
      {"plans/run/12-caches.md", "group: test\n", false, true},
      {"plans/run/12-caches.md", "", false, false},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(fmt::format("{} {}", c.path, c.fields));
    const Card of = card(c.path, c.fields);
    EXPECT_EQ(is_in_place(files_[0], of), c.build);
    EXPECT_EQ(is_in_place(files_[1], of), c.test);
    EXPECT_TRUE(is_in_place(files_[2], of)) << "its place does not depend on the group";
  }
}

TEST_F(Reviews, NamePeople) {
  const struct {
    std::string_view text, want;
  } cases[] = {
      {"\"@jane\"", "@jane"},
      {"jane", "jane"},
      {"\"@jane, @john\"", "@jane|@john"},
      {"jane,john", "jane|john"},
      {"\"@jane; john\"", "@jane|john"},
      {"\"@jane @john\"", "@jane|@john"},
      {"\"@jane and @john\"", "@jane and|@john"},
      {"\"@jane for the API part\"", "@jane for the API part"},
      {"\"@jane, for the API part; @john\"", "@jane|@john"},
      {"Jane, for the API part", "Jane|for the API part"},
      {"jane@example.org", "jane@example.org"},
      {"[\"@jane\", \"@john, @joe\"]", "@jane|@john|@joe"},
      {"\"@jane, TBD\"", "@jane"},
      {"TBD", ""},
      {"None", ""},
      {"", ""},
      {"\" , ;\"", ""},
      {"[]", ""},
      {"{name: jane}", ""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.text);
    const auto source = make_source(fmt::format("approver: {}\n", c.text), "12.yaml");
    const Yaml yaml(*source);
    std::string all;
    for (const Scalar& person : people_in(*repository_.process, yaml.root().find("approver"))) {
      all += fmt::format("{}{}", all.empty() ? "" : "|", person.text);
      EXPECT_NE(source->text(person.span).find(person.text), std::string_view::npos);
    }
    EXPECT_EQ(all, c.want);
  }
  EXPECT_TRUE(people_in(*repository_.process, nullptr).empty());
}

}  // namespace
}  // namespace milepost
