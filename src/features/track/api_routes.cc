// Tracking issues over HTTP: items, labels and comments.
#include <array>

#include "features/common/api.h"
#include "features/track/track.h"
#include "features/track/tracker_json.h"

namespace milepost::track {

namespace {

using TellOfTracker = Json (*)(const TrackerPage&);

http::Response tracker_answer(const http::Request& request, const Visit& visit, bool comments,
                              TellOfTracker tell) {
  return api::about_proposal(request, visit, [&](const Workspace& workspace, const Card& card) {
    ShowTrackerOptions options;
    options.subject = api::subject_of(workspace, card);
    options.release = request.query.get("release");
    options.comments = comments;
    return show_tracker(workspace, options).map([&](const TrackerPage& page) {
      return json_text(tell(page));
    });
  });
}

http::Response tracking_answer(const http::Request& request, const Visit& visit) {
  return tracker_answer(request, visit, request.query.has("comments"), tracker_json);
}

http::Response labels_answer(const http::Request& request, const Visit& visit) {
  return tracker_answer(request, visit, false, [](const TrackerPage& page) -> Json {
    return {{"labels", tracker_json(page)["labels"]}};
  });
}

http::Response comments_answer(const http::Request& request, const Visit& visit) {
  return tracker_answer(request, visit, true, [](const TrackerPage& page) -> Json {
    return {{"comments", tracker_json(page)["commentTexts"]}};
  });
}

std::string outcome_text(const TrackOutcome& outcome) {
  return json_text({{"done", outcome.message}, {"already", outcome.events.empty()}});
}

template <typename Options>
http::Response record(const http::Request& request, const Visit& visit, const Options& given,
                      Result<TrackOutcome> (*action)(const Workspace&, const Options&)) {
  return api::change_proposal(request, visit, [&](const Workspace& workspace, const Card& card) {
    Options options = given;
    options.subject = api::subject_of(workspace, card);
    options.person = visit.visitor.handle;
    return action(workspace, options).map(outcome_text);
  });
}

constexpr std::array<std::pair<std::string_view, ItemAction>, 5> kItemActions = {{
    {"tick", ItemAction::kTick},
    {"untick", ItemAction::kUntick},
    {"not-applicable", ItemAction::kNotApplicable},
    {"approve", ItemAction::kAgree},
    {"withdraw", ItemAction::kDisagree},
}};

http::Response mark(const http::Request& request, const Visit& visit) {
  api::Body body(request);
  MarkOptions options;
  options.item = body.needed_text("item");
  const std::string word = body.needed_text("action");
  const auto found =
      std::ranges::find(kItemActions, word, &std::pair<std::string_view, ItemAction>::first);
  if (found != kItemActions.end()) {
    options.action = found->second;
  } else if (!word.empty()) {
    body.refuse("action", "is none of tick, untick, not-applicable, approve, withdraw");
  }
  options.release = body.text("release");
  options.comment = body.text("comment");
  if (auto wrong = body.wrong()) return *wrong;
  return record(request, visit, options, mark_item);
}

http::Response add_label(const http::Request& request, const Visit& visit) {
  api::Body body(request);
  LabelOptions options;
  options.label = body.needed_text("label");
  options.comment = body.text("comment");
  if (auto wrong = body.wrong()) return *wrong;
  return record(request, visit, options, set_label);
}

http::Response remove_label(const http::Request& request, const Visit& visit) {
  LabelOptions options;
  options.label = request.query.get("label");
  options.comment = request.query.get("comment");
  options.remove = true;
  if (options.label.empty()) return api::faults_problem({{"label", "is missing"}}, request);
  return record(request, visit, options, set_label);
}

http::Response comment(const http::Request& request, const Visit& visit) {
  api::Body body(request);
  TrackOptions options;
  options.comment = body.needed_text("comment");
  if (auto wrong = body.wrong()) return *wrong;
  return record(request, visit, options, add_comment);
}

constexpr Route kRows[] = {
    {http::Method::kGet,
     "/api/v1/proposals/{proposal}/tracking",
     api::kToRead,
     Precondition::kFree,
     tracking_answer,
     {"Its tracking issue: items, labels, links, and who is waited for; with `comments`, what was "
      "said, too",
      "release,comments", "", "Tracking", "404 422"}},
    {http::Method::kPost,
     "/api/v1/proposals/{proposal}/tracking/items",
     api::kToRecord,
     Precondition::kProposal,
     mark,
     {"Tick an item, approve it, or take either back", "", "ItemMark", "TrackOutcome",
      "403 404 409 422"}},
    {http::Method::kGet,
     "/api/v1/proposals/{proposal}/labels",
     api::kToRead,
     Precondition::kFree,
     labels_answer,
     {"The labels of its tracking issue", "release", "", "Labels", "404 422"}},
    {http::Method::kPost,
     "/api/v1/proposals/{proposal}/labels",
     api::kToRecord,
     Precondition::kProposal,
     add_label,
     {"Set a label", "", "NewLabel", "TrackOutcome", "403 404 409 422"}},
    {http::Method::kDelete,
     "/api/v1/proposals/{proposal}/labels",
     api::kToRecord,
     Precondition::kProposal,
     remove_label,
     {"Take a label away", "label,comment", "", "TrackOutcome", "403 404 409 422"}},
    {http::Method::kGet,
     "/api/v1/proposals/{proposal}/comments",
     api::kToRead,
     Precondition::kFree,
     comments_answer,
     {"What was said in its tracking issue", "release", "", "Comments", "404 422"}},
    {http::Method::kPost,
     "/api/v1/proposals/{proposal}/comments",
     api::kToRecord,
     Precondition::kProposal,
     comment,
     {"Comment in its tracking issue", "", "NeededComment", "TrackOutcome", "403 404 409 422"}},
};

}  // namespace

extern constinit const std::span<const Route> kApiRoutes = kRows;

}  // namespace milepost::track
