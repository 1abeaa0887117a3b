// The packs that come with the program hold together.
#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "features/check/check_fixture.h"
#include "process/heading_key.h"
#include "process/load.h"
#include "proposal/query.h"
#include "rules/engine.h"

namespace milepost {
namespace {

TEST(Packs, LoadAndHaveFaultlessTemplates) {
  const std::vector<std::string> packs = built_in_packs();
  ASSERT_GE(packs.size(), 3U);
  for (const std::string& name : packs) {
    SCOPED_TRACE(name);
    const auto loaded = load_process(built_in_pack(name), nullptr);
    ASSERT_TRUE(loaded) << loaded.error().message;
    const Process& process = **loaded;
    EXPECT_EQ(process.name, name);
    EXPECT_FALSE(process.title.empty());
    EXPECT_FALSE(process.layout.documents.empty());
    EXPECT_FALSE(process.layout.recognised_by.empty());
    EXPECT_FALSE(process.layout.metadata.empty());
    EXPECT_FALSE(process.statuses.empty());
    const auto engine = RuleEngine::make(process, {}, {});
    ASSERT_TRUE(engine) << engine.error().message;
    for (const Kind& kind : process.kinds) {
      EXPECT_TRUE(kind.pattern->has_directives()) << kind.id;
      EXPECT_GT(kind.pattern->sections().size(), 5U) << kind.id;
      for (const Finding& finding : engine->check_template({process, *kind.pattern})) {
        ADD_FAILURE() << finding.source->path() << ":"
                      << finding.source->position(finding.span.begin).line << " " << finding.code
                      << " " << finding.message;
      }
    }
  }
}

// Pages link to what has a status, a stage or a kind, as the pack writes it.
TEST(Packs, CanBeAskedForWhatTheyHave) {
  for (const std::string& name : built_in_packs()) {
    SCOPED_TRACE(name);
    const auto loaded = load_process(built_in_pack(name), nullptr);
    ASSERT_TRUE(loaded);
    const auto ask = [&](std::string_view field, std::string_view value) {
      const std::string query = fmt::format("{}:\"{}\"", field, value);
      EXPECT_TRUE(Query::parse(query, **loaded, {})) << query;
    };
    for (const Status& status : (*loaded)->statuses) ask("status", status.id);
    for (const std::string& stage : (*loaded)->stage_names()) ask("stage", stage);
    for (const Kind& kind : (*loaded)->kinds) ask("kind", kind.id);
    for (const std::string& word : missing_words(**loaded)) ask("missing", word);
  }
}

TEST(Packs, HaveOneFallback) {
  const std::vector<std::string> packs = built_in_packs();
  const auto is_fallback = [](const std::string& name) {
    return load_layout(built_in_pack(name)).value().fallback;
  };
  EXPECT_EQ(std::ranges::count_if(packs, is_fallback), 1);
  EXPECT_TRUE(is_fallback(fallback_pack().value()));
}

// A process's words name its own sections: a misspelt one would never apply.
TEST(Packs, SpeakOfTheirOwnSections) {
  for (const std::string& name : built_in_packs()) {
    SCOPED_TRACE(name);
    const auto loaded = load_process(built_in_pack(name), nullptr);
    ASSERT_TRUE(loaded) << loaded.error().message;
    const Process& process = **loaded;
    const auto known = [&](std::string_view title) {
      return std::ranges::any_of(process.kinds, [&](const Kind& kind) {
        return kind.pattern->find(heading_key(title)) != nullptr;
      });
    };
    for (const auto& [from, to] : process.renames) {
      EXPECT_TRUE(known(to)) << from << " is renamed to " << to;
      // "Design Details - the API" stands for "Design Details", if that is not there.
      const bool begins = from.ends_with(" *");
      EXPECT_TRUE(from == to || begins || !known(from)) << from << " is a heading of its own";
    }
    for (const EntryForm& form : process.words.entries) {
      for (const std::string& title : form.sections) EXPECT_TRUE(known(title)) << title;
    }
    for (const std::string& title : process.substance.paragraphs)
      EXPECT_TRUE(known(title)) << title;
    for (const CoveredTopic& topic : process.substance.covered) {
      EXPECT_TRUE(known(topic.section)) << topic.section;
      EXPECT_TRUE(known(topic.in)) << topic.in;
    }
    for (const ReviewedTopics& topic : process.substance.reviewed) {
      EXPECT_TRUE(known(topic.section)) << topic.section;
    }
  }
}

// Each example is known by its files alone: no pack takes another's for its own.
TEST(Packs, RecogniseTheirOwnRepositories) {
  namespace fs = std::filesystem;
  const fs::path copy = fs::temp_directory_path() / fmt::format("milepost-packs-{}", ::getpid());
  const struct {
    const char* pack;
    const char* sign;
  } examples[] = {{"kep", "keps/*/*/kep.yaml"},
                  {"feature", "proposals/*.md"},
                  {"openshift", "enhancements/*/*.md"}};
  for (const auto& example : examples) {
    SCOPED_TRACE(example.pack);
    fs::remove_all(copy);
    fs::copy(fs::path(MILEPOST_SOURCE_DIR) / "examples" / example.pack, copy,
             fs::copy_options::recursive);
    ASSERT_TRUE(fs::remove(copy / "milepost.yaml"));
    const auto run = check::open_and_check({copy.string()});
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ(run->notes, std::vector<std::string>{fmt::format("process {}, recognised by {}",
                                                               example.pack, example.sign)});
  }
  fs::remove_all(copy);
}

// One example is complete and stays so; the other shows what a check finds.
TEST(Packs, OpenshiftExamplesAreAsTheyShouldBe) {
  const WorkspaceOptions where{MILEPOST_SOURCE_DIR "/examples/openshift"};
  auto run = check::open_and_check(where, {{"enhancements/scheduling"}});
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_TRUE(run->findings.empty());
  run = check::open_and_check(where, {{"enhancements/network"}});
  ASSERT_TRUE(run) << run.error().message;
  std::vector<std::string> missing;
  for (const Finding& finding : run->findings) {
    if (finding.code == "MP201") missing.push_back(finding.message);
  }
  ASSERT_EQ(missing.size(), 2U);
  EXPECT_NE(missing[0].find("Version Skew Strategy"), std::string::npos);
  EXPECT_NE(missing[1].find("Support Procedures"), std::string::npos);
}

// The last version of a lineage has the headings of the pack's own template.
void expect_current(const char* pack, const char* kind_id) {
  SCOPED_TRACE(pack);
  const auto loaded = load_process(built_in_pack(pack), nullptr);
  ASSERT_TRUE(loaded) << loaded.error().message;
  const Kind* const kind = (*loaded)->find_kind(kind_id);
  ASSERT_NE(kind, nullptr);
  ASSERT_FALSE(kind->lineage.versions.empty());
  const std::size_t last = kind->lineage.versions.size() - 1;
  std::set<std::string> newest;
  for (const auto& [key, presence] : kind->lineage.headings) {
    if (presence.has(last)) newest.insert(key);
  }
  std::set<std::string> ours;
  for (const TemplateSection& section : kind->pattern->sections()) ours.insert(section.key);
  EXPECT_EQ(ours, newest);
  EXPECT_EQ(kind->lineage.versions[last].headings, newest.size());
}

TEST(Packs, FollowTheirLineage) {
  expect_current("kep", "feature");
  expect_current("openshift", "enhancement");
  expect_current("kueue", "feature");
  expect_current("gateway", "gep");
  expect_current("tekton", "tep");
  expect_current("cluster-api", "proposal");
  expect_current("kubevirt", "vep");
}

// The requirements are those of the process's own documents.
TEST(Packs, KepRequiresWhatItShould) {
  const auto loaded = load_process(built_in_pack("kep"), nullptr);
  ASSERT_TRUE(loaded) << loaded.error().message;
  const auto& sections = (*loaded)->find_kind("feature")->pattern->sections();
  const auto required = [&](std::string_view stage) {
    return std::ranges::count_if(sections, [&](const TemplateSection& section) {
      return section.required && section.stage == stage;
    });
  };
  EXPECT_EQ(sections.size(), 57U);
  EXPECT_EQ(required(""), 16);
  EXPECT_EQ(required("alpha"), 6);
  EXPECT_EQ(required("beta"), 27);
}

}  // namespace
}  // namespace milepost
