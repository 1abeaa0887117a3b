// The lineage of the shipped process, derived anew from the history it was made of,
// and which of its versions real proposals are given.
#include <algorithm>
#include <iostream>
#include <map>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/embedded.h"
#include "base/strings.h"
#include "corpus_fixture.h"
#include "features/templates/lineage.h"
#include "git/git.h"
#include "workspace/examine.h"

namespace milepost {
namespace {

std::string_view below_comments(std::string_view text) {
  while (text.starts_with('#')) text = cut(text, '\n').second;
  return text;
}

TEST_F(Corpus, TheShippedLineageIsDerived) {
  ASSERT_FALSE(keps().empty()) << "the bundle could not be cloned";
  const auto derived = templates::derive_lineage(
      keps().string(), {{"keps/0000-kep-template.md", "keps/YYYYMMDD-kep-template.md",
                         "keps/NNNN-kep-template/README.md"}});
  ASSERT_TRUE(derived) << derived.error().message;
  EXPECT_EQ(derived->versions, 13U);
  const auto shipped = find_embedded("processes/kep/lineage.yaml");
  ASSERT_TRUE(shipped);
  const std::string_view made = below_comments(derived->text);
  const std::string_view want = below_comments(*shipped);
  const auto [end, at] = std::ranges::mismatch(made, want);
  EXPECT_EQ(made.size(), want.size());
  EXPECT_TRUE(end == made.end() && at == want.end())
      << "it differs at: " << std::string_view(end, made.end()).substr(0, 80);
}

// The day of the first commit of each document, under whatever name.
Result<std::map<std::string, Date>> first_days(const Git& git,
                                               const std::vector<std::string>& documents) {
  std::map<std::string, std::string> names;  // the name it had → the document
  for (const std::string& document : documents) names[document] = document;
  std::map<std::string, Date> days;
  auto id = git.resolve("HEAD");
  if (!id) return tl::unexpected(std::move(id.error()));
  std::optional<Oid> at = *id;
  while (at) {
    const auto commit = git.commit(*at);
    if (!commit) return tl::unexpected(commit.error());
    at = commit->parents.empty() ? std::nullopt : std::optional(commit->parents.front());
    const auto changes = git.changed(at, ChangeTarget(commit->id), "keps");
    if (!changes) return tl::unexpected(changes.error());
    for (const GitChange& change : *changes) {
      const auto known = names.find(change.path);
      if (known == names.end()) continue;
      if (change.kind != ChangeKind::kAdded && change.kind != ChangeKind::kRenamed) continue;
      days[known->second] = date_of(commit->time);
      if (change.kind == ChangeKind::kRenamed) names.emplace(change.old_path, known->second);
    }
  }
  return days;
}

std::size_t version_on(const std::vector<TemplateVersion>& versions, const Date& day) {
  const auto later = std::ranges::upper_bound(versions, day, {}, &TemplateVersion::date);
  return later == versions.begin() ? 0 : static_cast<std::size_t>(later - versions.begin() - 1);
}

TEST_F(Corpus, ProposalsAreGivenTheVersionOfTheirFirstCommit) {
  ASSERT_FALSE(keps().empty()) << "the bundle could not be cloned";
  const auto workspace = Workspace::open({keps().string()}, start_of(today_utc()));
  ASSERT_TRUE(workspace) << workspace.error().message;
  const auto selection = (*workspace)->select({});
  ASSERT_TRUE(selection) << selection.error().message;
  std::vector<std::string> documents;
  for (const Selected& selected : selection->proposals)
    documents.push_back(selected.card->files.document);
  const auto git = Git::find(keps().string());
  ASSERT_TRUE(git && *git);
  const auto days = first_days(**git, documents);
  ASSERT_TRUE(days) << days.error().message;

  std::size_t all = 0;
  std::size_t near = 0;
  std::size_t same = 0;
  std::string others;
  for (const Selected& selected : selection->proposals) {
    const auto day = days->find(selected.card->files.document);
    if (day == days->end()) continue;
    const Examined examined = examine(selected, "");
    const auto& versions = examined.judgement.kind->lineage.versions;
    if (!examined.proposal || versions.empty()) continue;
    const std::size_t given = examined.judgement.version;
    const std::size_t then = version_on(versions, day->second);
    ++all;
    same += given == then ? 1 : 0;
    if (std::max(given, then) - std::min(given, then) <= 1) {
      ++near;
    } else {
      others += fmt::format("{}: {}, and {} on {}\n", selected.card->path, versions[given].id,
                            versions[then].id, to_string(day->second));
    }
  }
  ASSERT_GT(all, 300U);
  std::cout << fmt::format("of {} proposals {} are within one version, {} in it\n", all, near,
                           same);
  EXPECT_GE(static_cast<double>(near), 0.9 * static_cast<double>(all)) << others;
}

}  // namespace
}  // namespace milepost
