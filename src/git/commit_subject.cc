#include "git/commit_subject.h"

#include "base/strings.h"
#include "git/guard.h"
#include "git/libgit2.h"

namespace milepost {

namespace {

std::string read_subject(const LibGit2& lib, git_repository* repository, git_odb* objects,
                         const Oid& commit) {
  const git_oid id = to_git(commit);
  std::size_t bytes = 0;
  git_object_t kind = GIT_OBJECT_INVALID;
  if (lib.git_odb_read_header(&bytes, &kind, objects, &id) < 0) return {};
  if (kind != GIT_OBJECT_COMMIT || bytes > kMostCommitBytes) return {};
  int error = 0;
  const auto found = own<git_commit>(lib.git_commit_free, error, [&](git_commit** out) {
    return lib.git_commit_lookup(out, repository, &id);
  });
  if (error < 0) return {};
  const char* const message = lib.git_commit_message(found.get());
  return message ? subject_line(message) : std::string();
}

}  // namespace

std::string subject_line(std::string_view message) {
  constexpr std::string_view kMerge = "Merge pull request ";
  auto [first, rest] = cut(trim(message), '\n');
  first = trim(first);
  if (!first.starts_with(kMerge)) return std::string(first);
  const std::string_view number = cut(first.substr(kMerge.size()), ' ').first;
  const std::string_view title = trim(cut(trim(rest), '\n').first);
  if (title.empty()) return std::string(first);
  return std::string(title) + " (" + std::string(number) + ")";
}

Result<std::vector<std::string>> commit_subjects(const Git& git, const std::vector<Oid>& commits) {
  TRY(const auto library, libgit2());
  const LibGit2& lib = *library;
  int error = 0;
  const auto repository =
      own<git_repository>(lib.git_repository_free, error, [&](git_repository** out) {
        return lib.git_repository_open_ext(out, git.common_folder().c_str(),
                                           GIT_REPOSITORY_OPEN_NO_SEARCH, nullptr);
      });
  if (error < 0) return lib.failed("opening " + git.common_folder());
  const auto objects = own<git_odb>(lib.git_odb_free, error, [&](git_odb** out) {
    return lib.git_repository_odb(out, repository.get());
  });
  if (error < 0) return lib.failed("opening the objects of " + git.common_folder());
  std::vector<std::string> subjects;
  for (const Oid& commit : commits) {
    subjects.push_back(read_subject(lib, repository.get(), objects.get(), commit));
  }
  return subjects;
}

}  // namespace milepost
