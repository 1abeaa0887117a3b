#include "features/common/verbs.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "base/named_path.h"
#include "base/printable.h"
#include "base/state_folder.h"
#include "base/strings.h"
#include "base/version.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "features/common/queries.h"
#include "issue/pull_request.h"
#include "process/load.h"

namespace milepost {

namespace fs = std::filesystem;

std::string process_of(const Arguments& arguments) {
  std::string name(arguments.value("--process"));
  if (name.empty() || std::ranges::count(built_in_packs(), name) > 0) return name;
  std::error_code failed;
  const fs::path here = fs::weakly_canonical(directory_of(arguments), failed);
  const std::string pack = (here / name).string();
  if (failed || !fs::exists(fs::path(pack) / "process.yaml", failed)) return name;
  // Whoever reads it is told what is wrong with it.
  return follow_named(pack).value_or(pack);
}

tl::expected<std::optional<Date>, UsageError> day_of(const Arguments& arguments,
                                                     std::string_view option) {
  const std::string_view text = arguments.value(option);
  if (text.empty()) return std::nullopt;
  const auto date = parse_date(text);
  if (date) return date;
  return tl::unexpected(UsageError{
      fmt::format("{} is a day such as 2026-01-31, not \"{}\"", option, printable(text)), {}});
}

tl::expected<Instant, UsageError> moment_of(const Arguments& arguments) {
  const std::string_view text = arguments.value("--now");
  if (text.empty()) return now_utc();
  if (const auto instant = parse_instant(text)) return *instant;
  if (const auto date = parse_date(text)) return start_of(*date);
  return tl::unexpected(UsageError{
      fmt::format("--now is a day such as 2026-01-31 or an instant such as 2026-01-31T12:00:00Z, "
                  "not \"{}\"",
                  printable(text)),
      {}});
}

std::string identity_of(const Arguments& arguments) {
  if (arguments.has("--as")) return std::string(arguments.value("--as"));
  const char* given = std::getenv("MILEPOST_AS");
  return given == nullptr ? std::string() : std::string(given);
}

std::string store_of(const Arguments& arguments) {
  if (arguments.has("--store")) return std::string(arguments.value("--store"));
  const char* const named = std::getenv("MILEPOST_STORE");
  return named == nullptr ? "" : named;
}

WorkspaceOptions workspace_options(const Arguments& arguments) {
  WorkspaceOptions options;
  options.directory = directory_of(arguments);
  options.process = process_of(arguments);
  options.store = store_of(arguments);
  options.find_matching = find_by_query(identity_of(arguments));
  return options;
}

tl::expected<Workspace::Pointer, UsageError> open_workspace(const Arguments& arguments,
                                                            const std::vector<std::string>& words) {
  const auto moment = moment_of(arguments);
  if (!moment) return tl::unexpected(moment.error());
  return Workspace::open_for(words, workspace_options(arguments), *moment)
      .map_error([](const Error& error) { return UsageError{error.message, {}}; });
}

tl::expected<Workspace::Pointer, UsageError> open_with_unmerged(
    const Arguments& arguments, const std::vector<std::string>& words, Access access) {
  return open_workspace(arguments, words).map([&](const Workspace::Pointer& workspace) {
    return workspace->with_unmerged(access);
  });
}

tl::expected<Workspace::Pointer, UsageError> open_to_record(const Arguments& arguments,
                                                            const std::vector<std::string>& words) {
  return open_with_unmerged(arguments, words,
                            arguments.has("--dry-run") ? Access::kRead : Access::kWrite);
}

tl::expected<std::string, UsageError> text_place_of(const Arguments& arguments) {
  const std::string_view pull = arguments.value("--pr");
  const std::string_view branch = arguments.value("--branch");
  const auto wrong = [](std::string message) {
    return tl::unexpected(UsageError{std::move(message), {}});
  };
  if (arguments.has("--pr") && arguments.has("--branch")) {
    return wrong("a text is in one place: --pr or --branch, not both");
  }
  if (arguments.has("--pr")) {
    auto reference = read_pull_request(pull);
    if (reference) return std::move(*reference);
    return wrong(fmt::format(
        "--pr is a pull request, OWNER/REPOSITORY#N or its address, not \"{}\"", printable(pull)));
  }
  // What git allows in names is more; nobody calls a branch so.
  const bool odd =
      arguments.has("--branch") &&
      (branch.empty() || branch.starts_with('-') || branch.find("..") != branch.npos ||
       branch.find_first_of(" ~^:?*[\\#") != branch.npos || printable(branch) != branch);
  if (odd)
    return wrong(fmt::format("--branch is the name of a branch, not \"{}\"", printable(branch)));
  return std::string(branch);
}

namespace {

bool is_in_git(const std::string& root) {
  const auto git = find_git_folders(root);
  return git && *git;
}

}  // namespace

void report_recorded(const Workspace& workspace, Console& console) {
  if (!workspace.options().store.empty()) {
    console.err += "  recorded in the shared store; whoever uses it sees it\n";
    return;
  }
  console.err += fmt::format("  recorded in this {} only; --store or a server shares it\n",
                             is_in_git(workspace.root()) ? "clone" : "folder");
}

void report_written(const std::string& root, std::span<const FileChange> changes,
                    Console& console) {
  if (changes.empty()) return;
  const std::string what =
      changes.size() == 1 ? printable_path(changes.front().path) : counted(changes.size(), "file");
  console.err +=
      fmt::format("  written to {} in this {}\n", what,
                  is_in_git(root) ? "clone only; a commit that is pushed shares it" : "folder");
}

bool report_unread_cards(const Workspace& workspace, Console& console) {
  std::vector<ReadError> unread = workspace.index().read_errors;
  for (ReadError& one : unread) one.path = workspace.shown_path(one.path);
  report_read_errors(unread, console);
  return unread.empty();
}

tl::expected<std::string, UsageError> subject_of(const Arguments& arguments,
                                                 std::string_view verb) {
  const std::vector<std::string>& words = arguments.operands();
  if (words.size() > 1 && std::ranges::all_of(words.front(), is_digit)) {
    return tl::unexpected(UsageError{
        fmt::format("{} takes one PROPOSAL; \"{}\" is too much", verb, printable(words[1])), {}});
  }
  return fmt::format("{}", fmt::join(words, " "));
}

std::optional<UsageError> wrong_release(std::string_view release) {
  const auto version = parse_version(release);
  if (release.empty() || (version && !version->is_zero())) return std::nullopt;
  return UsageError{
      fmt::format("--release is a version such as v1.37, not \"{}\"", printable(release)), {}};
}

}  // namespace milepost
