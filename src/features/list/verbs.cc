#include "features/common/verbs.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "features/list/formats.h"
#include "features/list/listing.h"
#include "features/list/query_verbs.h"
#include "proposal/query.h"

namespace milepost::list {

namespace {

constexpr std::string_view kFormats[] = {"text", "json", "csv", "markdown"};
constexpr std::string_view kWith[] = {"findings"};

constexpr Option kOptions[] = {
    {"--sort", "", "FIELDS", "order by these fields; -FIELD turns the order around", {}, true},
    {"--columns",
     "",
     "FIELDS",
     "show these fields, with commas between, in every format",
     {},
     true},
    {"--with", "", "WHAT", "findings: check what is found, and count what is wrong", kWith},
    {"--format", "", "FORMAT", "how to write the list", kFormats},
    kAsOption,
    kAsOfOption,
    kNowOption,
    kStoreOption,
    kProcessOption,
    {"--verbose", "", "", "name every file that looks like a proposal but is not read"},
    {"--quiet", "-q", "", "the table without the count"},
};

constexpr Example kExamples[] = {
    {"milepost list status:implementable stage:beta milestone:v1.37", "beta in v1.37"},
    {"milepost list awaits:@me --sort milestone", "what awaits me? inbox says what to do"},
    {"milepost list 'created:2024..2025 (group:sig-node OR group:sig-storage)'", "of two groups"},
    {"milepost list -status:implemented milestone:<v1.30 --sort milestone", "left behind"},
    {"milepost list 'text:\"cgroup v2\"' --with findings", "what says so, and how it stands"},
    {"milepost list stage:beta --as-of 2024-03-01", "what was beta on that day"},
    {"milepost list at-risk:v1.38 group:sig-node", "what may miss the freeze"},
    {"milepost list opted-in:v1.38 missing:prr", "what lacks a production-readiness review"},
    {"milepost list --columns number,title,milestone.beta --format csv", "for a spreadsheet"},
};

std::string render(const Listing& listing, std::string_view format, const TextOptions& options) {
  if (format == "json") return render_listing_json(listing);
  if (format == "csv") return render_listing_csv(listing, options.terminal);
  if (format == "markdown") return render_listing_markdown(listing);
  return render_listing_text(listing, options);
}

// The field whose value a word of a query is; "" for none.
std::string_view field_with(const Listing& listing, std::string_view word) {
  const auto is_word = [&](std::string_view one) { return equal_ignoring_case(one, word); };
  const Process& process = *listing.process;
  if (std::ranges::any_of(process.stage_names(), is_word)) return "stage";
  if (std::ranges::any_of(process.statuses, is_word, &Status::id)) return "status";
  if (std::ranges::any_of(process.kinds, is_word, &Kind::id)) return "kind";
  const bool is_group = std::ranges::any_of(listing.index->cards, is_word, &Card::group);
  return is_group ? "group" : "";
}

// Words that found nothing and are no words of titles: terms that were written otherwise.
std::vector<std::string> meant_terms(const Listing& listing,
                                     const std::vector<std::string>& words) {
  std::vector<std::string> notes;
  for (const std::string& word : words) {
    const auto [field, value] = cut(word, '=');
    if (!value.empty() && find_query_field(field, *listing.process)) {
      notes.push_back(fmt::format("a term of a query has a colon: {}:{}", field, value));
    } else if (const std::string_view of = field_with(listing, word); !of.empty()) {
      notes.push_back(fmt::format("\"{0}\" is a {1}: {1}:{0}", word, of));
    }
  }
  return notes;
}

int run_list(const Arguments& arguments, Console& console) {
  ListOptions options;
  options.query = query_of(arguments.operands());
  options.sort = arguments.values("--sort");
  options.columns = arguments.values("--columns");
  options.me = identity_of(arguments);
  options.verbose = arguments.has("--verbose");
  // --now is where proposals stand in a release; what is wrong with them is wrong today.
  if (arguments.value("--with") == "findings") options.findings_at = now_utc();
  const auto as_of = day_of(arguments, "--as-of");
  if (!as_of) return console.report_error(as_of.error());
  options.as_of = *as_of;
  const auto workspace = open_with_unmerged(arguments);
  if (!workspace) return console.report_error(workspace.error());
  const auto listing = list_proposals(**workspace, options);
  if (!listing) return console.report_error(usage_error_of(listing.error()));
  const std::string_view format = arguments.value("--format");
  console.out += render(*listing, format, text_options(arguments, console));
  // A list for a program has no place for what was not read.
  if (format != "text" && !arguments.has("--quiet")) {
    for (const std::string& note : listing->notes) console.err += printable(note) + "\n";
  }
  if (listing->found.empty() && !arguments.has("--quiet")) {
    report_notes(meant_terms(*listing, arguments.operands()), console);
  }
  report_read_errors(listing->read_errors, console);
  return listing->read_errors.empty() ? kClean : kCouldNotRun;
}

}  // namespace

extern constinit const Verb kListVerb{
    "list",
    kFinding,
    "find proposals by what their metadata and text say",
    "A query is a row of terms that must all hold: FIELD:VALUE, -TERM for what must not hold, OR "
    "and parentheses. Values may be ranges (milestone:>=v1.33, created:2024..2025, "
    "created:2024-03), alternatives (stage:alpha,beta), patterns (author:jan*), none for what is "
    "not set. A word without a field is looked for in titles and numbers, text:\"…\" in the "
    "documents.\n"
    "\n"
    "Fields: number, title, path, group, participating, status, stage, milestone (the latest), "
    "milestone.STAGE, author, reviewer, approver, person (any of these), created, updated, kind, "
    "gate, is (candidate or unmerged), and any field of the process's own metadata. author:@me is "
    "you.\n"
    "\n"
    "tracked:v1.38 and at-risk:v1.38 ask where a proposal stands in a release; opted-in:, "
    "removed:, "
    "deferred: and exception: what was decided about it there. missing:prr asks what keeps it from "
    "its next freeze or step, by the conditions of the gate (missing:sections, missing:approval, "
    "missing:issue); waiting-for:@jane or a role whom that waits for. in-stage:>3releases and "
    "in-stage:>=400days ask for how long it has been in its stage, awaits:@me what is in your "
    "inbox, approved-by:@jane where an approval of hers stands.\n"
    "\n"
    "Every verb that takes proposals takes a query in the place of numbers.",
    kOptions,
    {"QUERY", "what to look for; nothing lists all", 0, Operands::kAny, {}, true},
    kExamples,
    "0 listed, also when nothing was found\n"
    "2 could not run, or not everything could be read",
    run_list,
};

}  // namespace milepost::list
