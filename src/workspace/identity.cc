#include "workspace/identity.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "git/git.h"
#include "proposal/metadata.h"

namespace milepost {

Result<std::string> read_claim(std::string_view claimed, std::string_view what) {
  const auto handle = read_handle(claimed);
  if (handle && handle->alone) return std::string(handle->name);
  return failure(fmt::format(
      "{} is \"{}\", which is no handle such as jane or @jane{}", what, claimed,
      claimed.find('@') == claimed.npos ? ""
                                        : "; `people:` in milepost.yaml says whose an address is"));
}

Result<std::string> find_identity(const Process& process, const std::string& root,
                                  std::string_view claimed) {
  if (!trim(claimed).empty()) return read_claim(claimed, "who you are");
  const auto git = Git::find(root);
  if (!git) return tl::unexpected(git.error());
  if (!*git) return std::string();
  const auto handle = (*git)->config("milepost.handle");
  if (!handle) return tl::unexpected(handle.error());
  if (*handle && !trim(**handle).empty()) return read_claim(**handle, "git's milepost.handle");
  const auto address = (*git)->config("user.email");
  if (!address) return tl::unexpected(address.error());
  if (!*address) return std::string();
  const auto known = std::ranges::find_if(process.people, [&](const auto& person) {
    return equal_ignoring_case(person.first, trim(**address));
  });
  return known == process.people.end() ? std::string() : known->second;
}

Result<std::string> need_identity(const Process& process, const std::string& root,
                                  std::string_view claimed) {
  auto person = find_identity(process, root, claimed);
  if (person && person->empty()) {
    return failure("who are you? Say it with --as HANDLE, MILEPOST_AS or git's milepost.handle");
  }
  return person;
}

Result<std::string> find_me(std::string_view query, const Process& process, const std::string& root,
                            std::string_view claimed) {
  if (query.find("@me") == query.npos) return std::string(claimed);
  return find_identity(process, root, claimed);
}

}  // namespace milepost
