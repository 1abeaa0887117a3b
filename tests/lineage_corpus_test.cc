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

// Many were rewritten for a later one, and some lay for long before they were merged.
TEST_F(Corpus, ProposalsAreGivenTheVersionOfTheirFirstCommitOrALaterOne) {
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
  std::size_t later = 0;
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
    } else if (given > then) {
      ++later;
    } else {
      others += fmt::format("{}: {}, and {} on {}\n", selected.card->path, versions[given].id,
                            versions[then].id, to_string(day->second));
    }
  }
  ASSERT_GT(all, 300U);
  std::cout << fmt::format("of {} proposals {} are within one version, {} in it, {} rewritten\n",
                           all, near, same, later);
  EXPECT_GE(static_cast<double>(near + later), 0.94 * static_cast<double>(all)) << others;
  EXPECT_GE(later, 40U) << "far fewer than were rewritten";
}

// Read one by one: by their headings, their dates and their history.
TEST_F(Corpus, ReadProposalsAreGivenTheVersionTheyShow) {
  ASSERT_FALSE(keps().empty()) << "the bundle could not be cloned";
  const struct {
    std::string_view name, path, version;
  } cases[] = {
      {"rewritten whole", "keps/sig-api-machinery/1040-priority-and-fairness", "12"},
      {"rewritten whole", "keps/sig-apps/961-maxunavailable-for-statefulset", "12"},
      {"rewritten whole", "keps/sig-cli/1440-kubectl-events", "12"},
      {"rewritten whole", "keps/sig-api-machinery/1027-api-unions", "11"},
      {"another question at a later level", "keps/sig-cli/1441-kubectl-debug", "10"},
      {"questions at the level of 2021",
       "keps/sig-apps/2185-random-pod-select-on-replicaset-downscale", "10"},
      {"questions at another level", "keps/sig-apps/2307-job-tracking-without-lingering-pods",
       "11"},
      {"questions in bold", "keps/sig-api-machinery/1164-remove-selflink", "6"},
      {"questions in bold", "keps/sig-network/563-dual-stack", "6"},
      {"questions in bold, older words", "keps/sig-scheduling/902-non-preempting-priorityclass",
       "5"},
      {"four headings more", "keps/sig-api-machinery/2885-server-side-unknown-field-validation",
       "11"},
      {"one question more", "keps/sig-api-machinery/3488-cel-admission-control", "12"},
      {"one question less", "keps/sig-apps/3715-elastic-indexed-job", "11"},
      {"rewritten in review", "keps/sig-instrumentation/1753-logs-sanitization", "6"},
      {"early", "keps/sig-apps/706-portable-service-definitions", "1"},
      {"early", "keps/sig-api-machinery/492-admission-webhooks", "1"},
      {"early, by a level", "keps/sig-api-machinery/2333-legacyflags-kflag", "1"},
      {"early, with a section more", "keps/sig-network/504-configurable-pod-dns", "1"},
      {"an impossible date", "keps/sig-api-machinery/4355-coordinated-leader-election", "12"},
  };
  const auto workspace = Workspace::open({keps().string()}, start_of(today_utc()));
  ASSERT_TRUE(workspace) << workspace.error().message;
  const auto selection = (*workspace)->select({});
  ASSERT_TRUE(selection) << selection.error().message;
  for (const auto& c : cases) {
    SCOPED_TRACE(fmt::format("{}: {}", c.path, c.name));
    const auto selected = std::ranges::find_if(
        selection->proposals, [&](const Selected& one) { return one.card->path == c.path; });
    ASSERT_NE(selected, selection->proposals.end());
    const Examined examined = examine(*selected, "");
    EXPECT_EQ(examined.judgement.kind->lineage.versions.at(examined.judgement.version).id,
              c.version);
  }
}

}  // namespace
}  // namespace milepost
