#include "features/list/listing.h"

#include <algorithm>
#include <ranges>

#include <fmt/format.h>

#include "base/files.h"
#include "base/limits.h"
#include "base/parallel.h"
#include "base/strings.h"
#include "features/list/record_terms.h"
#include "store/record.h"
#include "workspace/as_of.h"
#include "workspace/examine.h"
#include "workspace/identity.h"
#include "workspace/plan.h"

namespace milepost::list {

namespace {

using Failure = tl::unexpected<ListFailure>;

Failure failed(std::string message) { return Failure({std::move(message), {}, {}}); }

// The field a word of --sort or --columns names.
tl::expected<QueryField, ListFailure> field_named(const std::string& option, std::string_view name,
                                                  const Process& process) {
  auto field = find_query_field(lower(name), process);
  if (field) return std::move(*field);
  const std::string hint = field.error().empty()
                               ? fmt::format("there are {}", fmt::join(query_field_names(), ", "))
                               : fmt::format("did you mean \"{}\"?", field.error());
  return Failure({fmt::format("{} has no field \"{}\"; {}", option, name, hint), {}, {}});
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

tl::expected<void, ListFailure> sort_found(const ListRequest& request, Listing& listing) {
  // The last field given decides least, so it goes first.
  for (const std::string& name : std::views::reverse(request.sort)) {
    const bool descending = name.starts_with('-');
    auto field =
        field_named("--sort", std::string_view(name).substr(descending ? 1 : 0), *listing.process);
    if (!field) return tl::unexpected(std::move(field.error()));
    std::ranges::stable_sort(listing.found, [&](const Card* a, const Card* b) {
      // Cards without a value come last either way.
      const bool has_both = !values_of(*a, *field).empty() && !values_of(*b, *field).empty();
      return descending && has_both ? comes_before(*b, *a, *field) : comes_before(*a, *b, *field);
    });
  }
  return {};
}

void find_matching(const Query& query, const Standings& standings, const Repository& repository,
                   int jobs, Listing& listing) {
  const StandsSo stands = [&](const Card& card, const RecordTerm& term) {
    return standings.at(term).contains(stream_of(card));
  };
  const std::vector<Card>& cards = listing.index->cards;
  std::vector<char> matches(cards.size(), 0);
  parallel_for(cards.size(), jobs, [&](std::size_t i) {
    CardBody body(repository, cards[i]);
    matches[i] = query.matches(cards[i], [&] { return body.text(); }, stands) ? 1 : 0;
  });
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (matches[i] != 0) listing.found.push_back(&cards[i]);
  }
}

tl::expected<void, ListFailure> count_findings(const ListRequest& request, Listing& listing) {
  CheckRequest check;
  check.directory = request.directory;
  check.process = request.process;
  check.whole = true;
  check.today = request.today;
  if (request.as_of) check.before = end_of(*request.as_of);
  check.jobs = request.jobs;
  const auto plan = make_plan(check);
  if (!plan) return failed(plan.error().message);
  std::vector<const Selected*> tasks;
  for (const Card* card : listing.found) {
    const auto same = [&](const Selected& task) { return task.card->path == card->path; };
    const auto task = std::ranges::find_if(plan->proposals, same);
    tasks.push_back(task == plan->proposals.end() ? nullptr : &*task);
  }
  listing.findings.resize(tasks.size());
  parallel_for(tasks.size(), request.jobs, [&](std::size_t i) {
    if (!tasks[i]) return;
    for (const Finding& finding : examine(*tasks[i], {}).findings) {
      FindingCounts& counts = listing.findings[i];
      ++(finding.severity == Severity::kError     ? counts.errors
         : finding.severity == Severity::kWarning ? counts.warnings
                                                  : counts.infos);
    }
  });
  return {};
}

}  // namespace

std::string_view CardBody::text() {
  if (!source_ && card_.files.has_document) {
    auto read = repository_.tree->read(card_.files.document, {}, kLimits.document_bytes);
    if (read) source_ = std::move(*read);
  }
  return source_ ? source_->text() : std::string_view();
}

tl::expected<Listing, ListFailure> list_proposals(const ListRequest& request) {
  auto repository = open_repository(request.directory, request.process);
  if (!repository) return failed(repository.error().message);
  if (!repository->process) return failed(not_recognised("here"));
  if (request.as_of) {
    auto tree = tree_before(*repository, end_of(*request.as_of));
    if (!tree) return failed(tree.error().message);
    repository->tree = std::move(*tree);
  }
  Listing listing;
  listing.process = repository->process;
  if (!repository->how.empty()) listing.notes.push_back(repository->how);

  const auto me = find_me(request.query, *listing.process, repository->root, request.me);
  if (!me) return failed(me.error().message);
  const auto query = Query::parse(request.query, *listing.process, *me);
  if (!query) return Failure({query.error().message, query.error(), request.query});
  for (const std::string& name : request.columns) {
    auto field = field_named("--columns", name, *listing.process);
    if (!field) return tl::unexpected(std::move(field.error()));
    listing.columns.push_back(std::move(*field));
  }

  Index index = read_index(*repository, request.jobs);
  listing.troubles = std::move(index.troubles);
  listing.index = std::make_shared<const Index>(std::move(index));
  if (listing.columns.empty()) listing.columns = usual_columns(*listing.index, *listing.process);
  const auto standings = find_standings(request, query->record_terms(), listing.notes);
  if (!standings) return failed(standings.error().message);
  find_matching(*query, *standings, *repository, request.jobs, listing);
  if (auto sorted = sort_found(request, listing); !sorted) return Failure(sorted.error());
  if (request.with_findings) {
    if (auto counted = count_findings(request, listing); !counted) return Failure(counted.error());
  }
  return listing;
}

}  // namespace milepost::list
