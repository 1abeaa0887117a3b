// Pull requests in bulk: those of a list, linked to the proposals that they name.
#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <unistd.h>

#include <fmt/format.h>

#include "base/files.h"
#include "base/limits.h"
#include "base/named_path.h"
#include "base/strings.h"
#include "features/track/pull_mentions.h"
#include "features/track/track.h"
#include "process/validate.h"
#include "store/events.h"
#include "workspace/identity.h"

namespace milepost::track {

namespace {

// What is known of a proposal is summed up anew with each event, whenever a record is verified:
// a thousand links take ten times as long as three hundred.
constexpr std::size_t kMostLinks = 300;

Result<PullList> read_file(const Workspace& workspace, const std::string& file) {
  auto source = file == "-"
                    ? read_descriptor(STDIN_FILENO, "<stdin>", kMostPullBytes)
                    : read_named(file.starts_with('/') ? file : workspace.here() + "/" + file, file,
                                 kMostPullBytes, workspace.root());
  if (!source) return tl::unexpected(std::move(source.error()).within(file));
  auto list = read_pull_list((*source)->text());
  if (!list) return failure(fmt::format("{}: {}", file, list.error().message));
  return list;
}

// The kind that a label names, alone or as its last part: "docs", "kind/docs".
std::string kind_named(const std::vector<std::string>& kinds,
                       const std::vector<std::string>& labels) {
  for (const std::string& kind : kinds) {
    for (const std::string_view label : labels) {
      if (equal_ignoring_case(label.substr(label.rfind('/') + 1), kind)) return kind;
    }
  }
  return {};
}

// A proposal, and the pull requests that name it.
struct Named {
  const Card* card = nullptr;
  std::vector<const ListedPull*> pulls;
  std::vector<PullOutcome> outcomes;  // parallel to them, once decided
};

class BulkLink {
 public:
  BulkLink(const Workspace& workspace, const LinkPullsOptions& options)
      : workspace_(workspace), options_(options) {}

  Result<PullReport> run() {
    // Fails where no process is recognised.
    const auto selection = workspace_.select({.whole = true});
    if (!selection) return tl::unexpected(selection.error());
    TRY(check_process());
    TRY(actor_.handle, need_identity(process(), workspace_.root(), options_.person));
    actor_.now = workspace_.now();
    TRY(list_, read_file(workspace_, options_.file));
    TRY(open_record());
    TRY(match());
    TRY(act());
    return report();
  }

 private:
  const Process& process() const { return workspace_.process(); }
  const std::vector<std::string>& kinds() const { return process().tracking.link_kinds; }

  Result<void> check_process() const {
    if (!process().tracking.present()) {
      return failure(fmt::format(
          "the process {} has no tracking issues: its pack has no `tracking`", process().name));
    }
    if (!options_.kind.empty() && std::ranges::find(kinds(), options_.kind) == kinds().end()) {
      return failure(unknown("kind of links", options_.kind, kinds()));
    }
    return {};
  }

  Result<void> open_record() {
    if (options_.dry_run) {
      TRY(record_, workspace_.record());
    } else {
      TRY(written_, workspace_.open_record(Access::kWrite));
      record_ = written_;
    }
    return {};
  }

  // Where issues are, as far as the record says.
  Result<std::vector<std::pair<const Card*, std::string>>> issues() const {
    std::map<std::string, std::string> addresses;
    if (record_->store().is_there()) {
      TRY(record_->for_each([&](const std::string& stream, const ProposalState& state) {
        if (!state.tracker.address.empty()) addresses[stream] = state.tracker.address;
      }));
    }
    std::vector<std::pair<const Card*, std::string>> found;
    if (addresses.empty()) return found;
    for (const Card& card : workspace_.index().cards) {
      const auto address = addresses.find(stream_of(card));
      if (address != addresses.end()) found.emplace_back(&card, address->second);
    }
    return found;
  }

  Result<void> match() {
    TRY(const auto addresses, issues());
    const PullMatcher matcher(process(), workspace_.index(), addresses);
    std::map<std::string, std::size_t> places;  // by stream: a number may be two proposals'
    for (const ListedPull& pull : list_.pulls) {
      PullMentions mentions = matcher.find(pull);
      if (mentions.cards.size() > kMostMentions) {
        list_.bad.push_back({pull.line, fmt::format("{} names more than {} proposals",
                                                    pull.reference, kMostMentions)});
        continue;
      }
      for (std::string& text : mentions.unknown) {
        report_.unknown.push_back({std::move(text), pull.reference});
      }
      if (mentions.cards.empty()) {
        report_.unmatched.push_back({pull.line, pull.reference, pull.title});
      }
      for (const Card* const card : mentions.cards) {
        const auto [place, fresh] = places.emplace(stream_of(*card), named_.size());
        if (fresh) named_.push_back({card, {}, {}});
        auto& pulls = named_[place->second].pulls;
        if (pulls.empty() || pulls.back() != &pull) pulls.push_back(&pull);
      }
    }
    std::ranges::sort(named_, {}, [](const Named& named) { return named.card->path; });
    return {};
  }

  // As many proposals at a time as can be recorded together.
  Result<void> act() {
    for (std::size_t begin = 0; begin < named_.size();) {
      std::size_t end = begin;
      std::size_t events = 0;
      while (end < named_.size() &&
             (end == begin || events + named_[end].pulls.size() <= kLimits.append_events)) {
        events += named_[end++].pulls.size();
      }
      TRY(act(begin, end));
      begin = end;
    }
    return {};
  }

  Result<void> act(std::size_t begin, std::size_t end) {
    if (options_.dry_run) {
      for (std::size_t i = begin; i < end; ++i) {
        TRY(const ProposalState state, record_->state_of(*named_[i].card));
        decide(named_[i], state);
      }
      return {};
    }
    std::vector<const Card*> cards;
    for (std::size_t i = begin; i < end; ++i) cards.push_back(named_[i].card);
    return written_->act(cards, [&](std::size_t which, const ProposalState& state) {
      return Result<Decision>(decide(named_[begin + which], state));
    });
  }

  Decision decide(Named& named, const ProposalState& state) const {
    named.outcomes.clear();
    const auto allowed =
        may_edit(process(), *named.card, workspace_.facts().rosters(), actor_.handle);
    Decision decision;
    std::size_t links = state.links.size();
    for (const ListedPull* const pull : named.pulls) {
      PullOutcome outcome = outcome_of(*named.card, *pull, state);
      if (outcome.change == PullChange::kLinked && ++links > kMostLinks) {
        outcome = refused(std::move(outcome), fmt::format("it has {} links already", kMostLinks));
      }
      const bool changes =
          outcome.change == PullChange::kLinked || outcome.change == PullChange::kUpdated;
      if (changes && !allowed) {
        outcome = refused(std::move(outcome), allowed.error().message);
      } else if (changes) {
        const bool closed = pull->state == PullState::kClosed;
        decision.events.push_back(
            event_of(*named.card, actor_,
                     events::Linked{outcome.kind,
                                    pull->reference,
                                    pull->state == PullState::kMerged,
                                    {},
                                    options_.comment,
                                    std::string(closed ? events::Linked::kClosed : "")}));
      }
      named.outcomes.push_back(std::move(outcome));
    }
    return decision;
  }

  static PullOutcome refused(PullOutcome outcome, std::string why) {
    outcome.change = PullChange::kRefused;
    outcome.why = std::move(why);
    return outcome;
  }

  // One that is linked stays what somebody linked it as: what is said of its state is true of all
  // that it holds.
  PullOutcome outcome_of(const Card& card, const ListedPull& pull,
                         const ProposalState& state) const {
    PullOutcome outcome{pull.line,
                        ref_of(card, workspace_.repository()),
                        pull.reference,
                        pull.title,
                        {},
                        std::string(name(pull.state)),
                        {},
                        PullChange::kLinked,
                        {}};
    const auto known = std::ranges::find(state.links, pull.reference, &LinkState::reference);
    if (known != state.links.end()) {
      outcome.kind = known->kind;
      outcome.before = known->word();
      outcome.change =
          outcome.before == outcome.state ? PullChange::kUnchanged : PullChange::kUpdated;
      return outcome;
    }
    outcome.kind = kind_named(kinds(), pull.labels);
    if (outcome.kind.empty()) outcome.kind = options_.kind;
    if (!outcome.kind.empty()) return outcome;
    return refused(std::move(outcome),
                   fmt::format("no label says what it holds ({}); say it with --kind",
                               fmt::join(kinds(), ", ")));
  }

  PullReport report() {
    report_.file = options_.file;
    report_.rows = list_.rows;
    report_.bad = std::move(list_.bad);
    std::ranges::stable_sort(report_.bad, {}, &BadRow::line);
    report_.dry_run = options_.dry_run;
    for (Named& named : named_) {
      std::ranges::move(named.outcomes, std::back_inserter(report_.outcomes));
    }
    return std::move(report_);
  }

  const Workspace& workspace_;
  const LinkPullsOptions& options_;
  Actor actor_;
  PullList list_;
  std::shared_ptr<const Record> record_;
  std::shared_ptr<Record> written_;  // the same; null when nothing is to be written
  std::vector<Named> named_;
  PullReport report_;
};

}  // namespace

std::string_view name(PullChange change) {
  constexpr std::string_view kNames[] = {"linked", "updated", "unchanged", "refused"};
  return kNames[static_cast<std::size_t>(change)];
}

std::size_t PullReport::count(PullChange change) const {
  return static_cast<std::size_t>(std::ranges::count(outcomes, change, &PullOutcome::change));
}

Result<PullReport> link_pull_requests(const Workspace& workspace, const LinkPullsOptions& options) {
  return BulkLink(workspace, options).run();
}

}  // namespace milepost::track
