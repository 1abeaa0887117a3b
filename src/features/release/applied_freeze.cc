#include "features/release/applied_freeze.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/date.h"
#include "store/events.h"
#include "store/proposal_state.h"

namespace milepost::release {

namespace {

using Outcome = AppliedFreeze::Outcome;

// Follows the events of one proposal.
class Follower {
 public:
  Follower(std::string_view release, std::string_view freeze)
      : release_(release), freeze_(freeze) {}

  void follow(const Event& event) {
    const auto known = events::decode_of_proposal(event);
    if (!known) return;
    event_ = &event;
    std::visit(*this, *known);
  }

  template <typename T>
  void operator()(const T& /*of no concern*/) {}
  void operator()(const events::Met& met) {
    if (met.release != release_) return;
    if (met.freeze != freeze_) return note_since();
    if (found_.outcome != Outcome::kMet) stand(Outcome::kMet);
  }
  void operator()(const events::Unmet& unmet) {
    if (is_this(unmet) && found_.outcome == Outcome::kMet) stand(Outcome::kNone);
    forget_since([&](const Event& event) {
      const auto met = events::decode<events::Met>(event);
      return met && met->release == unmet.release && met->freeze == unmet.freeze;
    });
  }
  void operator()(const events::Removed& removed) {
    if (removed.release != release_) return;
    found_.exempt = nullptr;
    if (removed.freeze != freeze_) return note_since();
    stand(Outcome::kRemoved);
  }
  void operator()(const events::Restored& restored) {
    if (restored.release != release_) return;
    forget_since([](const Event& event) {
      return event.kind == events::Removed::kKind || event.kind == events::Deferred::kKind;
    });
    if (found_.outcome != Outcome::kRemoved) return;
    stand(Outcome::kNone);
    found_.exempt = restored.freeze.empty() ? event_ : nullptr;
  }
  void operator()(const events::LeftOut& left_out) {
    if (is_this(left_out)) found_.exempt = event_;
  }
  void operator()(const events::Notified& notified) {
    if (is_this(notified)) found_.notified = event_;
  }
  void operator()(const events::Deferred& deferred) { note_since(deferred.release); }
  void operator()(const events::OptedOut& out) { note_since(out.release); }
  void operator()(const events::ExceptionRequested& asked) { note_exception(asked); }
  void operator()(const events::ExceptionApproved& approved) { note_exception(approved); }
  void operator()(const events::ExceptionRejected& rejected) { note_exception(rejected); }

  AppliedFreeze found() const {
    AppliedFreeze found = found_;
    if (!since_.empty()) found.since = since_.front();
    return found;
  }

 private:
  template <typename T>
  bool is_this(const T& event) const {
    return event.release == release_ && event.freeze == freeze_;
  }
  void stand(Outcome outcome) {
    found_.outcome = outcome;
    found_.applied = outcome == Outcome::kNone ? nullptr : event_;
    since_.clear();
  }
  void note_since() {
    if (found_.applied) since_.push_back(event_);
  }
  // What was undone itself keeps nothing from being undone.
  template <typename Is>
  void forget_since(const Is& is) {
    std::erase_if(since_, [&](const Event* event) { return is(*event); });
  }
  void note_since(std::string_view release) {
    if (release == release_) note_since();
  }
  // One to any freeze brings back what was removed.
  void note_exception(const events::OfException& exception) {
    if (found_.outcome == Outcome::kRemoved || exception.freeze == freeze_) {
      note_since(exception.release);
    }
  }

  const std::string_view release_, freeze_;
  const Event* event_ = nullptr;
  AppliedFreeze found_;
  std::vector<const Event*> since_;  // that stand
};

std::string what_text(const Event& event) {
  if (event.kind == events::ExceptionRequested::kKind) return "an exception was asked for";
  if (event.kind == events::ExceptionApproved::kKind) return "an exception was approved";
  if (event.kind == events::ExceptionRejected::kKind) return "an exception was rejected";
  if (event.kind == events::OptedOut::kKind) return "it was opted out";
  if (event.kind == events::Deferred::kKind) return "it was deferred";
  const auto met = events::decode<events::Met>(event);
  if (met) return fmt::format("the {} was applied", met->freeze);
  const auto removed = events::decode<events::Removed>(event);
  if (removed && !removed->freeze.empty()) {
    return fmt::format("the {} was applied, which removed it,", removed->freeze);
  }
  return "it was removed";
}

}  // namespace

AppliedFreeze applied_freeze(std::span<const Event> events, std::string_view release,
                             std::string_view freeze) {
  Follower follower(release, freeze);
  for (const Event& event : events) follower.follow(event);
  return follower.found();
}

std::string comment_of(const Event& event) {
  const auto found = std::ranges::find(event.fields, "comment", &EventFields::value_type::first);
  return found == event.fields.end() ? std::string() : found->second;
}

std::string by_text(const Event& event) {
  return action_text({event.by, event.claimed, event.time, {}});
}

std::string since_text(const Event& event) {
  return fmt::format("{} {}", what_text(event), by_text(event));
}

}  // namespace milepost::release
