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
Result<void> move_recorded(const Promotion& promotion, const WhyRequest& request) {
  const auto repository = look_at_repository(request.directory);
  if (!repository) return tl::unexpected(repository.error());
  const auto read = RecordBook::open(*repository, request.store, Access::kRead);
  if (!read) return tl::unexpected(read.error());
  const auto events = read->events_of(promotion.old_stream);
  if (!events) return tl::unexpected(events.error());
  if (events->empty()) return {};
  auto book = RecordBook::open(*repository, request.store, Access::kWrite);
  if (!book) return tl::unexpected(std::move(book.error()));
  auto mover = find_identity(*repository->process, promotion.root, request.mover);
  return book->move(promotion.old_stream, promotion.new_stream,
                    {std::move(mover).value_or(std::string()), request.now});
}

std::vector<std::string> closing(const GateVerdict& gate) {
  std::vector<std::string> ids;
  for (const Verdict& verdict : gate.conditions) {
    if (verdict.closes()) ids.push_back(verdict.id);
  }
  return ids;
}

}  // namespace

Result<Promotion> plan_promotion(const PromoteRequest& request) {
  WhyRequest why = request.why;
  auto reason = on_one_line(why.reason);
  if (!reason) return tl::unexpected(std::move(reason.error()));
  why.reason = std::move(*reason);
  if (request.override_gate && why.reason.empty()) {
    return failure("--override needs a --reason, which is written down with the move");
  }
  auto plan = plan_one(as_check(why));
  if (!plan) return tl::unexpected(std::move(plan.error()));
  const Selected& task = plan->proposals.front();
  const auto known = read_known(task.at->repository(), why.store, why.now, task.card);
  if (!known) return tl::unexpected(known.error());
  const Process& process = task.at->process();
  auto mover = find_identity(process, task.at->repository().root, why.mover);
  if (!mover) return tl::unexpected(std::move(mover.error()));
  why.mover = std::move(*mover);
  const auto step = plan_step(process, *task.card, why.to, why.release);
  if (!step) return tl::unexpected(step.error());
  const Examined examined = examine(task, step->to_stage, step->to_status);
  auto gate = judge_examined(task, examined, *step, *known, why.now, {why.reason, why.mover});
  if (!gate) return tl::unexpected(std::move(gate.error()));

  Promotion promotion;
  promotion.root = task.at->repository().root;
  promotion.run = gate_run(task, std::move(*gate), why.now);
  const std::string place = final_place_of(process, *task.card, step->to_stage);
  const bool there = is_there(process, *task.card, *step);
  if (there && place.empty()) return promotion;
  const GateVerdict& judged = promotion.run.proposals.front().gate;
  promotion.refused = stays_closed(judged) || (!judged.open() && !request.override_gate);
  if (promotion.refused) return promotion;
  if (!judged.open()) promotion.overridden = closing(judged);

  bool noted = false;
  if (!there) {
    auto changes =
        move_edits(task, examined, *step,
                   {date_of(why.now), why.mover, why.reason, promotion.overridden}, noted);
    if (!changes) return tl::unexpected(std::move(changes.error()));
    promotion.changes = std::move(*changes);
  }
  if (!noted && !why.reason.empty()) {
    promotion.reason_lost = process.history.empty()
                                ? "the process has no section for it"
                                : fmt::format("the document has no \"{}\"", process.history);
  }
  if (!place.empty()) {
    auto moved = relocate(*task.at, *task.card, place, promotion.changes);
    if (!moved) return tl::unexpected(std::move(moved.error()));
    if (task.card->number.empty()) {
      promotion.old_stream = stream_of(*task.card);
      promotion.new_stream = stream_named(place);
    }
  }
  std::ranges::sort(promotion.changes, {}, &FileChange::path);
  return promotion;
}

Result<void> make_promotion(const Promotion& promotion, const PromoteRequest& request) {
  auto made = apply_changes(promotion.root, promotion.changes);
  if (!made || promotion.old_stream.empty()) return made;
  auto followed = move_recorded(promotion, request.why);
  if (followed) return {};
  if (auto undone = apply_changes(promotion.root, reversed(promotion.changes)); !undone) {
    return tl::unexpected(std::move(followed.error()).within(undone.error().message));
  }
  return followed;
}

}  // namespace milepost::move
