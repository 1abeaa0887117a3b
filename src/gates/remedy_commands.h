// What can be done with milepost: it does it, or shows what is to be done. Each kind
// has a name for programs, and arguments a button or a command needs. `proposal` is its
// number, or its path when it has none.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace milepost::remedy {

struct Approve {
  static constexpr std::string_view kName = "approve";
  std::string proposal, role, stage;
  std::string as = {};  // whose approval it is; "": that of whoever runs it
  auto operator<=>(const Approve&) const = default;
};

// What has changed since somebody approved.
struct CompareApproved {
  static constexpr std::string_view kName = "compare-approved";
  std::string proposal, role, by;
  auto operator<=>(const CompareApproved&) const = default;
};

struct Unhold {
  static constexpr std::string_view kName = "unhold";
  std::string proposal;
  auto operator<=>(const Unhold&) const = default;
};

struct Resolve {
  static constexpr std::string_view kName = "resolve";
  std::string proposal;
  std::uint64_t concern = 0;
  auto operator<=>(const Resolve&) const = default;
};

struct OptIn {
  static constexpr std::string_view kName = "opt-in";
  std::string release;  // "": one that is to be chosen
  std::vector<std::string> proposals;
  auto operator<=>(const OptIn&) const = default;
};

struct OptOut {
  static constexpr std::string_view kName = "opt-out";
  std::string release, proposal;
  auto operator<=>(const OptOut&) const = default;
};

struct RequestException {
  static constexpr std::string_view kName = "request-exception";
  std::string release, proposal, freeze;
  auto operator<=>(const RequestException&) const = default;
};

struct ApproveException {
  static constexpr std::string_view kName = "approve-exception";
  std::string release, proposal, freeze;
  bool lacks_end = false;  // until when it lasts is to be chosen
  auto operator<=>(const ApproveException&) const = default;
};

struct RejectException {
  static constexpr std::string_view kName = "reject-exception";
  std::string release, proposal, freeze;
  auto operator<=>(const RejectException&) const = default;
};

// What a promotion is to bring about.
enum class Brings : std::uint8_t { kMove, kRelease, kFinalPlace };

struct Promote {
  static constexpr std::string_view kName = "promote";
  std::string proposal;
  std::string to;            // a status or a stage
  std::string release = {};  // "": the one it has, or one to be chosen where that is wanted
  bool needs_reason = false;
  Brings brings = Brings::kMove;
  auto operator<=>(const Promote&) const = default;
};

// What stands in the way of a move.
struct AskWhy {
  static constexpr std::string_view kName = "ask-why";
  std::string proposal;
  std::string to = {}, release = {};
  auto operator<=>(const AskWhy&) const = default;
};

struct FillSections {
  static constexpr std::string_view kName = "fill-sections";
  std::string proposal, stage;
  std::vector<std::string> sections;  // as paths of titles
  auto operator<=>(const FillSections&) const = default;
};

// What rules have found.
struct MendFindings {
  static constexpr std::string_view kName = "mend-findings";
  std::string proposal, stage;
  auto operator<=>(const MendFindings&) const = default;
};

// Metadata that cannot be read to its end.
struct MendMetadata {
  static constexpr std::string_view kName = "mend-metadata";
  std::string proposal;
  auto operator<=>(const MendMetadata&) const = default;
};

struct Upgrade {
  static constexpr std::string_view kName = "upgrade";
  std::string proposal;
  auto operator<=>(const Upgrade&) const = default;
};

struct AddRelease {
  static constexpr std::string_view kName = "add-release";
  std::string release;
  auto operator<=>(const AddRelease&) const = default;
};

// What is done at a freeze that has passed, for all proposals at once.
struct ApplyFreeze {
  static constexpr std::string_view kName = "apply-freeze";
  std::string release, freeze;
  std::vector<std::string> proposals = {};  // that it concerns
  auto operator<=>(const ApplyFreeze&) const = default;
};

// What is to be posted about a freeze, likewise.
struct PostMessages {
  static constexpr std::string_view kName = "post-messages";
  std::string release, freeze;
  std::vector<std::string> proposals = {};
  auto operator<=>(const PostMessages&) const = default;
};

// The description of the tracking issue, which is only proposed.
struct ConfirmDescription {
  static constexpr std::string_view kName = "confirm-description";
  std::string proposal;
  auto operator<=>(const ConfirmDescription&) const = default;
};

// An item of the tracking issue, by its key.
struct TickItem {
  static constexpr std::string_view kName = "tick";
  std::string proposal, item;
  auto operator<=>(const TickItem&) const = default;
};

struct ApproveItem {
  static constexpr std::string_view kName = "approve-item";
  std::string proposal, item;
  auto operator<=>(const ApproveItem&) const = default;
};

struct SetLabel {
  static constexpr std::string_view kName = "label";
  std::string proposal, label;
  bool remove = false;
  auto operator<=>(const SetLabel&) const = default;
};

// The status of the tracking issue.
struct SetTrackerStatus {
  static constexpr std::string_view kName = "tracker-status";
  std::string proposal, value;
  auto operator<=>(const SetTrackerStatus&) const = default;
};

enum class Side : std::uint8_t { kMetadata, kDocument, kIssue };

// One side of what the issue and the proposal both say.
struct TakeSide {
  static constexpr std::string_view kName = "take-side";
  std::string proposal;
  Side side = Side::kMetadata;
  auto operator<=>(const TakeSide&) const = default;
};

// Where the text of a candidate is.
struct NameText {
  static constexpr std::string_view kName = "name-text";
  std::string proposal;
  auto operator<=>(const NameText&) const = default;
};

struct LinkPullRequest {
  static constexpr std::string_view kName = "link-pr";
  std::string proposal, kind;
  auto operator<=>(const LinkPullRequest&) const = default;
};

// The tracking issue is to be made, or read.
struct TrackIssue {
  static constexpr std::string_view kName = "track-issue";
  std::string proposal;
  auto operator<=>(const TrackIssue&) const = default;
};

// The boxes of the document are set as they are computed.
struct FixBoxes {
  static constexpr std::string_view kName = "fix-boxes";
  std::string proposal;
  auto operator<=>(const FixBoxes&) const = default;
};

using Command =
    std::variant<Approve, CompareApproved, Unhold, Resolve, OptIn, OptOut, RequestException,
                 ApproveException, RejectException, Promote, AskWhy, FillSections, MendFindings,
                 MendMetadata, Upgrade, AddRelease, TickItem, ApproveItem, SetLabel,
                 SetTrackerStatus, TakeSide, LinkPullRequest, NameText, TrackIssue, FixBoxes,
                 ApplyFreeze, PostMessages, ConfirmDescription>;

}  // namespace milepost::remedy
