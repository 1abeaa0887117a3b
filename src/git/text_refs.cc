#include "git/text_refs.h"

#include <algorithm>

#include <fmt/format.h>

namespace milepost {

namespace {

constexpr std::string_view kRemotes = "refs/remotes/";
constexpr std::string_view kMergeRequests = "refs/merge-requests/";

// The name of a remote's ref without the remote; "" for another ref.
std::string_view in_remote(std::string_view name) {
  if (!name.starts_with(kRemotes)) return {};
  const std::size_t slash = name.find('/', kRemotes.size());
  return slash == name.npos ? std::string_view() : name.substr(slash + 1);
}

const GitRef* find_named(const std::vector<GitRef>& refs, std::string_view name) {
  const auto found = std::ranges::find(refs, name, &GitRef::name);
  return found == refs.end() ? nullptr : &*found;
}

// The one that remotes have under any of these names.
Result<std::optional<GitRef>> find_in_remotes(const std::vector<GitRef>& refs,
                                              const std::vector<std::string>& names) {
  const GitRef* found = nullptr;
  for (const GitRef& ref : refs) {
    if (std::ranges::find(names, in_remote(ref.name)) == names.end()) continue;
    if (found && found->target != ref.target) {
      return failure(
          fmt::format("{} and {} differ; keep the one that is meant", found->name, ref.name));
    }
    found = &ref;
  }
  return found ? std::optional(*found) : std::nullopt;
}

}  // namespace

Result<std::vector<GitRef>> text_refs(const Git& git) {
  std::vector<GitRef> all;
  for (const char* const pattern :
       {"refs/heads/*", "refs/remotes/*", "refs/pull/*", "refs/merge-requests/*"}) {
    TRY(auto refs, git.refs(pattern));
    std::ranges::move(refs, std::back_inserter(all));
  }
  return all;
}

Result<std::optional<GitRef>> find_pull_ref(const std::vector<GitRef>& refs,
                                            std::string_view number) {
  for (const std::string& name : {fmt::format("refs/pull/{}/head", number),
                                  fmt::format("{}{}/head", kMergeRequests, number)}) {
    if (const GitRef* const ref = find_named(refs, name)) return *ref;
  }
  std::vector<std::string> names;
  for (const std::string_view kind : {"pr", "pull", "pulls", "mr", "merge-requests"}) {
    names.push_back(fmt::format("{}/{}", kind, number));
    names.push_back(fmt::format("{}/{}/head", kind, number));
  }
  return find_in_remotes(refs, names);
}

Result<std::optional<GitRef>> find_branch_ref(const std::vector<GitRef>& refs,
                                              std::string_view branch) {
  if (const GitRef* const ref = find_named(refs, fmt::format("refs/heads/{}", branch))) return *ref;
  if (const GitRef* const ref = find_named(refs, fmt::format("{}{}", kRemotes, branch)))
    return *ref;
  return find_in_remotes(refs, {std::string(branch)});
}

Result<std::optional<Oid>> last_before(const Git& git, Oid from, Instant before) {
  for (;;) {
    TRY(const auto commit, git.commit(from));
    if (commit.time < before) return from;
    if (commit.parents.empty()) return std::nullopt;
    from = commit.parents.front();
  }
}

std::string fetch_command(const std::vector<GitRef>& refs, std::string_view number) {
  const bool requests = std::ranges::any_of(
      refs, [](const GitRef& ref) { return ref.name.starts_with(kMergeRequests); });
  const std::string_view kind = requests ? "merge-requests" : "pull";
  return fmt::format("git fetch origin {0}/{1}/head:refs/{0}/{1}/head", kind, number);
}

}  // namespace milepost
