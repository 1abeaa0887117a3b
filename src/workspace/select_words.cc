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

Result<Selection> Workspace::select_one(const std::string& word) const {
  auto selection = select({{word}});
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
