// What each kind of event is: a sentence, and its fields in the order they are written in,
// each with its place in the struct. Encoding, decoding and the table of kinds are made
// from this, in events.cc; nobody else needs it.
#pragma once

#include <string_view>
#include <tuple>
#include <type_traits>

#include "store/event_kinds.h"
#include "store/events.h"

namespace milepost::events {

// A field and what it is in the struct: a pointer to a member, or which text of Tracked.
template <typename Place>
struct Described {
  EventField row;
  Place place;
};

template <typename Place>
constexpr Described<Place> always(std::string_view key, Place place, std::string_view meaning) {
  return {{key, true, meaning}, place};
}

template <typename Place>
constexpr Described<Place> maybe(std::string_view key, Place place, std::string_view meaning) {
  return {{key, false, meaning}, place};
}

template <typename... Fields>
struct Description {
  Topic topic;
  std::string_view meaning;
  std::tuple<Fields...> fields;
};

template <typename... Fields>
constexpr Description<Fields...> kind(Topic topic, std::string_view meaning, Fields... fields) {
  return {topic, meaning, {fields...}};
}

template <typename T>
using For = std::type_identity<T>;

constexpr auto describe(For<Approved>) {
  return kind(Topic::kReview, "Somebody approved the text as it was.",
              always("role", &Approved::role, "as what they approved"),
              maybe("stage", &Approved::stage, "for which stage"),
              always("text", &Approved::text, "the digest of the text, which is kept"),
              maybe("sections", &Approved::sections,
                    "the sections and fields it covers, and the digest of each"),
              maybe("comment", &Approved::comment, "a comment"));
}
constexpr auto describe(For<Withdrew>) {
  return kind(Topic::kReview, "Somebody withdrew an approval of their own.",
              always("role", &Withdrew::role, "as what they had approved"),
              maybe("stage", &Withdrew::stage, "for which stage"),
              maybe("comment", &Withdrew::comment, "why"));
}
constexpr auto describe(For<Concern>) {
  return kind(Topic::kReview, "Somebody raised a concern; the number of the event is its name.",
              maybe("role", &Concern::role, "as what they raised it"),
              maybe("stage", &Concern::stage, "which stage it is about"),
              always("comment", &Concern::comment, "the concern"));
}
constexpr auto describe(For<Resolved>) {
  return kind(Topic::kReview, "A concern is resolved.",
              always("concern", &Resolved::concern, "the number of the event that raised it"),
              maybe("comment", &Resolved::comment, "how"));
}
constexpr auto describe(For<Held>) {
  return kind(Topic::kReview, "Somebody holds the proposal: it does not move until that is lifted.",
              always("comment", &Held::comment, "why"));
}
constexpr auto describe(For<Unheld>) {
  return kind(Topic::kReview, "The hold is lifted.", maybe("comment", &Unheld::comment, "why"));
}
constexpr auto describe(For<Confirmed>) {
  return kind(Topic::kReview,
              "An author confirmed criteria of the proposal's kind, which the metadata has no "
              "field for.",
              always("kind", &Confirmed::kind, "the kind"),
              always("criteria", &Confirmed::criteria, "those that hold, one a line"),
              maybe("comment", &Confirmed::comment, "a comment"));
}

constexpr auto describe(For<Tracked>) {
  return kind(Topic::kTracking,
              "The tracking issue was made, or its texts were changed: those that are there.",
              maybe("title", IssueText::kTitle, "its title"),
              maybe("description", IssueText::kDescription, "what is built, in a line or few"),
              maybe("contact", IssueText::kContact, "whom to ask"),
              maybe("discussion", IssueText::kDiscussion, "where it is discussed"),
              maybe("address", IssueText::kAddress, "where the issue is"),
              maybe("proposed", IssueText::kProposed,
                    "`description`: it was made from the proposal, and nobody has confirmed it"));
}

// Of all kinds about an item of a list.
template <typename T>
constexpr auto of_item(std::string_view meaning, std::string_view comment) {
  return kind(
      Topic::kTracking, meaning, always("list", &T::list, "the list, by its name in the process"),
      maybe("release", &T::release, "the release, where the list belongs to one"),
      always("item", &T::item, "the item, by its key"), maybe("comment", &T::comment, comment));
}
constexpr auto describe(For<Ticked>) {
  return of_item<Ticked>("An item of a list is done.", "a comment");
}
constexpr auto describe(For<Unticked>) {
  return of_item<Unticked>("An item is open again, and so is a time that had begun.", "a comment");
}
constexpr auto describe(For<NotApplicable>) {
  return of_item<NotApplicable>("An item does not apply.", "why");
}
constexpr auto describe(For<Agreed>) {
  return kind(Topic::kTracking, "Somebody gave the approval that an item waits for.",
              always("list", &Agreed::list, "the list, by its name in the process"),
              maybe("release", &Agreed::release, "the release, where the list belongs to one"),
              always("item", &Agreed::item, "the item, by its key"),
              maybe("comment", &Agreed::comment, "a comment"),
              maybe("text", &Agreed::text, "the digest of the text it was given for, if any"),
              maybe("sections", &Agreed::sections,
                    "the sections and fields it covers, and the digest of each"));
}
constexpr auto describe(For<Disagreed>) {
  return of_item<Disagreed>("Somebody took back the approval of an item.", "why");
}
constexpr auto describe(For<Started>) {
  return of_item<Started>("The time begins that must pass until an item is done.", "a comment");
}

constexpr auto describe(For<Labelled>) {
  return kind(Topic::kTracking, "A label was claimed, confirmed or removed.",
              always("label", &Labelled::label, "the label"),
              always("state", &Labelled::state, "`claimed`, `confirmed` or `removed`"),
              maybe("comment", &Labelled::comment, "a comment"));
}
constexpr auto describe(For<TrackerStatus>) {
  return kind(Topic::kTracking, "The issue has another status.",
              always("to", &TrackerStatus::to, "the status"),
              maybe("comment", &TrackerStatus::comment, "a comment"),
              maybe("corrects", &TrackerStatus::corrects,
                    "the status that was set by mistake; without it, the issue moved on"));
}
constexpr auto describe(For<Linked>) {
  return kind(Topic::kTracking, "A pull request is linked, or more is known of one that is.",
              always("kind", &Linked::kind, "what it holds: code, documentation and the like"),
              always("reference", &Linked::reference, "`owner/repo#12`"),
              always("merged", &Linked::merged, "`yes` or `no`"),
              maybe("paths", &Linked::paths, "the files it touches, one a line"),
              maybe("comment", &Linked::comment, "a comment"),
              maybe("state", &Linked::state, "`closed` when it was closed and not merged"));
}
constexpr auto describe(For<Unlinked>) {
  return kind(Topic::kTracking, "A pull request does not hold this after all.",
              always("kind", &Unlinked::kind, "what it was linked for"),
              always("reference", &Unlinked::reference, "`owner/repo#12`"));
}
constexpr auto describe(For<Commented>) {
  return kind(Topic::kTracking, "Somebody commented on the issue.",
              always("comment", &Commented::comment, "the comment"));
}
constexpr auto describe(For<Imported>) {
  return kind(Topic::kTracking,
              "A text of the issue was read or made; the next import is compared with it.",
              maybe("release", &Imported::release, "the release whose ticks it shows"),
              maybe("from", &Imported::from,
                    "the stamp of the copy that was read, or `template`, `metadata`, `document`"),
              always("text", &Imported::text, "the digest of the text, which is kept"),
              maybe("copy", &Imported::copy,
                    "the digest of the copy, where it was merged with the record's text"));
}
constexpr auto describe(For<Announced>) {
  return kind(Topic::kTracking,
              "A number is known before its text is merged, or more is known of it.",
              maybe("title", &Announced::title, "what it is called"),
              maybe("group", &Announced::group, "whose it is"),
              maybe("text", &Announced::text,
                    "where its text is: `owner/repo#12`, or the name of a branch"),
              maybe("comment", &Announced::comment, "a comment"));
}
constexpr auto describe(For<Retracted>) {
  return kind(Topic::kTracking,
              "That a number is known was recorded by mistake: it stands for nothing, and its "
              "issue is gone.",
              maybe("comment", &Retracted::comment, "why"));
}

template <typename T>
constexpr auto of_release(std::string_view meaning, std::string_view comment) {
  return kind(Topic::kRelease, meaning, always("release", &T::release, "the release"),
              maybe("comment", &T::comment, comment));
}
constexpr auto describe(For<OptedIn>) {
  return kind(Topic::kRelease, "The proposal is to be in a release.",
              always("release", &OptedIn::release, "the release"),
              maybe("comment", &OptedIn::comment, "a comment"),
              maybe("stage", &OptedIn::stage, "the stage it is to reach in it"),
              maybe("text", &OptedIn::text,
                    "where that is written while it is not merged: `owner/repo#12`"));
}
constexpr auto describe(For<OptedOut>) {
  return of_release<OptedOut>("The proposal is not to be in a release after all.", "why");
}
constexpr auto describe(For<Removed>) {
  return kind(Topic::kRelease, "The proposal was removed from a release, by hand or at a freeze.",
              always("release", &Removed::release, "the release"),
              maybe("comment", &Removed::comment, "why"),
              maybe("freeze", &Removed::freeze, "the freeze that it did not meet"));
}
constexpr auto describe(For<Restored>) {
  return kind(Topic::kRelease,
              "The proposal was removed or deferred by mistake, and is in the release as before.",
              always("release", &Restored::release, "the release"),
              maybe("comment", &Restored::comment, "why"),
              maybe("freeze", &Restored::freeze, "the freeze, where all of it was undone"));
}
constexpr auto describe(For<Deferred>) {
  return kind(Topic::kRelease, "The proposal was put off to another release.",
              always("release", &Deferred::release, "the release it is taken out of"),
              maybe("to", &Deferred::to, "the release it is to be in instead"),
              always("comment", &Deferred::comment, "why"));
}
constexpr auto describe(For<Met>) {
  return kind(Topic::kRelease, "The proposal had what a freeze asks for when that passed.",
              always("release", &Met::release, "the release"),
              always("freeze", &Met::freeze, "the freeze"),
              maybe("comment", &Met::comment, "a comment"));
}
constexpr auto describe(For<Unmet>) {
  return kind(Topic::kRelease, "That the proposal met a freeze was recorded by mistake.",
              always("release", &Unmet::release, "the release"),
              always("freeze", &Unmet::freeze, "the freeze"),
              maybe("comment", &Unmet::comment, "why"));
}
constexpr auto describe(For<LeftOut>) {
  return kind(Topic::kRelease,
              "A freeze was applied without the proposal, which had not met it and is not removed.",
              always("release", &LeftOut::release, "the release"),
              always("freeze", &LeftOut::freeze, "the freeze"),
              maybe("comment", &LeftOut::comment, "why"));
}
constexpr auto describe(For<Notified>) {
  return kind(Topic::kRelease, "The message about a freeze was posted.",
              always("release", &Notified::release, "the release"),
              always("freeze", &Notified::freeze, "the freeze"),
              maybe("comment", &Notified::comment, "where"));
}

template <typename T>
constexpr auto of_exception(std::string_view meaning, std::string_view until) {
  return kind(Topic::kRelease, meaning, always("release", &T::release, "the release"),
              always("freeze", &T::freeze, "the freeze"), maybe("until", &T::until, until),
              maybe("comment", &T::comment, "why"));
}
constexpr auto describe(For<ExceptionRequested>) {
  return of_exception<ExceptionRequested>("Somebody asked for more time than a freeze gives.",
                                          "until when");
}
constexpr auto describe(For<ExceptionApproved>) {
  return of_exception<ExceptionApproved>(
      "The exception was approved, which brings back a proposal that was removed; the first "
      "decision is final.",
      "until when, if not as was asked");
}
constexpr auto describe(For<ExceptionRejected>) {
  return of_exception<ExceptionRejected>("The exception was rejected; the first decision is final.",
                                         "until when");
}

constexpr auto describe(For<Moved>) {
  return kind(Topic::kName, "What was known by one name is known by another from now on.",
              always("from", &Moved::from, "the stream before: `proposal/design/old.md`"),
              always("to", &Moved::to, "the stream from now on"));
}

template <typename T>
constexpr auto kDescription = describe(For<T>());

}  // namespace milepost::events
