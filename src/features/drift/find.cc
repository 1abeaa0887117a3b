#include "features/drift/find.h"

#include <fmt/format.h>

#include "base/files.h"
#include "base/limits.h"
#include "base/parallel.h"
#include "base/utf8.h"
#include "features/track/track.h"
#include "workspace/calendar.h"
#include "workspace/examine.h"
#include "workspace/plan.h"

namespace milepost::drift {

namespace {

track::TrackRequest track_request(const DriftRequest& request) {
  track::TrackRequest track;
  track.directory = request.directory;
  track.process = request.process;
  track.store = request.store;
  track.release = request.release;
  track.now = request.now;
  return track;
}

Result<FeatureGates> read_gates(const DriftRequest& request) {
  std::vector<std::shared_ptr<const Source>> sources;
  for (const std::string& file : request.gates) {
    const std::string path = file.starts_with('/') ? file : request.directory + "/" + file;
    auto source = read_source(path, file, kLimits.document_bytes);
    if (!source) return tl::unexpected(std::move(source.error()).within(file));
    if (utf8::looks_binary((*source)->text())) return failure(file + ": is no text");
    sources.push_back(std::move(*source));
  }
  FeatureGates gates(std::move(sources));
  if (!request.gates.empty() && gates.all().empty()) {
    return failure(fmt::format(
        "{}: no feature gate is declared there; give Go source that declares them, or a list with "
        "a name and a stage in each line",
        fmt::join(request.gates, ", ")));
  }
  return gates;
}

class DriftFinder {
 public:
  DriftFinder(const DriftRequest& request, std::shared_ptr<const Plan> plan,
              std::shared_ptr<RecordBook> book, const Releases& releases)
      : request_(request),
        plan_(std::move(plan)),
        book_(std::move(book)),
        releases_(releases),
        at_(*plan_->workspaces.front()),
        process_(at_.process()) {}

  void use_gates(const FeatureGates& gates) {
    code_.emplace(DriftCode{gates, fmt::format("{}", fmt::join(request_.gates, ", ")),
                            parse_version(request_.release),
                            components_in_code(process_, at_.facts(), gates)});
  }

  Result<DriftRun> find() {
    DriftRun run;
    run.troubles = plan_->troubles;
    run.notes = plan_->notes;
    run.looked_at = plan_->proposals.size();
    std::vector<ProposalState> states(plan_->proposals.size());
    if (book_->store().is_there()) {
      for (std::size_t i = 0; i < states.size(); ++i) {
        auto state = book_->state_of(*plan_->proposals[i].card);
        if (!state) return tl::unexpected(std::move(state.error()));
        states[i] = std::move(*state);
      }
    }
    std::vector<Result<std::vector<Drift>>> found(states.size());
    // The record is not for several threads at once: issues, which are few, come after.
    parallel_for(states.size(), request_.jobs, [&](std::size_t i) {
      if (!has_issue(states[i])) found[i] = compare(plan_->proposals[i], states[i]);
    });
    for (std::size_t i = 0; i < states.size(); ++i) {
      if (has_issue(states[i])) found[i] = compare_tracked(plan_->proposals[i], states[i]);
      add(plan_->proposals[i], found[i], run);
    }
    return run;
  }

 private:
  bool has_issue(const ProposalState& state) const {
    return process_.tracking.present() && !state.tracker.base.empty();
  }

  void add(const Selected& task, Result<std::vector<Drift>>& found, DriftRun& run) const {
    const std::string path = at_.repository().shown_path(task.card->path);
    if (!found) {
      run.troubles.push_back({path, found.error().message});
    } else if (!found->empty()) {
      run.proposals.push_back({task.card->number, task.card->title, path, std::move(*found)});
    }
  }

  Result<std::vector<Drift>> compare(const Selected& task, const ProposalState& state) const {
    const Examined examined = examine(task, {});
    if (!examined.proposal) {
      return failure(examined.troubles.front().message);
    }
    return compare(task, state, examined);
  }

  std::vector<Drift> compare(const Selected& task, const ProposalState& state,
                             const Examined& examined) const {
    const DriftInput input = input_of(task, state, examined);
    std::vector<Drift> found = review_drifts(input, examined.findings);
    for (Drift& drift : release_drifts(input)) found.push_back(std::move(drift));
    if (code_) {
      for (Drift& drift : code_drifts(input, *code_)) found.push_back(std::move(drift));
    }
    return found;
  }

  Result<std::vector<Drift>> compare_tracked(const Selected& task,
                                             const ProposalState& state) const {
    auto tracked = track::TrackedProposal::open(track_request(request_), plan_, task, book_);
    if (!tracked) return tl::unexpected(std::move(tracked.error()));
    const auto checked = track::check_issue(**tracked, state, nullptr);
    if (!checked) return tl::unexpected(checked.error());
    const Examined& examined = (*tracked)->examined();
    std::vector<Drift> found = issue_drifts(input_of(task, state, examined),
                                            {*checked->issue, checked->findings, checked->drifts});
    for (Drift& drift : compare(task, state, examined)) found.push_back(std::move(drift));
    return found;
  }

  DriftInput input_of(const Selected& task, const ProposalState& state,
                      const Examined& examined) const {
    return {process_,
            at_.repository(),
            *task.card,
            at_.facts(),
            releases_,
            state,
            std::string(examined.judgement.stage),
            request_.now};
  }

  const DriftRequest& request_;
  std::shared_ptr<const Plan> plan_;
  std::shared_ptr<RecordBook> book_;
  const Releases& releases_;
  const Workspace& at_;
  const Process& process_;
  std::optional<DriftCode> code_;
};

void add_unnamed(const Facts& facts, const FeatureGates& gates, DriftRun& run) {
  for (const CodeGate* gate : unnamed_gates(facts, gates)) {
    const Position at = gate->source->position(gate->span.begin);
    run.unnamed.push_back({gate->name,
                           gate->entries.empty() ? std::string() : gate->entries.back().stage,
                           {gate->source->path(), at.line, at.column}});
  }
}

}  // namespace

Result<DriftRun> find_drift(const DriftRequest& request) {
  CheckRequest check = track::track_plan(track_request(request));
  check.paths = request.subjects;
  check.whole = true;
  check.jobs = request.jobs;
  auto plan = make_plan(check);
  if (!plan) return tl::unexpected(std::move(plan.error()));
  if (plan->workspaces.empty() || !plan->workspaces.front()->recognised()) {
    return failure(not_recognised(request.directory));
  }
  if (plan->workspaces.size() > 1) return failure("the proposals are of several repositories");
  const auto gates = read_gates(request);
  if (!gates) return tl::unexpected(gates.error());
  const Repository& repository = plan->workspaces.front()->repository();
  const auto releases = read_releases(repository);
  if (!releases) return tl::unexpected(releases.error());
  auto book = RecordBook::open(repository, request.store, Access::kRead, request.now);
  if (!book) return tl::unexpected(std::move(book.error()));
  const auto kept = std::make_shared<const Plan>(std::move(*plan));
  DriftFinder finder(request, kept, std::make_shared<RecordBook>(std::move(*book)), *releases);
  if (!request.gates.empty()) finder.use_gates(*gates);
  auto run = finder.find();
  if (run && request.subjects.empty()) {
    add_unnamed(kept->workspaces.front()->facts(), *gates, *run);
  }
  return run;
}

}  // namespace milepost::drift
