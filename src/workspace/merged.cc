#include "workspace/merged.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "base/limits.h"
#include "git/git.h"

namespace milepost {

namespace {

// A file as the branch has it; nothing when it has none.
std::optional<std::string> read_merged(const Workspace& workspace, const std::string& file) {
  namespace fs = std::filesystem;
  const auto git = Git::find(workspace.root());
  if (!git || !*git || (*git)->work_tree().empty()) return std::nullopt;
  const Git& found = **git;
  auto branch = found.resolve("refs/remotes/origin/HEAD");
  if (!branch) branch = found.resolve("HEAD");
  if (!branch) return std::nullopt;
  std::error_code failed;
  const fs::path path = fs::weakly_canonical(fs::path(workspace.root()) / file, failed);
  if (failed) return std::nullopt;
  auto text = found.read(*branch, path.lexically_relative(found.work_tree()).generic_string(),
                         kLimits.document_bytes);
  return text ? std::move(*text) : std::nullopt;
}

}  // namespace

bool is_text_merged(const Workspace& workspace, const Card& card, const ProposalState& state) {
  const IssueField* const field =
      workspace.process().tracking_of(card.kind).find_field(IssueValue::kProposal);
  bool merged = false;
  for (const LinkState& link : state.links) {
    const bool held =
        field && std::ranges::find(field->kinds, link.kind) != field->kinds.end() && !link.closed;
    if (held && !link.merged) return false;
    merged = merged || held;
  }
  return merged || read_merged(workspace, card.files.document).has_value();
}

bool is_metadata_merged(const Workspace& workspace, const Card& card) {
  const ProposalFiles& files = card.files;
  const std::string& path = files.metadata.empty() ? files.document : files.metadata;
  const auto here = workspace.repository().tree->read(path, path, kLimits.document_bytes);
  if (!here) return false;
  const auto merged = read_merged(workspace, path);
  return merged && *merged == (*here)->text();
}

}  // namespace milepost
