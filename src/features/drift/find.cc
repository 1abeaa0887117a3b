#include "features/drift/find.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "base/edits.h"
#include "base/limits.h"
#include "base/named_path.h"
#include "base/parallel.h"
#include "base/utf8.h"
#include "features/track/track.h"
#include "workspace/examine.h"
#include "workspace/gate_judge.h"

namespace milepost::drift {

namespace {

Result<FeatureGates> read_gates(const Workspace& workspace, const DriftOptions& options) {
  std::vector<std::shared_ptr<const Source>> sources;
  for (const std::string& file : options.gates) {
    const std::string path = file.starts_with('/') ? file : workspace.here() + "/" + file;
    TRY(auto source,
        within(file, read_named(path, file, kLimits.document_bytes, workspace.root())));
    if (utf8::looks_binary(source->text())) return failure(file + ": is no text");
    sources.push_back(std::move(source));
  }
  FeatureGates gates(std::move(sources));
  if (!options.gates.empty() && gates.all().empty()) {
    return failure(fmt::format(
        "{}: no feature gate is declared there; give Go source that declares them, or a list with "
        "a name and a stage in each line",
        fmt::join(options.gates, ", ")));
  }
  return gates;
}

class DriftFinder {
 public:
  DriftFinder(const Workspace& workspace, const Selection& selection,
              std::shared_ptr<const Record> record, const StoredEvidence& evidence,
              const Releases& releases, const DriftOptions& options)
      : workspace_(workspace),
        selection_(selection),
        record_(std::move(record)),
        evidence_(evidence),
        releases_(releases),
        options_(options),
        process_(workspace.process()) {}

  void use_gates(const FeatureGates& gates) {
    code_.emplace(DriftCode{gates, fmt::format("{}", fmt::join(options_.gates, ", ")),
                            parse_version(options_.release),
                            components_in_code(process_, workspace_.facts(), gates)});
  }

  Result<DriftRun> find() {
    DriftRun run;
    run.root = workspace_.root();
    run.read_errors = selection_.read_errors;
    run.notes = selection_.notes;
    run.looked_at = selection_.proposals.size();
    std::vector<ProposalState> states(selection_.proposals.size());
    if (record_->store().is_there()) {
      for (std::size_t i = 0; i < states.size(); ++i) {
        TRY(states[i], record_->state_of(*selection_.proposals[i].card));
      }
    }
    std::vector<Result<Compared>> found(states.size());
    // The record is not for several threads at once: issues, which are few, come after.
    parallel_for(states.size(), workspace_.jobs(), [&](std::size_t i) {
      if (!has_issue(states[i])) found[i] = compare(selection_.proposals[i], states[i]);
    });
    for (std::size_t i = 0; i < states.size(); ++i) {
      if (has_issue(states[i])) found[i] = compare_tracked(selection_.proposals[i], states[i]);
      add(selection_.proposals[i], found[i], run);
    }
    return run;
  }

 private:
  struct Compared {
    std::vector<Drift> drifts;
    std::optional<FileChange> fix;
  };

  bool has_issue(const ProposalState& state) const {
    return process_.tracking.present() && !state.tracker.base.empty();
  }

  void add(const Selected& selected, Result<Compared>& found, DriftRun& run) const {
    if (!found) {
      run.read_errors.push_back(
          {workspace_.shown_path(selected.card->path), found.error().message});
    } else if (!found->drifts.empty()) {
      run.proposals.push_back({ref_of(*selected.card, workspace_.repository()),
                               std::move(found->drifts), std::move(found->fix)});
    }
  }

  Result<Compared> compare(const Selected& selected, const ProposalState& state) const {
    if (!selected.card->has_text()) return Compared();  // a candidate says nothing yet
    const Examined examined = examine(selected, {});
    if (!examined.proposal) {
      return failure(examined.read_errors.front().message);
    }
    Compared compared{boxes_of(selected, state, examined), {}};
    std::ranges::move(compare(selected, state, examined), std::back_inserter(compared.drifts));
    TRY(compared.fix, fix_of(selected, examined, compared.drifts));
    return compared;
  }

  // What is done is not ticked any more.
  bool is_open(const Card& card) const {
    const Status* const status = process_.find_status(card.status);
    return status && !status->closed;
  }

  // Boxes that are not as they are computed, of one without a tracking issue.
  std::vector<Drift> boxes_of(const Selected& selected, const ProposalState& state,
                              const Examined& examined) const {
    const Card& card = *selected.card;
    if (!is_open(card)) return {};
    const auto latest = parse_version(card.latest_milestone);
    const Step step = standing_step(card.status, std::string(examined.judgement.stage),
                                    latest ? to_string(*latest) : std::string());
    const GateJudge judge({selected, examined, step, releases_, evidence_, workspace_.now()});
    const Tracker* const tracker = judge.tracker();
    if (!tracker) return {};
    return box_drifts(input_of(selected, state, examined),
                      track::box_drifts(examined.proposal->document, *tracker));
  }

  Result<std::optional<FileChange>> fix_of(const Selected& selected, const Examined& examined,
                                           const std::vector<Drift>& drifts) const {
    std::vector<std::vector<Edit>> edits;
    for (const Drift& drift : drifts) {
      if (drift.kind != DriftKind::kBox) continue;
      edits.push_back({Edit{drift.box, drift.ticked ? "[x]" : "[ ]"}});
    }
    if (edits.empty()) return std::optional<FileChange>();
    TRY(auto path, path_to_write(workspace_.repository(), selected.card->files.document));
    const std::string_view text = examined.proposal->document.text();
    return FileChange{std::move(path), std::string(text), splice(text, edits).text};
  }

  std::vector<Drift> compare(const Selected& selected, const ProposalState& state,
                             const Examined& examined) const {
    const DriftInput input = input_of(selected, state, examined);
    std::vector<Drift> found = review_drifts(input, examined.findings);
    for (Drift& drift : release_drifts(input)) found.push_back(std::move(drift));
    if (code_) {
      for (Drift& drift : code_drifts(input, *code_)) found.push_back(std::move(drift));
    }
    return found;
  }

  Result<Compared> compare_tracked(const Selected& selected, const ProposalState& state) const {
    if (!selected.card->has_text()) return Compared();
    track::TrackOptions options;
    options.release = options_.release;
    TRY(const auto tracked, track::TrackedProposal::make(selected, record_, options));
    TRY(const track::CheckedIssue checked, track::check_issue(*tracked, state, nullptr));
    const Examined& examined = tracked->examined();
    const DriftInput input = input_of(selected, state, examined);
    Compared compared{issue_drifts(input, {*checked.issue, checked.findings, checked.drifts}), {}};
    const auto add = [&](std::vector<Drift> more) {
      std::ranges::move(more, std::back_inserter(compared.drifts));
    };
    if (is_open(*selected.card)) add(box_drifts(input, checked.drifts));
    add(compare(selected, state, examined));
    TRY(compared.fix, fix_of(selected, examined, compared.drifts));
    return compared;
  }

  DriftInput input_of(const Selected& selected, const ProposalState& state,
                      const Examined& examined) const {
    return {process_,
            workspace_.repository(),
            *selected.card,
            workspace_.facts(),
            releases_,
            state,
            std::string(examined.judgement.stage),
            workspace_.now()};
  }

  const Workspace& workspace_;
  const Selection& selection_;
  const std::shared_ptr<const Record> record_;
  const StoredEvidence& evidence_;
  const Releases& releases_;
  const DriftOptions& options_;
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

Result<DriftRun> find_drift(const Workspace& workspace, const DriftOptions& options) {
  TRY(const Selection selection, workspace.select({options.subjects, true}));
  if (selection.workspaces.empty() || !selection.workspaces.front()->recognised()) {
    return failure(not_recognised(workspace.options().directory));
  }
  if (selection.workspaces.size() > 1) return failure("the proposals are of several repositories");
  // A document that lies in no repository is judged in a workspace of its own.
  const Workspace& at = *selection.workspaces.front();
  TRY(const FeatureGates gates, read_gates(workspace, options));
  TRY(const Releases& releases, at.calendar());
  TRY(const auto record, at.record());
  TRY(const StoredEvidence evidence, stored_evidence(at, nullptr));
  DriftFinder finder(at, selection, record, evidence, releases, options);
  if (!options.gates.empty()) finder.use_gates(gates);
  auto run = finder.find();
  if (run && options.subjects.empty()) add_unnamed(at.facts(), gates, *run);
  return run;
}

}  // namespace milepost::drift
