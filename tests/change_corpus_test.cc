// Real changes: every commit is held against the one before it, and what milepost
// says of its moves against the metadata of both, read line by line.
#include <algorithm>
#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/strings.h"
#include "corpus_files.h"
#include "corpus_fixture.h"
#include "features/check/check_fixture.h"
#include "features/findings/model.h"

namespace milepost {
namespace {

std::string git(const std::string& arguments) {
  const std::string command = "git -C '" + keps().string() + "' " + arguments + " 2>/dev/null";
  std::string printed;
  FILE* const pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return printed;
  char buffer[4096];
  while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, pipe)) {
    printed.append(buffer, got);
  }
  ::pclose(pipe);
  return printed;
}

std::vector<std::string> lines_of(std::string_view text, char end = '\n') {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const auto [line, rest] = cut(text, end);
    lines.emplace_back(line);
    text = rest;
  }
  return lines;
}

// The value of a key at the beginning of a line, without quotes and comments.
std::string value_of(const std::string& yaml, std::string_view key) {
  for (const std::string& line : lines_of(yaml)) {
    if (!line.starts_with(key) || line.size() <= key.size() || line[key.size()] != ':') continue;
    std::string_view value = trim(cut(std::string_view(line).substr(key.size() + 1), '#').first);
    while (!value.empty() && (value.front() == '"' || value.front() == '\''))
      value.remove_prefix(1);
    while (!value.empty() && (value.back() == '"' || value.back() == '\'')) value.remove_suffix(1);
    return std::string(value);
  }
  return {};
}

using Names = std::set<std::string>;

bool is_known_status(const std::string& status) {
  static const Names known = {"provisional", "implementable", "implemented", "deferred",
                              "rejected",    "withdrawn",     "replaced"};
  return known.contains(status);
}

bool is_legal(const std::string& from, const std::string& to) {
  static const std::map<std::string, Names> moves = {
      {"provisional", {"implementable", "deferred", "rejected", "withdrawn", "replaced"}},
      {"implementable",
       {"implemented", "provisional", "deferred", "rejected", "withdrawn", "replaced"}},
      {"implemented", {"implementable", "replaced"}},
      {"deferred", {"provisional", "implementable", "rejected", "withdrawn", "replaced"}},
      {"rejected", {"provisional", "replaced"}},
      {"withdrawn", {"provisional", "replaced"}},
      {"replaced", {}}};
  return from == to || moves.at(from).contains(to);
}

// Where a stage stands: the ladder, and how far up.
std::optional<std::pair<int, int>> place_of(const std::string& stage) {
  static const std::map<std::string, std::pair<int, int>> places = {
      {"alpha", {0, 0}},      {"beta", {0, 1}},     {"stable", {0, 2}},
      {"deprecated", {1, 0}}, {"disabled", {1, 1}}, {"removed", {1, 2}}};
  const auto found = places.find(stage);
  if (found == places.end()) return std::nullopt;
  return found->second;
}

bool is_skip(const std::string& from, const std::string& to) {
  const auto was = place_of(from);
  const auto is = place_of(to);
  if (!was || !is) return false;
  if (was->first != is->first) return is->second > 0;
  return is->second > was->second + 1;
}

// What a commit does to the metadata of proposals, told by git and by lines.
struct Replay {
  Names illegal;  // paths of metadata whose status moved where it may not
  Names skipped;  // and whose stage passed over one
  std::size_t status_moves = 0;
  std::size_t stage_moves = 0;
};

Replay replay(const std::string& parent, const std::string& commit) {
  Replay found;
  const std::string listed = git("diff-tree -r -M --name-status " + parent + " " + commit);
  for (const std::string& line : lines_of(listed)) {
    const std::vector<std::string> parts = lines_of(line, '\t');
    const std::string& path = parts.back();
    if (parts.size() < 2 || !path.ends_with("/kep.yaml")) continue;
    if (parts[0] != "M" && !parts[0].starts_with("R")) continue;
    const std::string before = git(fmt::format("show '{}:{}'", parent, parts[1]));
    const std::string after = git(fmt::format("show '{}:{}'", commit, path));
    const std::string from = value_of(before, "status");
    const std::string to = value_of(after, "status");
    if (is_known_status(from) && is_known_status(to)) {
      found.status_moves += from != to ? 1 : 0;
      if (!is_legal(from, to)) found.illegal.insert(path);
    }
    const std::string old_stage = value_of(before, "stage");
    const std::string new_stage = value_of(after, "stage");
    if (place_of(old_stage) && place_of(new_stage)) {
      found.stage_moves += old_stage != new_stage ? 1 : 0;
      if (is_skip(old_stage, new_stage)) found.skipped.insert(path);
    }
  }
  return found;
}

Names paths_of(const findings::Run& run, std::string_view code, Severity severity) {
  Names paths;
  for (const Finding& finding : run.findings) {
    if (finding.code == code && finding.severity == severity) paths.insert(finding.source->path());
  }
  return paths;
}

TEST_F(Corpus, EveryIllegalMoveOfRealCommitsIsFoundAndNoOther) {
  const auto touching =
      lines_of(git("log --first-parent --format='%H %P' -- 'keps/*/*/kep.yaml' ':!keps/NNNN*'"));
  ASSERT_GE(touching.size(), 200U);
  const std::size_t wanted = scaled(220);
  const std::size_t step =
      std::max<std::size_t>(1, touching.size() / std::max<std::size_t>(1, wanted));
  std::size_t commits = 0;
  std::size_t status_moves = 0;
  std::size_t stage_moves = 0;
  std::map<std::string, std::size_t> counts;
  for (std::size_t i = 0; i < touching.size(); i += step) {
    const auto [commit, parents] = cut(touching[i], ' ');
    const std::string parent(cut(parents, ' ').first);
    if (parent.empty()) continue;
    SCOPED_TRACE(commit);
    WorkspaceOptions where;
    where.directory = keps().string();
    where.process = "kep";
    where.judging.select = {"MP50", "MP51"};
    const auto run = check::open_and_check_change(where, {parent, false, std::string(commit)});
    ASSERT_TRUE(run) << run.error().message;
    const Replay told = replay(parent, std::string(commit));
    EXPECT_EQ(paths_of(*run, "MP507", Severity::kError), told.illegal);
    EXPECT_EQ(paths_of(*run, "MP509", Severity::kError), told.skipped);
    for (const Finding& finding : run->findings) ++counts[std::string(finding.code)];
    status_moves += told.status_moves;
    stage_moves += told.stage_moves;
    ++commits;
  }
  std::string figures = fmt::format("{} commits, {} moves of status, {} of stage", commits,
                                    status_moves, stage_moves);
  for (const auto& [code, count] : counts) figures += fmt::format(", {} {}", count, code);
  RecordProperty("figures", figures);
  EXPECT_GT(status_moves, 0U);
  EXPECT_GT(stage_moves, 0U);
}

}  // namespace
}  // namespace milepost
