// Drift: where two places that should say the same about a proposal disagree, and what
// settles it. One function for each pair of places.
//
// Pure: everything they go by is in their input. A place that says nothing disagrees
// with nobody.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "features/drift/feature_gates.h"
#include "features/track/list_drift.h"
#include "gates/gate.h"
#include "process/releases.h"
#include "proposal/facts.h"

namespace milepost::drift {

struct DriftSide {
  std::string says;
  Spot spot;  // a path, "issue 63" or "the record"; where there are lines, with one
};

// Which two places disagree about what.
enum class DriftKind : std::uint8_t {
  kStageLabel,
  kStatusLabel,
  kIssueStatus,
  kIssueTitle,
  kIssueLink,
  kIssueGroups,
  kIssueTarget,
  kListItem,
  kList,
  kMilestoneUnknown,
  kMilestonePast,
  kReleaseLeft,
  kOptIn,
  kReviewUnentered,
  kReviewApprover,
  kReviewUnrecorded,
  kReviewMissing,
  kGateMissing,
  kGateLeft,
  kGateStage,
  kGateDefault,
  kGateVersion,
  kBox,
};

std::string_view name(DriftKind kind);  // "stage-label", for programs

// One after the other.
using Steps = std::vector<Remedy>;

struct Drift {
  DriftKind kind;
  std::string about;            // "the stage and the label", for people
  DriftSide one, two;           // the metadata or the document first
  std::vector<Steps> remedies;  // each settles the whole of it
  std::string stage = {};       // of a review
  Span box = {};                // of the document, that is not as it is computed
  bool ticked = false;          // as it is to be
};

struct DriftInput {
  const Process& process;
  const Repository& repository;
  const Card& card;
  const Facts& facts;
  const Releases& releases;
  const ProposalState& state;  // of which nothing is recorded: an empty one
  std::string stage;           // in force; "": the proposal has none
  Instant now;
};

// The tracking issue, as the record has it.
struct DriftIssue {
  const Issue& issue;
  const std::vector<Finding>& findings;  // of the rules on issues
  const std::vector<track::ListDrift>& lists;
};

// Label, status and title of the issue; then its link, groups and targets; then the
// lists that stand in the document, too.
std::vector<Drift> issue_drifts(const DriftInput& input, const DriftIssue& issue);

// Boxes of the document that are not as they are computed.
std::vector<Drift> box_drifts(const DriftInput& input, const std::vector<track::ListDrift>& boxes);

// The files of reviews, the record's approvals, and the stage. `findings` are those of
// the rules on the proposal.
std::vector<Drift> review_drifts(const DriftInput& input, const std::vector<Finding>& findings);

// The milestones, the calendar, and the part in releases that the record knows of.
std::vector<Drift> release_drifts(const DriftInput& input);

// The feature gates of the code, of a release when one is named.
struct DriftCode {
  const FeatureGates& gates;
  std::string files;  // what they were read from, for people
  std::optional<Version> release;
  // Parts of the product whose gates are in the code, as the gates that are found there
  // show. Empty: that cannot be told.
  std::vector<std::string> components;
};

std::vector<Drift> code_drifts(const DriftInput& input, const DriftCode& code);

// The components of all gates that proposals name and the code has, sorted.
std::vector<std::string> components_in_code(const Process& process, const Facts& facts,
                                            const FeatureGates& gates);
// Gates of the code that no proposal names.
std::vector<const CodeGate*> unnamed_gates(const Facts& facts, const FeatureGates& gates);

}  // namespace milepost::drift
