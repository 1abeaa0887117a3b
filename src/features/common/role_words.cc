#include "features/common/role_words.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"

namespace milepost {

namespace {

// "an approver of the owning group": "approver"
std::string_view bare_title(std::string_view title) {
  for (const std::string_view article : {"a ", "an ", "the "}) {
    if (!title.starts_with(article)) continue;
    title.remove_prefix(article.size());
    break;
  }
  return title;
}

std::string_view title_in_group(std::string_view title) {
  return title.substr(0, title.find(" of the "));
}

std::string listed(const std::vector<std::string>& words) {
  if (words.size() < 2) return words.empty() ? std::string() : words.front();
  return fmt::format("{} and {}", fmt::join(words.begin(), words.end() - 1, ", "), words.back());
}

}  // namespace

std::string role_words(const Process& process, const std::vector<std::string>& rosters) {
  std::vector<std::pair<std::string_view, std::vector<std::string>>> held;  // titles, their groups
  for (const std::string& name : rosters) {
    const auto [id, group] = cut(name, '/');
    const auto role = std::ranges::find(process.roles, id, &Role::roster);
    if (role == process.roles.end()) continue;
    std::string_view title = bare_title(role->title);
    if (!group.empty()) title = title_in_group(title);
    auto same = std::ranges::find_if(held, [&](const auto& one) {
      return one.first == title && one.second.empty() == group.empty();
    });
    if (same == held.end()) same = held.insert(held.end(), {title, {}});
    if (!group.empty()) same->second.emplace_back(group);
  }
  std::vector<std::string> words;
  for (const auto& [title, groups] : held) {
    words.push_back(groups.empty() ? std::string(title)
                                   : fmt::format("{} of {}", title, listed(groups)));
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace milepost
