#include "workspace/names.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "base/strings.h"
#include "proposal/links.h"
#include "workspace/workspace.h"

namespace milepost {

namespace fs = std::filesystem;

namespace {

using Cards = std::vector<const Card*>;

// Without its scheme, in lower case, as hosts and owners are compared.
std::string site_of(std::string_view address) {
  const std::size_t scheme = address.find("://");
  return lower(scheme == address.npos ? address : address.substr(scheme + 3));
}

bool is_below(std::string_view address, std::string_view site) {
  return address.starts_with(site) &&
         (address.size() == site.size() || address[site.size()] == '/');
}

bool ends_at_slash(std::string_view path, std::string_view end) {
  return path == end || (path.size() > end.size() && path.ends_with(end) &&
                         path[path.size() - end.size() - 1] == '/');
}

// "owner/name" of "owner/name#4211"; "" of anything else.
std::string_view repository_in(std::string_view word) {
  const auto [place, number] = cut(word, '#');
  const auto [owner, name] = cut(place, '/');
  const bool is_one = !owner.empty() && !name.empty() && !number.empty() &&
                      std::ranges::all_of(number, is_digit) &&
                      std::ranges::all_of(place, [](char c) {
                        return is_alnum(c) || std::string_view("-_./").find(c) != std::string::npos;
                      });
  return is_one ? place : std::string_view();
}

// Addresses of another repository, or of one that may be another, name nothing here.
Result<void> check_site(const Workspace& workspace, const std::string& word,
                        std::string_view place) {
  const std::vector<std::string> own = own_addresses(workspace.process());
  const bool is_address = word.find("://") != word.npos;
  const bool is_own = std::ranges::any_of(own, [&](const std::string& address) {
    return is_address ? is_below(site_of(place), site_of(address))
                      : ends_at_slash(site_of(address), lower(place));
  });
  if (is_own) return {};
  if (own.empty()) {
    return failure(fmt::format("{}: where this repository is on the web is not known; name the "
                               "proposal by its number, or add the address as a remote of git or "
                               "as `layout: {{url: …}}` to milepost.yaml",
                               word),
                   ErrorKind::kNotFound);
  }
  return failure(
      fmt::format("{} is of another repository; this one is at {}", word, fmt::join(own, ", ")),
      ErrorKind::kNotFound);
}

bool is_pull_request(std::string_view path) {
  return std::ranges::any_of(
      std::initializer_list<std::string_view>{"/pull/", "/pulls/", "/merge_requests/"},
      [&](std::string_view kind) { return path.find(kind) != path.npos; });
}

// The number of the issue, or the path from the root of what lies in a proposal's folder, that an
// address leads to. The word itself when it is no address.
Result<std::string> read_address(const Workspace& workspace, const std::string& word) {
  if (const std::string_view place = repository_in(word); !place.empty()) {
    TRY(check_site(workspace, word, place));
    return word.substr(place.size() + 1);
  }
  const std::size_t scheme = word.find("://");
  if (scheme == word.npos) return word;
  std::string path = word.substr(0, word.find_first_of("?#"));
  while (path.ends_with('/')) path.pop_back();
  if (is_pull_request(path)) {
    return failure(fmt::format("{} is a pull request, whose number need not be that of a proposal; "
                               "name the proposal by its number",
                               word),
                   ErrorKind::kNotFound);
  }
  TRY(check_site(workspace, word, path));
  constexpr std::string_view kIssues = "/issues/";
  if (const std::size_t at = path.find(kIssues); at != path.npos) {
    const std::string number = path.substr(at + kIssues.size());
    if (!number_in(number).empty()) return number;
  }
  // A branch may have slashes in its name.
  for (std::size_t at = path.find('/', scheme + 3); at != path.npos; at = path.find('/', at + 1)) {
    if (workspace.index().find(path.substr(at + 1))) return path.substr(at + 1);
  }
  return failure(fmt::format("{} leads to no proposal", word), ErrorKind::kNotFound);
}

Cards with_number(const Index& index, std::string_view number) {
  Cards found;
  const auto cards = index.by_number.find(plain_number(number));
  if (cards == index.by_number.end()) return found;
  for (const std::size_t i : cards->second) found.push_back(&index.cards[i]);
  return found;
}

// Whether the word is the name of its folder or file, with folders above it or without, or the
// part of that name which is in words.
bool is_called(const Card& card, std::string_view word) {
  if (card.path.empty()) return false;
  const std::string path = lower(card.path);
  if (ends_at_slash(path, word) || lower(card.parts.find("slug")) == word) return true;
  if (ends_at_slash(path.substr(0, path.rfind('.')), word)) return true;
  // Of README.md alone nobody knows whose it is.
  const std::string document = lower(card.files.document);
  return document.size() > path.size() && word.size() > document.size() - path.size() &&
         ends_at_slash(document, word);
}

Cards with_name(const Index& index, std::string_view word) {
  while (word.ends_with('/')) word.remove_suffix(1);
  const std::string wanted = lower(word);
  Cards found;
  for (const Card& card : index.cards) {
    if (!wanted.empty() && is_called(card, wanted)) found.push_back(&card);
  }
  return found;
}

// The proposals whose titles have all these words, in any order and case.
Cards with_title(const Index& index, std::string_view words) {
  std::vector<std::string> wanted;
  for (std::string_view rest = words; !rest.empty();) {
    const auto [word, tail] = cut(rest, ' ');
    if (!word.empty()) wanted.push_back(lower(word));
    rest = tail;
  }
  Cards found;
  if (wanted.empty()) return found;
  for (const Card& card : index.cards) {
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
  return std::ranges::any_of(word, is_alpha) && word.find_first_of("/.:#*") == word.npos;
}

// What was meant by a word that is no path, name or title.
std::string hint_of(std::string_view word) {
  if (word.find('*') != word.npos) {
    return "; without quotes the shell finds the files, and in a query it is path:" +
           std::string(word);
  }
  std::string apart(word);
  std::ranges::replace(apart, ',', ' ');
  const bool is_list = apart != word && std::ranges::all_of(apart, [](char c) {
                         return is_digit(c) || c == '#' || c == ' ';
                       });
  return is_list ? "; several numbers stand apart: " + apart : std::string();
}

tl::unexpected<Error> several(std::string message, const Cards& cards) {
  constexpr std::size_t kMostNamed = 10;
  for (std::size_t i = 0; i < std::min(cards.size(), kMostNamed); ++i) {
    message += fmt::format("\n{} {}", called(*cards[i]), cards[i]->title);
  }
  if (cards.size() > kMostNamed) {
    message += fmt::format("\nand {} more", cards.size() - kMostNamed);
  }
  return failure(std::move(message), ErrorKind::kRefused);
}

}  // namespace

std::string_view number_in(std::string_view word) {
  std::string_view rest = word;
  while (!rest.empty() && is_alpha(rest.front())) rest.remove_prefix(1);
  const bool named = rest.size() < word.size();
  if (rest.starts_with(named ? '-' : '#')) {
    rest.remove_prefix(1);
  } else if (named) {
    return {};
  }
  return !rest.empty() && std::ranges::all_of(rest, is_digit) ? rest : std::string_view();
}

Result<const Card*> find_titled(const Workspace& workspace, const std::string& words) {
  const Cards titled = with_title(workspace.index(), words);
  if (titled.size() < 2) return titled.empty() ? nullptr : titled.front();
  return several(
      fmt::format("{} proposals have \"{}\" in their titles; name one:", titled.size(), words),
      titled);
}

Result<std::vector<const Card*>> find_named(const Workspace& workspace, const std::string& word) {
  const Index& index = workspace.index();
  TRY(const auto name, read_address(workspace, word));
  if (const auto number = number_in(name); !number.empty()) return with_number(index, number);
  if (name != word) return Cards{index.find(name)};
  Cards named = with_name(index, word);
  if (named.size() > 1) {
    return several(fmt::format("{} proposals are called {}; name one:", named.size(), word), named);
  }
  if (!named.empty() || !may_be_title(word)) return named;
  TRY(const Card* const titled, find_titled(workspace, word));
  return titled ? Cards{titled} : Cards();
}

Result<const Card*> find_meant(const Workspace& workspace, const std::string& word) {
  if (number_in(word).empty()) {
    std::error_code failed;
    const fs::path full = fs::weakly_canonical(fs::path(workspace.here()) / word, failed);
    const std::string path = full.lexically_relative(workspace.root()).generic_string();
    const Card* const card = workspace.index().find(path);
    // From within a proposal's folder any word would be a path in it.
    if (card && (card->path == path || workspace.repository().tree->has(path))) return card;
  }
  TRY(const auto cards, find_named(workspace, word));
  if (cards.size() < 2) return cards.empty() ? nullptr : cards.front();
  std::vector<std::string> paths;
  for (const Card* card : cards) paths.push_back(card->path);
  return failure(fmt::format("{} is several proposals: {}", word, fmt::join(paths, ", ")),
                 ErrorKind::kRefused);
}

namespace {

// What is known of the number nevertheless: it is a candidate, or a folder is numbered otherwise
// than its metadata.
std::string number_hint(const Workspace& at, const std::string& number) {
  const auto candidates = at.candidates();
  const auto known = candidates ? std::ranges::find(*candidates, number, &WantedText::number)
                                : std::vector<WantedText>::const_iterator();
  if (candidates && known != candidates->end()) {
    return known->place.empty()
               ? std::string(" yet: it is a candidate, of which no text is known")
               : fmt::format(" yet: it is a candidate, whose text is in {} and not merged",
                             known->place);
  }
  const auto found = at.index().by_path_number.find(number);
  if (found != at.index().by_path_number.end()) {
    const Card& card = at.index().cards[found->second.front()];
    return fmt::format("; {} is of number {}", at.shown_path(card.path), card.number);
  }
  std::vector<std::string> numbers;
  for (const Card& card : at.index().cards) {
    if (!card.number.empty()) numbers.push_back(card.number);
  }
  const Card* const meant = at.index().find_number(std::string(nearest(number, numbers)));
  return meant ? fmt::format("; did you mean {} {}?", meant->number, meant->title)
               : std::string("; milepost list shows those there are");
}

}  // namespace

ReadError nothing_named(const Workspace& workspace, const std::string& word) {
  const auto name = read_address(workspace, word);
  if (!name) return {{}, name.error().message};
  if (const std::string number(number_in(*name)); !number.empty()) {
    return {number, "there is no such file or folder, and no proposal of that number" +
                        number_hint(workspace, plain_number(number))};
  }
  if (!may_be_title(word)) return {word, "there is no such file or folder" + hint_of(word)};
  return {{},
          fmt::format("no proposal has \"{0}\" in its title, and there is no such file or folder; "
                      "milepost search \"{0}\" looks in the texts",
                      word)};
}

Error unnamed(const Workspace& workspace, const std::string& word) {
  const ReadError missing = nothing_named(workspace, word);
  return {missing.path.empty() ? missing.message : missing.path + ": " + missing.message,
          ErrorKind::kNotFound};
}

}  // namespace milepost
