#include "workspace/titles.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/strings.h"
#include "workspace/workspace.h"

namespace milepost {

namespace fs = std::filesystem;

namespace {

// The proposals whose titles have all these words, in any order and case.
std::vector<const Card*> with_title(const Workspace& workspace, std::string_view words) {
  std::vector<std::string> wanted;
  for (std::string_view rest = words; !rest.empty();) {
    const auto [word, tail] = cut(rest, ' ');
    if (!word.empty()) wanted.push_back(lower(word));
    rest = tail;
  }
  std::vector<const Card*> found;
  if (wanted.empty()) return found;
  for (const Card& card : workspace.index().cards) {
    const std::string title = lower(card.title);
    if (std::ranges::all_of(
            wanted, [&](const std::string& word) { return title.find(word) != title.npos; })) {
      found.push_back(&card);
    }
  }
  return found;
}

// Neither a number nor a path nor an address.
bool may_be_title(std::string_view word) {
  return std::ranges::any_of(word, is_alpha) && word.find_first_of("/.:") == word.npos;
}

Error several_titles(const std::string& words, const std::vector<const Card*>& cards) {
  constexpr std::size_t kMostNamed = 10;
  std::string message =
      fmt::format("{} proposals have \"{}\" in their titles; name one:", cards.size(), words);
  for (std::size_t i = 0; i < std::min(cards.size(), kMostNamed); ++i) {
    message += fmt::format("\n{} {}", called(*cards[i]), cards[i]->title);
  }
  if (cards.size() > kMostNamed) {
    message += fmt::format("\nand {} more", cards.size() - kMostNamed);
  }
  return failure(std::move(message), ErrorKind::kRefused).value();
}

}  // namespace

std::string named_by_address(const Workspace& workspace, const std::string& word) {
  const std::size_t scheme = word.find("://");
  if (scheme == word.npos) return word;
  std::string path = word.substr(0, word.find_first_of("?#"));
  while (path.ends_with('/')) path.pop_back();
  for (const std::string_view kind : {"/issues/", "/pull/"}) {
    const std::size_t at = path.find(kind);
    if (at == path.npos) continue;
    const std::string number = path.substr(at + kind.size());
    if (workspace.index().find_number(number)) return number;
  }
  // A branch may have slashes in its name.
  for (std::size_t at = path.find('/', scheme + 3); at != path.npos; at = path.find('/', at + 1)) {
    const Card* const card = workspace.index().find(path.substr(at + 1));
    if (card) return (fs::path(workspace.root()) / card->path).string();
  }
  return word;
}

Result<const Card*> find_titled(const Workspace& workspace, const std::string& words) {
  const auto titled = with_title(workspace, words);
  if (titled.size() == 1) return titled.front();
  if (titled.size() > 1) return tl::unexpected(several_titles(words, titled));
  if (!may_be_title(words)) return nullptr;
  return failure(
      fmt::format("no proposal has \"{0}\" in its title, and there is no such file or folder; "
                  "milepost search \"{0}\" looks in the texts",
                  words),
      ErrorKind::kNotFound);
}

}  // namespace milepost
