#include "features/track/pull_mentions.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "process/heading_key.h"
#include "proposal/link_target.h"

namespace milepost::track {

namespace {

// No number of a proposal has more digits; a date has.
constexpr std::size_t kMostDigits = 7;
// No name of an owner, a repository or a process is longer.
constexpr std::size_t kMostName = 128;
// What is read of a body: as much as an issue may have where gh has its lists from.
constexpr std::size_t kMostBody = std::size_t{256} * 1024;

bool is_name_char(char c) { return is_alnum(c) || c == '-' || c == '_' || c == '.'; }

// What stands around a path in prose and Markdown, and in none.
bool is_around(char c) {
  return is_space(c) || std::string_view("()[]<>{}\"'`*,;|!").find(c) != std::string_view::npos;
}

// The characters at the end of a text for which something holds, up to kMostName.
template <typename Holds>
std::string_view end_of(std::string_view text, Holds holds) {
  std::size_t begin = text.size();
  while (begin > 0 && text.size() - begin < kMostName && holds(text[begin - 1])) --begin;
  return text.substr(begin);
}

// "owner/repo" of an address of it or of a page of it, in lower case; "" for none.
std::string repository_in(std::string_view address) {
  const std::size_t scheme = address.find("://");
  if (scheme == address.npos) return {};
  const auto [host, path] = cut(address.substr(scheme + 3), '/');
  const auto [owner, rest] = cut(path, '/');
  const std::string_view repo = rest.substr(0, rest.find_first_of("/?#"));
  return owner.empty() || repo.empty() ? std::string() : lower(fmt::format("{}/{}", owner, repo));
}

std::string_view first_folder(std::string_view path) {
  const std::size_t slash = path.find('/');
  return slash == path.npos ? std::string_view() : path.substr(0, slash);
}

}  // namespace

std::set<std::string, std::less<>> words_for_proposals(const Process& process) {
  std::set<std::string, std::less<>> words{lower(process.name)};
  const Field* const number = process.field(FieldRole::kNumber);
  if (!number) return words;
  for (const Kind& kind : process.kinds) {
    if (!kind.pattern || kind.pattern->sections().empty()) continue;
    const std::string title = " " + heading_words(kind.pattern->sections().front().title) + " ";
    for (const std::string& placeholder : number->placeholders) {
      const std::size_t at = title.find(" " + heading_words(placeholder) + " ");
      if (at == title.npos) continue;
      const std::string_view before = std::string_view(title).substr(0, at);
      if (const auto word = end_of(before, is_alpha); !word.empty()) {
        words.emplace(word);
      }
    }
  }
  return words;
}

// Reads one pull request.
class MentionReader {
 public:
  MentionReader(const PullMatcher& matcher, const ListedPull& pull)
      : matcher_(matcher), own_(lower(cut(pull.reference, '#').first)) {}

  void read(std::string_view text) {
    read_numbers(text);
    read_paths(text);
  }

  PullMentions take() { return std::move(found_); }

 private:
  void read_numbers(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
      if (!is_digit(text[at])) {
        ++at;
        continue;
      }
      std::size_t end = at;
      while (end < text.size() && is_digit(text[end])) ++end;
      if (end - at <= kMostDigits && ends_number(text.substr(end))) {
        read_number(text.substr(0, at), plain_number(text.substr(at, end - at)));
      }
      at = end;
    }
  }

  // Not when it goes on as a word, or as a version: "12th", "1.35".
  static bool ends_number(std::string_view after) {
    if (after.empty()) return true;
    if (after.front() == '.') return after.size() == 1 || !is_digit(after[1]);
    return !is_alnum(after.front()) && after.front() != '_';
  }

  void read_number(std::string_view before, const std::string& number) {
    if (number.empty()) return;
    if (const auto word = word_before(before); !word.empty()) {
      add(matcher_.index_.find_number(number), fmt::format("{}-{}", word, number));
    } else if (before.ends_with('#')) {
      before.remove_suffix(1);
      read_issue(before, number);
    } else if (constexpr std::string_view kIssues = "/issues/"; before.ends_with(kIssues)) {
      before.remove_suffix(kIssues.size());
      if (before.ends_with("/-")) before.remove_suffix(2);
      read_issue_page(before, number);
    }
  }

  // The word for proposals that stands before a number, "-", " ", "#" or " #" between them.
  std::string_view word_before(std::string_view before) const {
    for (int i = 0; i < 2 && !before.empty(); ++i) {
      if (std::string_view("-_ #").find(before.back()) == std::string_view::npos) break;
      before.remove_suffix(1);
    }
    const std::string_view word = end_of(before, is_alpha);
    const std::string_view ahead = before.substr(0, before.size() - word.size());
    const bool whole = ahead.empty() || (!is_alnum(ahead.back()) && ahead.back() != '_');
    return whole && matcher_.words_.contains(lower(word)) ? word : std::string_view();
  }

  // "#12", "owner/repo#12" and "repo#12"; not "page.html#12" or "&#12;".
  void read_issue(std::string_view before, const std::string& number) {
    const auto named = end_of(before, [](char c) { return is_name_char(c) || c == '/'; });
    if (named.empty()) {
      const bool odd = !before.empty() &&
                       std::string_view("&=?%#@").find(before.back()) != std::string_view::npos;
      if (!odd) add_issue(own_, number);
      return;
    }
    const auto [owner, repo] = cut(named, '/');
    if (repo.empty()) {
      if (named.find('/') == named.npos) add_issue_of_name(lower(named), number);
    } else if (!owner.empty() && repo.find('/') == repo.npos) {
      add_issue(lower(named), number);
    }
  }

  // What stands before "/issues/12": an address, "owner/repo" or "repo".
  void read_issue_page(std::string_view before, const std::string& number) {
    const std::string_view repo = end_of(before, is_name_char);
    before.remove_suffix(repo.size());
    if (repo.empty()) return;
    if (before.ends_with('/')) before.remove_suffix(1);
    const std::string_view owner = end_of(before, is_name_char);
    if (!owner.empty()) {
      add_issue(lower(fmt::format("{}/{}", owner, repo)), number);
    } else if (matcher_.homes_.empty()) {
      add_issue({}, number);
    } else {
      add_issue_of_name(lower(repo), number);
    }
  }

  void add_issue_of_name(const std::string& repo, const std::string& number) {
    if (!matcher_.home_names_.contains(repo)) return;
    for (const std::string& home : matcher_.homes_) {
      if (home.ends_with("/" + repo)) return add_issue(home, number);
    }
  }

  void add_issue(const std::string& repository, const std::string& number) {
    const auto known = matcher_.by_issue_.find(fmt::format("{}#{}", repository, number));
    if (known != matcher_.by_issue_.end()) return add(known->second, {});
    if (!matcher_.homes_.empty() && !matcher_.homes_.contains(repository)) return;
    const Card* const card = matcher_.index_.find_number(number);
    add(matcher_.elsewhere_.contains(card) ? nullptr : card, "#" + number);
  }

  void read_paths(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = at;
      while (end < text.size() && !is_around(text[end])) ++end;
      read_path(text.substr(at, end - at));
      at = end + 1;
    }
  }

  // From the first folder on that paths of proposals begin with, wherever the site shows it.
  void read_path(std::string_view path) {
    path = path.substr(0, path.find_first_of("#?"));
    while (!path.empty() && std::string_view(".:/").find(path.back()) != std::string_view::npos) {
      path.remove_suffix(1);
    }
    constexpr std::size_t kMostPath = 1024;
    if (path.size() > kMostPath) return;
    while (!path.empty() && !matcher_.folders_.contains(first_folder(path))) {
      const std::size_t slash = path.find('/');
      path.remove_prefix(slash == path.npos ? path.size() : slash + 1);
    }
    if (path.empty()) return;
    if (const Card* const card = matcher_.index_.find(path)) return add(card, {});
    const std::string number = number_in_path(path);
    if (number.empty()) return;
    const Card* const card = matcher_.index_.find_number(number);
    add(card && number_in_path(card->path) == number ? card : nullptr, std::string(path));
  }

  void add(const Card* card, std::string written) {
    if (card) {
      if (std::ranges::find(found_.cards, card) == found_.cards.end() &&
          found_.cards.size() <= kMostMentions) {
        found_.cards.push_back(card);
      }
    } else if (found_.unknown.size() <= kMostMentions &&
               std::ranges::find(found_.unknown, written) == found_.unknown.end()) {
      found_.unknown.push_back(std::move(written));
    }
  }

  const PullMatcher& matcher_;
  const std::string own_;  // the repository of the pull request
  PullMentions found_;
};

PullMatcher::PullMatcher(const Process& process, const Index& index,
                         const std::vector<std::pair<const Card*, std::string>>& issues)
    : index_(index), words_(words_for_proposals(process)) {
  const auto add_home = [&](const std::string& home) {
    if (home.empty()) return;
    homes_.insert(home);
    home_names_.insert(home.substr(home.find('/') + 1));
  };
  add_home(repository_in(process.layout.url));
  for (const std::string& remote : process.layout.remotes) add_home(repository_in(remote));
  for (const auto& [card, address] : issues) {
    const std::string home = repository_in(address);
    const std::size_t at = address.find("/issues/");
    if (home.empty() || at == address.npos) continue;
    const std::string_view rest = std::string_view(address).substr(at + 8);
    const std::string number = plain_number(rest.substr(0, rest.find_first_not_of("0123456789")));
    if (number.empty()) continue;
    add_home(home);
    by_issue_.emplace(fmt::format("{}#{}", home, number), card);
    elsewhere_.insert(card);
  }
  for (const Card& card : index.cards) {
    if (const auto folder = first_folder(card.path); !folder.empty()) folders_.emplace(folder);
  }
}

PullMentions PullMatcher::find(const ListedPull& pull) const {
  MentionReader reader(*this, pull);
  reader.read(pull.title);
  reader.read(std::string_view(pull.body).substr(0, kMostBody));
  return reader.take();
}

}  // namespace milepost::track
