#include "features/check/check_text.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/limits.h"
#include "features/check/check.h"

namespace milepost::check {

namespace {

// A path from the root, with nothing in it that leads elsewhere.
Result<std::string> read_path(const std::string& path) {
  const std::filesystem::path given(path);
  const bool leads_out = given.is_absolute() || std::ranges::any_of(given, [](const auto& part) {
                           return part == ".." || part == ".git";
                         });
  if (leads_out || path.size() > kLimits.path_bytes) {
    return failure(fmt::format("\"{}\" is no path below the root of the repository", path));
  }
  return given.lexically_normal().string();
}

Result<Workspace::Pointer> judge_as(const Workspace& workspace, const TextOptions& options) {
  if (options.kind.empty() && options.stage.empty()) return workspace.shared_from_this();
  WorkspaceOptions anew = workspace.options();
  anew.judging.kind = options.kind;
  anew.judging.stage = options.stage;
  TRY(const auto opened, Workspace::open(std::move(anew), workspace.now(),
                                         workspace.repository().tree, workspace.root(), ""));
  if (opened->recognised()) {
    if (const auto& judged = opened->judging(); !judged) return tl::unexpected(judged.error());
  }
  return opened;
}

}  // namespace

Result<findings::Run> check_text(const Workspace& workspace, const TextOptions& options) {
  TRY(const std::string path, read_path(options.path));
  TRY(const auto judging, judge_as(workspace, options));
  const bool in_place = !options.path.empty() && judging->recognised();
  if (in_place) {
    TRY(const auto edited, judging->with({{path, options.text}}));
    const Card* const card = edited->recognised() ? edited->index().find(path) : nullptr;
    if (card && card->files.document == path) {
      if (const auto& judged = edited->judging(); !judged) return tl::unexpected(judged.error());
      Selection selection;
      selection.proposals.push_back({edited.get(), card, true, card->document});
      selection.workspaces.push_back(edited);
      return check(*edited, std::move(selection), {});
    }
  }
  const std::string name = options.path.empty() ? "document.md" : path;
  SelectOptions words;
  words.words = {"-"};
  words.given = std::make_shared<const Source>(name, options.text);
  TRY(auto selection, judging->select(words));
  return check(*judging, std::move(selection), {});
}

}  // namespace milepost::check
