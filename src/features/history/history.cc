#include "features/history/history.h"

#include <algorithm>
#include <limits>
#include <memory>

#include <fmt/format.h>

#include "base/limits.h"
#include "git/git.h"
#include "history/cycles.h"
#include "history/tenure.h"
#include "history/watch.h"
#include "process/moves.h"
#include "proposal/card.h"
#include "proposal/judgement.h"
#include "proposal/proposal.h"

namespace milepost::history {

namespace {

// What a proposal is called, by what it last said of itself.
ProposalRef ref_of(const Lifespan& lifespan, const std::string& path) {
  const Snapshot* const latest = lifespan.latest();
  if (!latest) return {.path = path};
  return {latest->number, path, latest->title, latest->group};
}

class TimelineMaker {
 public:
  TimelineMaker(const Workspace& workspace, const Past& past, const Git& git,
                const Lifespan& lifespan)
      : workspace_(workspace),
        process_(workspace.process()),
        git_(git),
        history_(past.history),
        lifespan_(lifespan),
        judge_(process_),
        statuses_(tenures_of(history_, lifespan, Track::kStatus)),
        stages_(tenures_of(history_, lifespan, Track::kStage)),
        status_days_(history_, Track::kStatus),
        stage_days_(history_, Track::kStage) {
    timeline_.today = workspace.today();
    add_linger();
    timeline_.notes = past.notes();
  }

  Timeline make() {
    timeline_.proposal = ref_of(lifespan_, lifespan_.path());
    std::size_t status = 0;
    std::size_t stage = 0;
    while (status < statuses_.size() || stage < stages_.size()) {
      const std::size_t version = std::min(began(statuses_, status), began(stages_, stage));
      const bool status_moved = began(statuses_, status) == version;
      const bool stage_moved = began(stages_, stage) == version;
      add(version, status_moved ? &status : nullptr, stage_moved ? &stage : nullptr);
    }
    add_present();
    if (lifespan_.deleted) {
      timeline_.deleted = to_string(date_of(history_.commits[*lifespan_.deleted].time));
    }
    timeline_.statuses = drawn(statuses_);
    timeline_.stages = drawn(stages_);
    return std::move(timeline_);
  }

 private:
  static std::size_t began(const std::vector<Tenure>& tenures, std::size_t at) {
    return at < tenures.size() ? tenures[at].version : std::numeric_limits<std::size_t>::max();
  }

  // What one version changed. How long it took is told of the status, when both moved.
  void add(std::size_t version, std::size_t* status, std::size_t* stage) {
    const Landing& landing = history_.commits[lifespan_.versions[version].commit];
    TimelineEntry entry;
    entry.day = date_of(landing.time);
    entry.author = landing.author;
    entry.commit = landing.id.brief();
    entry.release = lifespan_.versions[version].snapshot->latest_milestone;
    entry.first = timeline_.entries.empty();
    if (!entry.first) entry.what = "→ ";
    if (const auto day = template_of(lifespan_.versions[version]); day && day != template_) {
      entry.template_of = template_ = day;
    }
    if (status) {
      entry.what += statuses_[*status].value;
      tell(entry, statuses_, *status, status_days_, &rule_status_move);
      ++*status;
    }
    if (stage) {
      if (status) entry.what += " ";
      entry.what += stages_[*stage].value;
      if (!entry.days) tell(entry, stages_, *stage, stage_days_, &rule_stage_move);
      ++*stage;
    }
    timeline_.entries.push_back(std::move(entry));
  }

  // When the template that the version was written for came to be.
  std::optional<Date> template_of(const ProposalVersion& version) const {
    const auto read = [&](const Oid& blob) -> std::shared_ptr<const Source> {
      auto bytes = git_.read_blob(blob, kLimits.document_bytes);
      if (!bytes) return nullptr;
      return std::make_shared<const Source>(version.path, std::move(*bytes));
    };
    if (version.document.is_zero()) return std::nullopt;
    const auto document = read(version.document);
    if (!document) return std::nullopt;
    const bool apart = version.metadata != version.document;
    const Proposal proposal =
        read_proposal(process_, document, apart ? read(version.metadata) : nullptr);
    const Judgement judgement = judge_.judge(proposal, {});
    const auto& versions = judgement.kind->lineage.versions;
    if (judgement.version >= versions.size()) return std::nullopt;
    return versions[judgement.version].date;
  }

  std::vector<TimelineTenure> drawn(const std::vector<Tenure>& tenures) const {
    std::vector<TimelineTenure> spans;
    for (const Tenure& tenure : tenures) {
      const Date until = std::max(tenure.from, tenure.until.value_or(timeline_.today));
      spans.push_back({tenure.value, tenure.from, until});
    }
    return spans;
  }

  using RuleMove = MoveRuling (*)(const Process&, std::string_view, std::string_view);

  // How long it was what it had been before.
  void tell(TimelineEntry& entry, const std::vector<Tenure>& tenures, std::size_t at,
            const Durations& durations, RuleMove rule) const {
    if (at == 0) return;
    const Tenure& before = tenures[at - 1];
    const Tenure& tenure = tenures[at];
    entry.days = std::max(0, days_between(before.from, tenure.from));
    const std::vector<int>& alike = durations.between(before.value, tenure.value);
    constexpr std::size_t kEnough = 3;
    if (alike.size() >= kEnough) entry.median = percentile(alike, kHalf);
    entry.back = rule(process_, before.value, tenure.value).legality == Legality::kReason;
  }

  // How many releases have gone by since that of its stage.
  void add_linger() {
    const Snapshot* const latest = lifespan_.latest();
    const auto& releases = workspace_.calendar();
    if (!latest || lifespan_.deleted || !releases) return;
    std::vector<NamedReleases> named;
    for (const Lifespan& lifespan : history_.lifespans) {
      if (lifespan.latest() && !lifespan.deleted)
        named.push_back(named_by(metadata_state_of(*lifespan.latest())));
    }
    const Cycles cycles(dated_releases(process_.calendar, *releases), named,
                        start_of(timeline_.today));
    const States states(process_);
    const auto lingering = Watch(process_, states, cycles).permanent(metadata_state_of(*latest));
    if (lingering) timeline_.releases_in_state = lingering->releases;
  }

  // It is what it became last: "beta", or "provisional" while it has no stage.
  void add_present() {
    if (statuses_.empty()) return;
    const Status* const status = process_.find_status(statuses_.back().value);
    timeline_.over = (status && status->closed) || lifespan_.deleted.has_value();
    const bool by_stage =
        !timeline_.over && !stages_.empty() && stages_.back().version >= statuses_.back().version;
    const Tenure& last = by_stage ? stages_.back() : statuses_.back();
    timeline_.state = last.value;
    timeline_.days_in_state = std::max(0, days_between(last.from, timeline_.today));
    const std::vector<int>& others = (by_stage ? stage_days_ : status_days_).in(last.value);
    if (others.empty()) return;
    const auto shorter = std::ranges::lower_bound(others, timeline_.days_in_state) - others.begin();
    timeline_.longer_than = static_cast<int>(100 * shorter / std::ssize(others));
  }

  static constexpr int kHalf = 50;

  const Workspace& workspace_;
  const Process& process_;
  const Git& git_;
  const History& history_;
  const Lifespan& lifespan_;
  const Judge judge_;
  const std::vector<Tenure> statuses_, stages_;
  const Durations status_days_, stage_days_;
  std::optional<Date> template_;
  Timeline timeline_;
};

// What git knows of the proposals, when it is known which files these are.
Result<const Past*> past_of(const Workspace& workspace) {
  if (!workspace.recognised()) return failure(not_recognised(workspace.options().directory));
  TRY(const Past& past, workspace.past());
  return &past;
}

}  // namespace

Result<Workspace::Pointer> open_with_history(WorkspaceOptions options, Instant now) {
  TRY(const auto git, Git::find(options.directory));
  if (!git) return failure(without_git(options.directory));
  TRY(const auto head, git->head());
  if (!head) return failure("the git repository has no commits yet");
  options.bare = true;
  return Workspace::open(std::move(options), now);
}

Result<Timeline> make_timeline(const Workspace& workspace, const TimelineOptions& options) {
  TRY(const Past* const past, past_of(workspace));
  const auto lifespan_of = [&](const std::string& subject) {
    const std::string number = plain_number(subject);
    return past->history.find(number.empty() ? subject : number);
  };
  std::string subject = options.subject;
  const Lifespan* lifespan = workspace.is_query({subject}) ? nullptr : lifespan_of(subject);
  // A number or path that is no more may be known to git alone; the rest is for who selects.
  if (!lifespan && plain_number(subject).empty()) {
    TRY(const auto selection, workspace.select_one(subject));
    subject = called(*selection.proposals.front().card);
    lifespan = lifespan_of(subject);
  }
  if (!lifespan) {
    return failure(fmt::format("git knows no proposal {}", subject), ErrorKind::kNotFound);
  }
  TRY(const auto git, past->open_git());
  return TimelineMaker(workspace, *past, git, *lifespan).make();
}

Result<MoveList> list_moves(const Workspace& workspace, const MovesOptions& options) {
  TRY(const Past* const past, past_of(workspace));
  MoveList list;
  list.notes = past->notes();
  for (const Lifespan& lifespan : past->history.lifespans) {
    for (const HistoryMove& move : moves_of(lifespan)) {
      const ProposalVersion& version = lifespan.versions[move.version];
      const Landing& landing = past->history.commits[version.commit];
      const Date day = date_of(landing.time);
      if (options.since && day < *options.since) continue;
      list.moves.push_back({ref_of(lifespan, version.path), move.field, move.from, move.to,
                            landing.id.hex(), landing.author, day});
    }
  }
  std::ranges::stable_sort(list.moves, {}, &MoveLine::day);
  return list;
}

}  // namespace milepost::history
