// Fields of a proposal's metadata as data: what each is called, what it holds,
// when it must be there, and what it means to milepost.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/version.h"
#include "process/path_pattern.h"
#include "process/place.h"

namespace milepost {

enum class FieldType : std::uint8_t {
  kText,
  kTexts,
  kNumber,
  kBoolean,
  kDate,
  kVersion,
  kPerson,
  kPeople,
  kGroup,
  kGroups,
  kEnum,
  kLink,
  kLinks,
  kStages,   // a map: a version for each stage
  kRecords,  // a list of maps, with fields of their own
  kMap,      // a map, with fields of its own, or of any keys
  kAny,      // of any shape
};

// What a field means, whatever a process calls it.
enum class FieldRole : std::uint8_t {
  kOther,
  kTitle,
  kNumber,
  kStatus,
  kStage,
  kKind,
  kCreated,
  kUpdated,
  kTemplateVersion,
  kGroup,
  kParticipatingGroups,
  kAuthors,
  kReviewers,
  kApprovers,
  kLatestMilestone,
  kMilestones,
  kFeatureGates,
  kMetrics,
  kSeeAlso,
  kReplaces,
  kSupersededBy,
  kRequires,  // what it builds on
  kCriteria,  // of its kind, confirmed by the author
};
inline constexpr std::size_t kRoleCount = 23;

// Their names in a pack, by value; a role is named there in lower case with
// hyphens, such as `latest-milestone`.
std::optional<FieldType> parse_field_type(std::string_view name);
std::optional<FieldRole> parse_field_role(std::string_view name);
const std::vector<std::string>& field_type_names();
const std::vector<std::string>& field_role_names();

// What a field of this role holds unless the pack says otherwise.
FieldType usual_type(FieldRole role);

// When something is asked for. All that is given must hold; with nothing given,
// it is never asked for.
struct When {
  bool always = false;
  std::string from;                   // a stage
  std::vector<std::string> statuses;  // only in these
  std::vector<std::string> kinds;     // only of these kinds
  std::string with;                   // only beside this field, when that says something
  std::optional<Version> since;       // only for milestones from this one on
  Place place, from_place, with_place;
  std::vector<Place> status_places, kind_places;

  bool ever() const {
    return always || !from.empty() || !statuses.empty() || !kinds.empty() || !with.empty() ||
           since.has_value();
  }
};

// The question of the document in which the author says the same as in a field:
// under `choice`, ticked, `label` names it; `otherwise` ticked says that there
// is none. Both name the `same` things, or have at least one in common.
struct FieldAnswer {
  std::string section;
  std::string choice;
  std::string label;
  std::string otherwise;
  bool same = false;
  Place place;
};

struct Field {
  std::string id;  // its key
  FieldRole role = FieldRole::kOther;
  FieldType type = FieldType::kText;
  bool role_said = false;           // the pack says what it means, or that it means nothing
  std::vector<std::string> values;  // of an enum, beside what the process itself lists
  When needed;
  std::vector<std::string> open_in;       // statuses in which it may be unset, although needed
  std::vector<std::string> empty_in;      // and in which it may be empty or absent
  std::vector<std::string> placeholders;  // what the template's metadata says here
  bool unique = false;
  std::string path_part;    // the part of the path it must equal
  std::string roster;       // whose names it may hold
  std::size_t longest = 0;  // in characters; 0: any
  FieldAnswer answer;
  std::vector<Field> fields;  // of each record, or of the map
  bool own_lacks = false;     // the repository's own metadata has no such field
  Place place, roster_place;

  bool holds_people() const { return type == FieldType::kPerson || type == FieldType::kPeople; }
  bool holds_groups() const { return type == FieldType::kGroup || type == FieldType::kGroups; }
  bool is_list() const {
    return type == FieldType::kTexts || type == FieldType::kPeople || type == FieldType::kGroups ||
           type == FieldType::kLinks || type == FieldType::kRecords;
  }
};

// A list of names that a field may hold. Names come from the process itself, from a file of
// aliases, and from a file of owners.
struct RosterSource {
  std::string id;
  std::vector<std::string> names;
  std::string file;                  // relative to the repository's root
  std::vector<std::string> members;  // aliases whose members belong to it
  std::vector<std::string>
      aliases;  // aliases that belong to it, `*-leads` for what the star stands for
  std::vector<std::string> owners;  // keys of an OWNERS file whose people belong to it
  Place place;
};

// A review kept in a file for each proposal, with an approver for each stage.
struct Review {
  std::string id;
  std::string title;
  PathPattern file;      // keps/prod-readiness/{group}/{number}.yaml
  std::string number;    // the key that repeats the number; "" for none
  std::string approver;  // the key below each stage
  std::string roster;
  std::vector<std::string> sections;  // whose text the reviewer answers for
  When needed;
  Place place, roster_place;
};

}  // namespace milepost
