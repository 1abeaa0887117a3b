#include "features/move/promote.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "base/utf8.h"
#include "features/move/edits.h"
#include "features/move/model.h"
#include "features/move/relocate.h"
#include "proposal/milestones.h"
#include "store/record.h"
#include "workspace/examine.h"
#include "workspace/gate_judge.h"
#include "workspace/identity.h"

namespace milepost::move {

namespace {

constexpr std::size_t kLongestReason = 1000;

// A reason is part of one line of a list: nothing in it ends the line, begins a
// comment, a tag or a mark of debate, or turns text around.
Result<std::string> on_one_line(std::string_view text) {
  text = trim(text);
  if (utf8::find_invalid(text) != text.npos) return failure("the reason is not UTF-8");
  if (text.size() > kLongestReason) {
    return failure(fmt::format("the reason has {} bytes; one line has room for {}", text.size(),
                               kLongestReason));
  }
  std::string line;
  while (!text.empty()) {
    const utf8::Decoded decoded = utf8::decode(text);
    const char32_t c = decoded.code_point;
    const char next = text.size() > 1 ? text[1] : ' ';
    const bool blank = c <= U' ' || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029;
    if (blank) {
      if (!line.empty() && !line.ends_with(' ')) line += ' ';
    } else if (c == U'<' &&
               (is_alpha(next) || std::string_view("!?/<[").find(next) != std::string_view::npos)) {
      line += "&lt;";
    } else {
      append_printable(line, decoded, text.substr(0, decoded.length));
    }
    text.remove_prefix(decoded.length);
  }
  return std::string(trim(line));
}

// Whether the metadata says already what the step would make it say.
bool is_there(const Process& process, const Card& card, const Step& step) {
  if (step.from_status != step.to_status || step.from_stage != step.to_stage) return false;
  if (step.release.empty() || !process.field(FieldRole::kMilestones)) return true;
  const auto planned = milestone_of(process, *card.metadata, step.to_stage);
  return planned && planned->version == parse_version(step.release);
}

// Only the gate can be passed over: not who may, and not where the process goes.
bool stays_closed(const GateVerdict& gate) {
  const auto forbids = [](const Verdict& verdict) {
    return verdict.kind == VerdictKind::kMover && verdict.closes();
  };
  return gate.illegal || std::ranges::any_of(gate.conditions, forbids);
}

// Where nothing is recorded of it, there is nothing to follow.
Result<void> move_recorded(const Promotion& promotion) {
  const Workspace& workspace = *promotion.workspace;
  TRY(const auto& read, workspace.record());
  TRY(const auto events, read->events_of(promotion.old_stream));
  if (events.empty()) return {};
  TRY(const auto record, workspace.open_record(Access::kWrite));
  return record->move(promotion.old_stream, promotion.new_stream,
                      {promotion.mover, workspace.now()});
}

std::vector<std::string> closing(const GateVerdict& gate) {
  std::vector<std::string> ids;
  for (const Verdict& verdict : gate.conditions) {
    if (verdict.closes()) ids.push_back(verdict.id);
  }
  return ids;
}

}  // namespace

Result<Promotion> plan_promotion(const Workspace& workspace, const PromoteOptions& options) {
  const WhyOptions& why = options.why;
  TRY(const auto reason, on_one_line(why.reason));
  if (options.override_gate && reason.empty()) {
    return failure("--override needs a --reason, which is written down with the move");
  }
  TRY(const auto selection, workspace.select_one(why.words.front()));
  const Selected& selected = selection.proposals.front();
  const Card& card = *selected.card;
  TRY(const auto evidence, stored_evidence(*selected.at, selected.card));
  const Process& process = selected.at->process();
  Promotion promotion;
  promotion.workspace = selected.at->shared_from_this();
  TRY(promotion.mover, find_identity(process, selected.at->root(), why.mover));
  TRY(const auto step, plan_step(process, card, why.to, why.release));
  const Examined examined = examine(selected, step.to_stage, step.to_status);
  TRY(auto gate, judge_gate(selected, examined, step, evidence, {reason, promotion.mover}));
  promotion.run = gate_run(selected, std::move(gate));
  const std::string place = final_place_of(process, card, step.to_stage);
  const bool there = is_there(process, card, step);
  if (there && place.empty()) return promotion;
  const GateVerdict& judged = promotion.run.proposals.front().gate;
  promotion.refused = stays_closed(judged) || (!judged.open() && !options.override_gate);
  if (promotion.refused) return promotion;
  if (!judged.open()) promotion.overridden = closing(judged);

  bool noted = false;
  if (!there) {
    const MoveNote note{selected.at->today(), promotion.mover, reason, promotion.overridden};
    TRY(promotion.changes, move_edits(selected, examined, step, note, noted));
  }
  if (!noted && !reason.empty()) {
    promotion.reason_lost = process.history.empty()
                                ? "the process has no section for it"
                                : fmt::format("the document has no \"{}\"", process.history);
  }
  if (!place.empty()) {
    TRY(relocate(*selected.at, card, place, promotion.changes));
    if (card.number.empty()) {
      promotion.old_stream = stream_of(card);
      promotion.new_stream = stream_named(place);
    }
  }
  std::ranges::sort(promotion.changes, {}, &FileChange::path);
  return promotion;
}

Result<void> make_promotion(const Promotion& promotion) {
  const std::string& root = promotion.workspace->root();
  TRY(apply_changes(root, promotion.changes));
  if (promotion.old_stream.empty()) return {};
  auto followed = move_recorded(promotion);
  if (followed) return {};
  if (auto undone = apply_changes(root, reversed(promotion.changes)); !undone) {
    return tl::unexpected(std::move(followed.error()).within(undone.error().message));
  }
  return followed;
}

}  // namespace milepost::move
