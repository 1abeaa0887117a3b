// What verbs do with words that may be a query.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/strings.h"
#include "proposal/unread.h"
#include "workspace/workspace.h"

namespace milepost {

namespace fs = std::filesystem;

namespace {

// What each can be named by.
std::vector<std::string> names_of(const Selection& selection) {
  std::vector<std::string> names;
  for (const Selected& selected : selection.proposals) {
    names.push_back(selected.card->number.empty() ? selected.at->shown_path(selected.card->path)
                                                  : selected.card->number);
  }
  return names;
}

// What an address on the web names: the number of an issue or pull request, or the path behind the
// branch. The word itself when it is no address.
std::string named_by(const Workspace& workspace, const std::string& word) {
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

bool Workspace::is_query(const std::vector<std::string>& words) const {
  return options_.find_matching && std::ranges::any_of(words, [&](const std::string& word) {
           std::error_code failed;
           return is_query_term(word) && !fs::exists(fs::path(here_) / word, failed);
         });
}

Result<std::vector<std::string>> Workspace::expand(const std::vector<std::string>& words) const {
  if (!is_query(words)) return words;
  TRY(const auto selection, select({words}));
  if (selection.proposals.empty()) {
    return failure(fmt::format("no proposal matches {}", fmt::join(words, " ")),
                   ErrorKind::kNotFound);
  }
  return names_of(selection);
}

Result<Selection> Workspace::select_one(const std::string& given) const {
  const std::string word = recognised() ? named_by(*this, given) : given;
  auto selection = select({{word}});
  std::error_code failed;
  const bool unknown = (!selection || !selection->read_errors.empty()) && !is_query({word}) &&
                       !fs::exists(fs::path(here_) / word, failed);
  if (unknown && recognised()) {
    const auto titled = with_title(*this, word);
    if (titled.size() > 1) return tl::unexpected(several_titles(word, titled));
    if (titled.empty() && may_be_title(word)) {
      return failure(
          fmt::format("no proposal has \"{0}\" in its title, and there is no such file or folder; "
                      "milepost search \"{0}\" looks in the texts",
                      word),
          ErrorKind::kNotFound);
    }
    if (titled.size() == 1) {
      selection = select({{(fs::path(root()) / titled.front()->path).string()}});
    }
  }
  if (!selection) return selection;
  if (is_query({word}) && selection->proposals.size() != 1) {
    const std::size_t count = selection->proposals.size();
    return failure(count == 0 ? fmt::format("no proposal matches {}", word)
                              : fmt::format("{} proposals match {}, and one is wanted: {}", count,
                                            word, some_of(names_of(*selection))),
                   count == 0 ? ErrorKind::kNotFound : ErrorKind::kRefused);
  }
  if (!selection->read_errors.empty()) {
    const ReadError& first = selection->read_errors.front();
    return failure(fmt::format("{}: {}", first.path, first.message), ErrorKind::kNotFound);
  }
  if (selection->proposals.size() == 1) return selection;
  std::vector<std::string> paths;
  for (const Selected& selected : selection->proposals) paths.push_back(selected.card->path);
  return failure(paths.empty()
                     ? fmt::format("there is no proposal in {}", word)
                     : fmt::format("{} is several proposals: {}", word, fmt::join(paths, ", ")),
                 paths.empty() ? ErrorKind::kNotFound : ErrorKind::kRefused);
}

}  // namespace milepost
