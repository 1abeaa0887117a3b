#include "features/list/listing.h"

#include <algorithm>
#include <ranges>

#include <fmt/format.h>

#include "base/parallel.h"
#include "base/strings.h"
#include "features/list/record_terms.h"
#include "proposal/near.h"
#include "proposal/unread.h"
#include "store/record.h"
#include "workspace/as_of.h"
#include "workspace/examine.h"
#include "workspace/identity.h"

namespace milepost::list {

namespace {

// The field a word of --sort or --columns names.
tl::expected<QueryField, ListFailure> field_named(const std::string& option, std::string_view name,
                                                  const Process& process) {
  auto field = find_query_field(lower(name), process);
  if (field) return std::move(*field);
  const std::string hint = field.error().empty()
                               ? fmt::format("there are {}", fmt::join(query_field_names(), ", "))
                               : fmt::format("did you mean \"{}\"?", field.error());
  return failure(fmt::format("{} has no field \"{}\"; {}", option, name, hint));
}

// What a table shows unless told: what the process's proposals have.
std::vector<QueryField> usual_columns(const Index& index, const Process& process) {
  std::vector<QueryField> columns;
  for (const std::string_view name : {"number", "title", "group", "status", "stage", "milestone"}) {
    const auto field = find_query_field(name, process);
    const bool used = std::ranges::any_of(
        index.cards, [&](const Card& card) { return !values_of(card, *field).empty(); });
    if (used) columns.push_back(*field);
    // Proposals without numbers are known by their paths.
    if (!used && name == "number") columns.push_back(*find_query_field("path", process));
  }
  return columns;
}

tl::expected<void, ListFailure> sort_found(const std::vector<std::string>& fields,
                                           Listing& listing) {
  // The last field given decides least, so it goes first.
  for (const std::string& name : std::views::reverse(fields)) {
    const bool descending = name.starts_with('-');
    TRY(const auto field,
        field_named("--sort", std::string_view(name).substr(descending ? 1 : 0), *listing.process));
    std::ranges::stable_sort(listing.found, [&](const Card* a, const Card* b) {
      // Cards without a value come last either way.
      const bool has_both = !values_of(*a, field).empty() && !values_of(*b, field).empty();
      return descending && has_both ? comes_before(*b, *a, field) : comes_before(*a, *b, field);
    });
  }
  return {};
}

void note_unread(const Workspace& workspace, bool verbose, Listing& listing) {
  std::vector<std::string> paths;
  for (const std::string& path : find_unread(workspace.repository(), *listing.index)) {
    paths.push_back(workspace.shown_path(path));
  }
  std::vector<std::string> others;
  for (const std::string& path : find_other_formats(workspace.repository())) {
    others.push_back(workspace.shown_path(path));
  }
  if (!others.empty()) listing.notes.push_back(other_formats_note(others, verbose));
  if (paths.empty()) return;
  listing.notes.push_back(unread_note(workspace.process().layout, paths, verbose));
}

Result<void> count_findings(const Workspace& workspace, Listing& listing) {
  if (const auto& judged = workspace.judging(); !judged) return tl::unexpected(judged.error());
  listing.findings.resize(listing.found.size());
  std::vector<std::vector<ReadError>> unread(listing.found.size());
  parallel_for(listing.found.size(), workspace.jobs(), [&](std::size_t i) {
    const Card& card = *listing.found[i];
    Examined examined = examine({&workspace, &card, false, card.document}, {});
    unread[i] = std::move(examined.read_errors);
    for (const Finding& finding : examined.findings) {
      FindingCounts& counts = listing.findings[i];
      ++(finding.severity == Severity::kError     ? counts.errors
         : finding.severity == Severity::kWarning ? counts.warnings
                                                  : counts.infos);
    }
  });
  for (auto& read_errors : unread) {
    std::ranges::move(read_errors, std::back_inserter(listing.read_errors));
  }
  return {};
}

}  // namespace

tl::expected<Query, ListFailure> parse_query(const Workspace& workspace, const std::string& query,
                                             const std::string& me) {
  TRY(const auto handle, find_me(query, workspace.process(), workspace.root(), me));
  return Query::parse(query, workspace.process(), handle).map_error([&](const QueryFault& fault) {
    return ListFailure(fault, query);
  });
}

tl::expected<Listing, ListFailure> list_proposals(const Workspace& workspace,
                                                  const ListOptions& options) {
  if (!workspace.recognised()) {
    return failure(not_recognised("here", near_note(*workspace.repository().tree)));
  }
  Workspace::Pointer files = workspace.shared_from_this();
  if (options.as_of) {
    TRY(files, workspace.at(end_of(*options.as_of)));
  }
  Listing listing;
  listing.process = workspace.repository().process;
  listing.notes = workspace.notes();
  TRY(const auto query, parse_query(workspace, options.query, options.me));
  for (const std::string& name : options.columns) {
    TRY(auto field, field_named("--columns", name, *listing.process));
    listing.columns.push_back(std::move(field));
  }

  listing.index = files->shared_index();
  listing.read_errors = listing.index->read_errors;
  listing.chosen = !listing.columns.empty();
  if (!listing.chosen) listing.columns = usual_columns(*listing.index, *listing.process);
  TRY(listing.found, find_matching(workspace, *files, query, options.as_of, listing.notes));
  note_unread(*files, options.verbose, listing);
  TRY(sort_found(options.sort, listing));
  if (options.findings_at) {
    TRY(count_findings(*files->at_moment(*options.findings_at), listing));
  }
  return listing;
}

}  // namespace milepost::list
