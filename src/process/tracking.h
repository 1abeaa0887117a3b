// The form of a tracking issue, as data: its template, the fields it has, the lists
// people tick, who may tick what and after which approval, its labels, its status,
// and the placeholders that linked pull requests fill. Everything is read from the
// pack; the tracker gives it effect.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/glob.h"
#include "base/source.h"
#include "process/lifecycle.h"
#include "process/place.h"

namespace milepost {

// What a field of an issue says, whatever it is called there.
enum class IssueValue : std::uint8_t {
  kDescription,
  kProposal,  // a link: to the pull request, and once that is merged to the proposal
  kDiscussion,
  kContact,
  kGroups,
  kTarget,  // the release a stage is aimed at
};

std::optional<IssueValue> parse_issue_value(std::string_view name);
const std::vector<std::string>& issue_value_names();

// It stands after a label in a list, or is the text of a section.
struct IssueField {
  IssueValue is = IssueValue::kDescription;
  std::vector<std::string> labels;
  std::string section;
  std::string stage;               // of a target
  std::size_t least = 0;           // sentences
  std::size_t most = 0;            // sentences; 0: any number
  std::size_t lines = 0;           // at most; 0: any number
  bool optional = false;           // it may say nothing
  std::vector<std::string> kinds;  // of pull requests that hold a proposal until they are merged
  std::vector<std::string> placeholders;
  Place place;
};

// What an item concerns, where it does not concern every proposal.
struct ItemScope {
  std::string field;               // of the metadata, that says so
  std::vector<std::string> kinds;  // of linked pull requests
  std::vector<Glob> paths;         // that linked pull requests touch

  bool limited() const { return !field.empty() || !kinds.empty() || !paths.empty(); }
};

// One item that needs more than a tick.
struct TrackedItem {
  std::string key;
  std::vector<std::string> texts;  // words it holds, in one wording or another
  std::string from;                // a stage; "": that of the item above it
  bool required = false;           // as if it had the list's mark
  bool group = false;              // done when what is below it is
  std::vector<std::string> by;     // roles that may tick it; none: those of the list
  std::string approval;            // the role whose approval comes first
  bool bound = false;              // that is for the proposal's text as it is then
  ItemScope only;
  std::vector<std::string> cc;      // roles to mention when it is due
  std::string where;                // where to mention them
  std::vector<std::string> merged;  // kinds of pull requests: one at least, and none left open
  std::size_t days = 0;             // that must pass after it was begun
  std::optional<Condition> computed;
  Place place;
};

// The ticks of a list belong to a release, or live as long as the feature.
enum class ListScope : std::uint8_t { kFeature, kRelease };

struct TrackedList {
  std::string id;
  std::vector<std::string> sections;
  ListScope scope = ListScope::kFeature;
  std::string mark;             // "(R)": an item that has it is required
  std::vector<std::string> by;  // roles that may tick; none: anybody
  std::string checklist;        // that of the document which is the same list
  std::vector<TrackedItem> items;
  Place place;

  const TrackedItem* find(std::string_view key) const;
};

// The stages and statuses of a proposal that something in its issue goes with; none:
// with all of them.
struct GoesWith {
  std::vector<std::string> stages, statuses;

  // What the proposal does not say ("") speaks against nothing.
  bool stage(std::string_view stage) const;
  bool status(std::string_view status) const;
};

// What a label says that nobody sets, of the proposal's part in a release.
enum class LabelFact : std::uint8_t { kSet, kOptedIn, kTracked, kNotTracked };

std::optional<LabelFact> parse_label_fact(std::string_view name);
const std::vector<std::string>& label_fact_names();

struct TrackedLabel {
  std::string id;
  std::vector<std::string> by;     // roles that set it for good
  std::vector<std::string> claim;  // roles that may claim it, to be confirmed
  std::vector<std::string> after;  // keys of items that are done first
  GoesWith with;
  LabelFact fact = LabelFact::kSet;  // others are computed from the record
  Place place;
};

struct TrackerValue {
  std::string id;
  std::vector<std::string> moves;
  GoesWith with;
  Place place;
};

struct TrackerStatusForm {
  std::string label;  // "FEATURE_STATUS"; "": the issue has none
  std::vector<std::string> by;
  std::vector<TrackerValue> values;  // the first is that of a new issue
  Place place;

  const TrackerValue* find(std::string_view id) const;
};

// A word of the template that links of some kinds take the place of.
struct LinkPlaceholder {
  std::string text;
  std::vector<std::string> kinds;
  Place place;
};

// What whoever makes an issue confirms where no text of the proposal shows it.
struct IssueCriterion {
  std::string id;
  std::string question;
  bool by_discussion = false;  // a link to the discussion shows it as well
};

struct TrackingForm {
  std::string template_path;  // "": proposals are not tracked
  Place template_place;
  std::shared_ptr<const Source> source;  // the template
  std::vector<std::string> link_kinds;
  std::vector<std::string> by;  // roles that may edit its fields and links; none: anybody
  Place by_place;
  std::vector<IssueField> fields;
  std::vector<TrackedList> lists;
  std::vector<TrackedLabel> labels;
  TrackerStatusForm status;
  std::vector<LinkPlaceholder> placeholders;
  std::vector<IssueCriterion> criteria = {};

  bool present() const { return !template_path.empty(); }
  const TrackedList* find_list(std::string_view id) const;
  const TrackedLabel* find_label(std::string_view id) const;
  const IssueField* find_field(IssueValue is) const;  // the first
};

}  // namespace milepost
