// MP516 change-mixed: one change does several things.
#include <fmt/format.h>

#include "base/strings.h"
#include "proposal/card.h"
#include "rules/all.h"
#include "rules/lifecycle/changes.h"
#include "rules/wording.h"

namespace milepost {

namespace {

// Said once, at the first of them.
void check_several(const ChangeInput& in, const ChangeSide& side, Sink& sink) {
  if (in.touched.size() < 2 || in.touched.front() != side.card.path) return;
  const std::vector<std::string_view> others(in.touched.begin() + 1, in.touched.end());
  const FindingPlace at = place_of(side, side.proposal.metadata->status);
  sink.report(*at.source, at.span,
              fmt::format("the change touches {}, {} too; one change for each is easier to judge",
                          counted(in.touched.size(), "proposal"), listed(others)));
}

void check_rewriting(const ChangeInput& in, Sink& sink) {
  const Moved status = status_move(in);
  const Moved stage = stage_move(in);
  if (!status.any() && !stage.any()) return;
  if (in.before->proposal.document_missing || in.after->proposal.document_missing) return;
  const TextChange change =
      compare_lasting_text(in.process, text_of(*in.before), text_of(*in.after));
  if (!is_rewrite(in.process, change)) return;
  const Metadata& metadata = *in.after->proposal.metadata;
  const Moved& move = status.any() ? status : stage;
  const FindingPlace at = place_of(*in.after, status.any() ? metadata.status : metadata.stage);
  sink.report(*at.source, at.span,
              fmt::format("the change moves the proposal from {} to {} and rewrites {} where "
                          "there were {}; two changes are easier to judge",
                          move.from, move.to, counted(change.lines, "line"), change.of));
}

}  // namespace

void change_mixed(const ChangeInput& in, Sink& sink) {
  check_several(in, in.after ? *in.after : *in.before, sink);
  if (in.before && in.after) check_rewriting(in, sink);
}

}  // namespace milepost
