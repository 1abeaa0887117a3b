#include "features/common/verbs.h"

#include <charconv>

#include "cli/output.h"
#include "cli/verb.h"
#include "features/list/query_words.h"
#include "features/search/documents.h"
#include "features/search/formats.h"
#include "features/search/search.h"

namespace milepost::search {

namespace {

constexpr Option kOptions[] = {
    {"--limit", "", "NUMBER", "how many to show (20)"},
    {"--format", "", "FORMAT", "how to write it", kTextOrJson},
    kAsOption,
    kStoreOption,
    kProcessOption,
};

constexpr Example kExamples[] = {
    {"milepost search cgroup", "what says \"cgroup\", or a word that begins with it"},
    {"milepost search '\"memory limit\" group:sig-node'", "words side by side, in one group"},
    {"milepost search kubelet probes status:implementable", "all words, in proposals under way"},
};

std::optional<std::size_t> limit_of(const Arguments& arguments) {
  const std::string_view text = arguments.value("--limit");
  if (text.empty()) return 20;
  std::size_t limit = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), limit);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size() || limit == 0 ||
      limit > 1000) {
    return std::nullopt;
  }
  return limit;
}

Result<SearchPage> search(const Workspace& workspace, const Arguments& arguments,
                          std::size_t limit) {
  TRY(const auto index, SearchIndex::open(search_place(workspace)));
  TRY(auto unread, update_index(workspace, *index));
  const SearchRequest request{list::query_of(arguments.operands()), 0, limit};
  TRY(auto page, search_proposals(workspace, *index, request));
  page.unread = std::move(unread);
  return page;
}

int run_search(const Arguments& arguments, Console& console) {
  const auto limit = limit_of(arguments);
  if (!limit) return console.report_error("--limit is a number from 1 to 1000");
  const auto workspace = open_with_unmerged(arguments);
  if (!workspace) return console.report_error(workspace.error());
  if (!(*workspace)->recognised()) {
    return console.report_error(not_recognised("here"));
  }
  const auto page = search(**workspace, arguments, *limit);
  if (!page) return console.report_error(page.error().message);
  report_notes(page->notes, console);
  console.out += arguments.value("--format") == "json"
                     ? render_search_json(*page)
                     : render_search_text(*page, text_options(arguments, console));
  const bool all_read = report_unread_cards(**workspace, console);
  report_read_errors(page->unread, console);
  if (!all_read || !page->unread.empty()) return kCouldNotRun;
  return page->total == 0 ? kFound : kClean;
}

}  // namespace

extern constinit const Verb kSearchVerb{
    "search",
    kFinding,
    "find proposals by the words of their texts",
    "All words must be there; each may go on (\"prob\" finds \"probes\"), quoted ones stand side "
    "by side as they are. Titles come first, those that are what was asked for before all, then "
    "headings, then the rest. Where nothing is found, words that are a slip of one in a title are "
    "corrected. Terms of a query such as group:sig-node narrow what is found; OR stands between "
    "terms. The index is kept beside the record and made anew when it is not there.",
    kOptions,
    {"WORDS", "to look for, and terms of a query", 1, Operands::kAny},
    kExamples,
    "0 something was found\n1 nothing was\n2 the query is wrong, or not everything could be read",
    run_search,
};

}  // namespace milepost::search
