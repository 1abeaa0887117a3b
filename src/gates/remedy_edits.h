// What people do themselves: an edit to a file, another way to ask for the move, or
// patience. Each kind has a name for programs, and what an editor needs to offer it.
#pragma once

#include <compare>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "gates/spot.h"

namespace milepost::remedy {

// What only words say, as a pack's `how`.
struct Advice {
  static constexpr std::string_view kName = "advice";
  std::string text;
  auto operator<=>(const Advice&) const = default;
};

// --- asking for the move otherwise ---------------------------------------------------

struct GiveReason {
  static constexpr std::string_view kName = "give-reason";
  auto operator<=>(const GiveReason&) const = default;
};

struct Override {
  static constexpr std::string_view kName = "override";
  auto operator<=>(const Override&) const = default;
};

// The move is others' to make.
struct LeaveTo {
  static constexpr std::string_view kName = "leave-to";
  std::string people;  // "the author (@jane) or a lead (@lee)"
  auto operator<=>(const LeaveTo&) const = default;
};

struct AimLater {
  static constexpr std::string_view kName = "aim-later";
  bool by_option = false;  // the move can name the release
  auto operator<=>(const AimLater&) const = default;
};

struct NameRelease {
  static constexpr std::string_view kName = "name-release";
  auto operator<=>(const NameRelease&) const = default;
};

struct AwaitRelease {
  static constexpr std::string_view kName = "await-release";
  std::string release;
  auto operator<=>(const AwaitRelease&) const = default;
};

// --- the document --------------------------------------------------------------------

struct SettleDebate {
  static constexpr std::string_view kName = "settle-debate";
  auto operator<=>(const SettleDebate&) const = default;
};

struct TickBoxes {
  static constexpr std::string_view kName = "tick-boxes";
  std::vector<Spot> boxes;
  auto operator<=>(const TickBoxes&) const = default;
};

struct AddLink {
  static constexpr std::string_view kName = "add-link";
  std::vector<std::string> sections;  // in one of them
  auto operator<=>(const AddLink&) const = default;
};

// --- the metadata --------------------------------------------------------------------

struct FillFields {
  static constexpr std::string_view kName = "fill-fields";
  std::vector<std::string> fields;
  auto operator<=>(const FillFields&) const = default;
};

struct NamePeople {
  static constexpr std::string_view kName = "name-people";
  std::string field;
  auto operator<=>(const NamePeople&) const = default;
};

struct NameSuccessor {
  static constexpr std::string_view kName = "name-successor";
  std::string field;  // "": the process has none, and a link beside the status does
  auto operator<=>(const NameSuccessor&) const = default;
};

struct ConfirmCriteria {
  static constexpr std::string_view kName = "confirm-criteria";
  std::string field;  // "": no metadata has it, and the record keeps them
  std::vector<std::string> criteria;
  std::string proposal = {};
  auto operator<=>(const ConfirmCriteria&) const = default;
};

struct SetMilestone {
  static constexpr std::string_view kName = "set-milestone";
  std::string stage;
  auto operator<=>(const SetMilestone&) const = default;
};

// The release to aim at is to be chosen.
struct SetToCome {
  static constexpr std::string_view kName = "set-to-come";
  std::string field;
  Spot spot;
  auto operator<=>(const SetToCome&) const = default;
};

struct FieldValueAt {
  std::string field;
  std::string value;  // as it is written there
  Spot spot;
  auto operator<=>(const FieldValueAt&) const = default;
};

// All of them, in one file.
struct EditFields {
  static constexpr std::string_view kName = "edit-fields";
  std::vector<FieldValueAt> fields;
  auto operator<=>(const EditFields&) const = default;
};

// --- other files ---------------------------------------------------------------------

struct AddToCalendar {
  static constexpr std::string_view kName = "add-to-calendar";
  std::string file;
  auto operator<=>(const AddToCalendar&) const = default;
};

struct EnterApprover {
  static constexpr std::string_view kName = "enter-approver";
  std::string review;  // its title
  std::string stage, path;
  auto operator<=>(const EnterApprover&) const = default;
};

struct TakeOut {
  static constexpr std::string_view kName = "take-out";
  std::string what;
  Spot spot;
  bool import = false;  // of a copy of the issue, which is to be imported then
  auto operator<=>(const TakeOut&) const = default;
};

// A text that is not merged, and not in this clone either.
struct FetchText {
  static constexpr std::string_view kName = "fetch-text";
  std::string command;  // of git's
  auto operator<=>(const FetchText&) const = default;
};

struct MergeText {
  static constexpr std::string_view kName = "merge-text";
  std::string place;  // "#12", or a branch
  auto operator<=>(const MergeText&) const = default;
};

// A feature gate of the code.
struct DeclareGate {
  static constexpr std::string_view kName = "declare-gate";
  std::string gate;
  std::string files;  // in one of them, for people
  auto operator<=>(const DeclareGate&) const = default;
};

struct SetGateStage {
  static constexpr std::string_view kName = "set-gate-stage";
  std::string gate;
  std::string stage;  // as the code calls it
  Spot spot;
  auto operator<=>(const SetGateStage&) const = default;
};

struct SetGateDefault {
  static constexpr std::string_view kName = "set-gate-default";
  std::string gate;
  bool on = false;
  Spot spot;
  auto operator<=>(const SetGateDefault&) const = default;
};

struct SetGateVersion {
  static constexpr std::string_view kName = "set-gate-version";
  std::string version;
  Spot spot;
  auto operator<=>(const SetGateVersion&) const = default;
};

using Edit = std::variant<Advice, GiveReason, Override, LeaveTo, AimLater, NameRelease,
                          AwaitRelease, SettleDebate, TickBoxes, AddLink, FillFields, NamePeople,
                          NameSuccessor, ConfirmCriteria, SetMilestone, SetToCome, EditFields,
                          AddToCalendar, EnterApprover, TakeOut, DeclareGate, SetGateStage,
                          SetGateDefault, SetGateVersion, FetchText, MergeText>;

}  // namespace milepost::remedy
