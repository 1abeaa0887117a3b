#include "features/show/proposal_view.h"

#include <utility>

#include "features/common/query_terms.h"
#include "features/common/route.h"
#include "features/graph/graph.h"
#include "features/history/history.h"
#include "features/log/log.h"
#include "features/move/why.h"
#include "features/show/page.h"
#include "features/track/track.h"
#include "store/record.h"

namespace milepost::show {

namespace {

class Gatherer {
 public:
  Gatherer(const Workspace& workspace, std::string subject, std::size_t most_entries)
      : workspace_(workspace), subject_(std::move(subject)), most_entries_(most_entries) {}

  Result<ProposalView> run(const std::string& to) {
    TRY(view_.page, make_page_despite(workspace_, subject_));
    TRY(view_.tag, proposal_tag(workspace_, card()));
    view_.now = workspace_.now();
    view_.host = host_links(workspace_, card().files.document);
    const std::string& metadata = card().files.metadata;
    view_.edit_metadata =
        metadata.empty() ? view_.host.edit : host_links(workspace_, metadata).edit;
    add_reviews();
    add_gate(to);
    add_tracker();
    add_past();
    add_relations();
    return std::move(view_);
  }

 private:
  const Card& card() const { return view_.page.card; }

  void add_gate(const std::string& to) {
    move::WhyOptions options;
    options.words = {subject_};
    options.to = to;
    auto gate = move::why(workspace_, options);
    if (gate && !gate->proposals.empty()) {
      view_.gate = std::move(*gate);
    } else if (!gate) {
      view_.no_gate = gate.error().message;
    }
  }

  void add_reviews() {
    if (auto given = review::given_approvals(workspace_, subject_)) {
      view_.approvals = std::move(*given);
    }
    const auto& record = workspace_.record();
    if (!record || !(*record)->store().is_there()) return;
    if (auto state = (*record)->state_of(card())) view_.state = std::move(*state);
  }

  void add_tracker() {
    if (!track::need_tracking(workspace_.process())) return;
    track::ShowTrackerOptions options;
    options.subject = subject_;
    auto tracker = track::show_tracker(workspace_, options);
    if (tracker) {
      view_.tracker = std::move(*tracker);
    } else {
      view_.no_tracker = tracker.error().message;
    }
  }

  void add_past() {
    if (auto timeline = history::make_timeline(workspace_, {subject_})) {
      view_.timeline = std::move(*timeline);
    }
    if (auto log = log::log_proposal(workspace_, {subject_, {}, {0, most_entries_}})) {
      view_.log = std::move(*log);
    }
    const auto& past = workspace_.past();
    const Lifespan* const lifespan = past ? past->history.find(called(card())) : nullptr;
    if (!lifespan) return;
    view_.versions = lifespan->versions.size();
    view_.changed = past->history.commits[lifespan->versions.back().commit].time;
  }

  void add_relations() {
    if (view_.page.relations.empty()) return;
    auto graph = graph::relations_graph(workspace_, {query_term(card()), ""});
    if (graph && !graph->edges.empty()) view_.graph = std::move(*graph);
  }

  const Workspace& workspace_;
  const std::string subject_;
  const std::size_t most_entries_;
  ProposalView view_;
};

}  // namespace

Result<ProposalView> view_proposal(const Workspace& workspace, const std::string& subject,
                                   const std::string& to, std::size_t most_entries) {
  return Gatherer(workspace, subject, most_entries).run(to);
}

}  // namespace milepost::show
