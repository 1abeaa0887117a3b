#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "features/common/verbs.h"
#include "proposal/unread.h"
#include "web/all_routes.h"
#include "web/served.h"
#include "web/site.h"
#include "web/site_files.h"

namespace milepost::web {

namespace {

constexpr Option kOptions[] = {
    {"--base-url", "", "URL",
     "where the site will be, such as https://example.org/keps: for the sitemap and the feed"},
    {"--dry-run", "", "", "write nothing, say how many files would be"},
    {"--name", "", "NAME",
     "what pages call the repository; unless given owner/name of its host, or its folder's name"},
    kNowOption,
    kStoreOption,
    kProcessOption,
};

constexpr Example kExamples[] = {
    {"milepost site public", "write the pages into the folder public"},
    {"milepost site public --base-url https://example.org/keps", "with a sitemap"},
    {"milepost site public --dry-run", "how much would change?"},
    {"milepost site public --now 2026-01-31", "the same bytes, whenever it is run"},
};

tl::expected<std::string, UsageError> base_url_of(const Arguments& arguments) {
  std::string url(arguments.value("--base-url"));
  while (url.ends_with('/')) url.pop_back();
  const bool whole = url.starts_with("https://") || url.starts_with("http://");
  const bool plain = url.find_first_of("?#<>\"& ") == url.npos && printable(url) == url;
  if (url.empty() || (whole && plain && url.size() > url.find("//") + 2)) return url;
  return tl::unexpected(UsageError{
      fmt::format("--base-url is an address such as https://example.org/keps, not \"{}\"",
                  printable(url)),
      {}});
}

// Pages do not go among the sources that they are made of.
bool holds_proposals(const Workspace& workspace, const std::filesystem::path& folder) {
  std::error_code failed;
  const std::filesystem::path full = std::filesystem::weakly_canonical(folder, failed);
  const std::string above = (full / "").string();
  return std::ranges::any_of(workspace.index().cards, [&](const Card& card) {
    return (workspace.root() + "/" + card.path).starts_with(above);
  });
}

// What the pages of proposals could not be made of.
std::vector<ReadError> unreadable_texts(const Workspace& workspace) {
  std::vector<ReadError> unreadable = workspace.index().read_errors;
  for (const Card& card : workspace.index().cards) {
    if (!card.files.has_document || !card.has_text()) continue;
    const auto read = workspace.repository().read(card.files.document);
    if (!read) unreadable.push_back({card.files.document, read.error().message});
  }
  return unreadable;
}

int run_site(const Arguments& arguments, Console& console) {
  SiteOptions options;
  auto base_url = base_url_of(arguments);
  if (!base_url) return console.report_error(base_url.error());
  options.base_url = *std::move(base_url);
  const auto opened = open_with_unmerged(arguments);
  if (!opened) return console.report_error(opened.error());
  if (!(*opened)->recognised()) {
    return console.report_error(not_recognised("here"));
  }
  const Workspace::Pointer workspace = (*opened)->from_root();
  const std::vector<std::string> place = {workspace->root()};
  options.name = arguments.has("--name") ? std::string(arguments.value("--name"))
                                         : served_titles(place, served_names(place)).front();
  const std::filesystem::path out =
      std::filesystem::path(directory_of(arguments)) / arguments.operands().front();
  if (holds_proposals(*workspace, out)) {
    return console.report_error(
        fmt::format("{} holds proposals; name a folder of its own for the pages",
                    printable(arguments.operands().front())));
  }
  const Site site = make_site(workspace, all_routes(), options);
  const bool dry_run = arguments.has("--dry-run");
  const auto written = write_site(site.files, out.string(), dry_run);
  if (!written) return console.report_error(written.error().message);
  console.out += fmt::format("{}{}, {}: {} written, {} as they were, {} removed\n",
                             dry_run ? "would write: " : "", counted(site.pages, "page"),
                             counted(site.files.size(), "file"), written->written, written->same,
                             written->removed);
  const std::vector<ReadError> unreadable = unreadable_texts(*workspace);
  report_read_errors(unreadable, console);
  if (site.failures.empty()) return unreadable.empty() ? kClean : kCouldNotRun;
  return console.report_error(fmt::format(
      "{} could not be made: {}", counted(site.failures.size(), "page"), some_of(site.failures)));
}

}  // namespace

extern constinit const Verb kSiteVerb{
    "site",
    kUpkeep,
    "write the pages that serve shows as static files",
    "Proposals, boards, releases, reports, people, groups and the process as files that any host "
    "of static pages shows, and a browser opens from a disk: links are relative, the search runs "
    "in the browser over a small index, and beside the pages stand proposals.json, an Atom feed "
    "and the release calendar. Nothing is there to act upon: that takes milepost serve.\n"
    "Files are written only where they differ, and pages that are gone are removed; of files that "
    "milepost did not write none is touched. The same repository at the same --now makes the same "
    "bytes.",
    kOptions,
    {"OUT", "the folder to write into, made when it is not there", 1, 1},
    kExamples,
    "0 all pages were written\n2 some could not be made, or a file is in the way",
    run_site,
};

}  // namespace milepost::web
