// A Process is the rules of the game as data: where proposals live, their
// statuses, stages, kinds, templates and gates, and the words the rules go by.
// It comes from a pack (process.yaml with its templates), over which a
// repository's milepost.yaml lays its own values. Nothing about a particular
// project is known here. Immutable once loaded; threads may share it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/finding.h"
#include "base/glob.h"
#include "process/field.h"
#include "process/lifecycle.h"
#include "process/lineage.h"
#include "process/path_pattern.h"
#include "process/place.h"
#include "process/template.h"
#include "process/tracking.h"
#include "text/toc_style.h"

namespace milepost {

// Stages in order, such as alpha, beta, stable. A second ladder says which
// stage of the first each of its own counts as.
struct Ladder {
  std::string id;
  std::vector<std::string> stages;
  struct Equal {
    std::string stage;  // of the first ladder
    Place place;
  };
  std::unordered_map<std::string, Equal> counts_as;  // by stage; empty on the first ladder
  // What code calls a stage, beside its own name: "GA" for stable.
  std::vector<std::pair<std::string, std::vector<std::string>>> in_code;
  // Whether a feature gate is on by default at a stage; of others it may be either.
  std::vector<std::pair<std::string, bool>> on_by_default;
  OutOfOrder skip = OutOfOrder::kClosed;  // passing over a stage
  OutOfOrder back = OutOfOrder::kReason;  // stepping down
  Place place;
};

struct Status {
  std::string id;
  std::vector<std::string> also;  // what others call it: wrong, but understood
  std::string due;           // the gate whose sections alone are due; "" means those of the stage
  bool closed = false;       // nothing more is asked of it: no drift, no advice
  bool failed = false;       // it came to nothing: nobody should build on it
  bool successor = false;    // it needs one
  bool unsectioned = false;  // nothing of the template is due in it
  Severity unresolved = Severity::kInfo;  // how bad text still under debate is here
  bool detailed = false;                  // more may stand behind it: "Implemented (v1.2)"
  std::vector<Move> moves;                // the first is the usual next step
  Place due_place;

  // Less is due in it than its stage asks for.
  bool asks_less() const { return !due.empty() || unsectioned; }
};

// A named list of conditions for entering a status or stage.
struct Gate {
  std::string id;
  std::string status;
  std::string stage;
  std::vector<std::string> after;     // gates whose conditions this one includes
  std::vector<std::string> sections;  // titles; empty: what the template requires at the stage
  std::vector<Condition> conditions;
  Place place, status_place, stage_place;
  std::vector<Place> after_places, section_places;
};

struct Kind {
  std::string id;
  std::string template_path;
  std::string lineage_path;
  Place place;  // of the template's path
  Place lineage_place;
  std::shared_ptr<const Template> pattern;     // the template requirements come from
  std::vector<Glob> places;                    // where repositories keep a template of their own
  std::string own_path;                        // of the repository's template; "" for none
  std::shared_ptr<const Template> repository;  // the repository's own, when it has no directives
  std::shared_ptr<const PastTemplates> past;   // of the repository's own; null: none
  Lineage lineage;
  std::string metadata_path;
  Place metadata_place;
  std::shared_ptr<const Source> metadata;  // what a new proposal's metadata begins as
  bool own_metadata = false;               // that is the repository's own: it has all fields
  bool past_known = false;                 // the lines of `past` are the pack's
  std::vector<Criterion> criteria;         // what makes a proposal one of this kind
  std::vector<std::string> excludes;       // fields and reviews that such a proposal has not
  Place excludes_place;
  std::optional<std::size_t> wrap;  // columns; nothing: as the process says
  TrackingForm tracking;            // of its own; none: that of the process

  // What says more than the lineage does of what templates said; nullptr for nothing.
  const PastTemplates* telling_past() const { return past_known ? nullptr : past.get(); }
};

enum class MetadataForm : std::uint8_t { kFile, kFrontMatter, kSection, kUnderTitle };

struct MetadataSource {
  MetadataForm form = MetadataForm::kFrontMatter;
  std::string name;  // the file beside the document, or the section's title
};

// A folder in a group's place that is none, such as a vendor's, and the group it belongs to.
struct GroupFolder {
  Glob pattern;
  std::string group;
};

struct Layout {
  std::vector<Glob> recognised_by;  // a repository that has such a file is of this process
  bool fallback = false;            // the process where none is named or recognised
  std::vector<Glob> documents;
  std::vector<Glob> former;  // where documents once were: looked at in history alone
  std::vector<Glob> ignore;
  std::vector<Glob> templates;           // the metadata of templates: files that are no proposal's
  std::vector<MetadataSource> metadata;  // the first that is there
  // A document found by walking that shares fewer headings with the template
  // is something else: a style guide, a glossary.
  std::size_t least_headings = 0;
  PathPattern path;  // the parts of a document's path that mean something
  std::vector<GroupFolder> group_folders;
  // Where a new document goes: the first whose folder is there, else the first;
  // none: where `path` says.
  std::vector<PathPattern> new_paths;
  bool slug_is_title = false;  // the path's {slug} is the title, made fit for a file name
  std::string
      url;  // where the repository is shown on the web: links below it lead into the repository
  std::vector<std::string> remotes;  // where git's remotes are shown, as git knows it
  std::string git_folder;            // the repository's root as seen from that of git's work tree
  Numbering numbering = Numbering::kUnnumbered;
  bool unpadded = false;  // paths write numbers without zeros in front
  Place padded_place;
  std::size_t padded = 0;    // paths write numbers with so many digits at least
  std::string title_prefix;  // "TEP-{number}: ": what the title in the document begins with
  Place title_prefix_place;
  FinalPlace final_place;
};

// How an entry of a list is to be written, with the slots' placeholders:
// "`<package>`: `<date>` - `<test coverage>`".
struct EntryForm {
  std::vector<std::string> sections;
  std::string form;
  std::vector<std::string> placeholders;
  bool date = false;               // it has a day
  bool percentage = false;         // it has a share of a hundred
  std::vector<std::string> names;  // an entry whose name holds one of these has a link
  std::string from;                // ... from this stage on
  Place from_place;
};

// How authors put things off to a stage, which is then due at it.
struct Promises {
  std::vector<std::string> open;     // "not yet": an answer that begins so is none
  std::vector<std::string> put_off;  // "to be discussed": with a stage after it, none at that stage
  std::vector<std::string> verbs;    // "will", "should": what a sentence promises by
  std::vector<std::string> before;   // "prior to": a stage after it is when the promise is due
  std::vector<std::string> after;    // "after": what is due past the stage
  std::vector<std::string> around;   // words that may stand between these and the stage's name
  std::vector<std::string> marks;    // "FIXME": text is marked as unfinished
  std::vector<std::string> plans;    // sections that speak of stages to come
  std::vector<std::string> spared;   // "not required": with a stage after it, none past that stage
  std::vector<std::string> unwritten;  // of `put_off`, what is no answer before the stage either
  std::vector<std::string> openings;   // "TBD": marks a paragraph that begins with it
};

struct Words {
  std::vector<std::string> placeholders;    // "tbd": no answer yet
  std::vector<std::string> not_applicable;  // "n/a": an answer, worth a look
  std::vector<std::string> nothing;         // what the process wants for an empty section: "none"
  std::vector<std::string> title_placeholders;
  std::vector<std::string> unset;  // "0.0": a field says so and means nothing
  std::vector<EntryForm> entries;
  Promises promises;
};

// "must be completed when targeting beta", in a template without directives.
struct StagePhrase {
  std::string text;
  std::string stage;
  Place stage_place;
};

// What a section asks to be covered in another: upgrades in the test plan.
struct CoveredTopic {
  std::string section;
  std::string in;
  std::vector<std::string> words;
};

// Topics for which a section should say who reviews them.
struct ReviewedTopics {
  std::string section;
  std::vector<std::string> topics;
  std::vector<std::string> reviewers;  // what names of groups begin with, in lower case: "team-"
};

// What the author confirms in a section by ticking a box.
struct Acknowledgement {
  std::string section;
  std::vector<std::string> texts;  // what the box's text holds, as heading_words has it
};

struct Substance {
  std::vector<std::string> paragraphs;  // sections that want at least a paragraph
  std::size_t paragraph_words = 0;
  std::vector<CoveredTopic> covered;
  std::vector<ReviewedTopics> reviewed;
  std::vector<Acknowledgement> acknowledged;
};

// Which proposals concern so many that one group looks after all such.
struct CrossCutting {
  std::string group;                 // "": there is none
  std::size_t groups = 0;            // beside its own so many take part; 0: that tells nothing
  std::vector<std::string> phrases;  // it says so itself, as heading_words has it
};

// A template beside the process's, known by headings that only it has.
struct OtherTemplate {
  std::string title;  // "the template for cloud providers"
  std::string path;
  std::vector<std::string> keys;  // heading_key
};

// How a proposal shows that its sections are another's, or none of the process's.
struct DelegationSigns {
  std::vector<std::vector<std::string>> sentences;  // words; "*" stands for a few of any
  std::vector<OtherTemplate> templates;
};

struct RuleSetting {
  std::string rule;  // code or name
  Severity severity = Severity::kInfo;
  Place place;
};

struct PathSettings {
  Glob pattern;
  std::vector<RuleSetting> rules;
};

// How people are written in metadata.
enum class HandleForm : std::uint8_t { kAt, kPlain, kEither };

// Which company people work for.
struct Companies {
  std::string file;  // relative to the repository's root: a map of handles
  std::vector<std::pair<std::string, std::string>> of;  // a handle, and the company

  bool known() const { return !file.empty() || !of.empty(); }
};

// A file of the pack that a repository begins with.
struct StartingFile {
  std::string from;  // as the pack or milepost.yaml names it
  std::string to;    // below the repository's root
  Place place;
  std::shared_ptr<const Source> source;
};

// What tools that read the files after milepost refuse, although a person understands
// it: it is an error then.
struct Strict {
  bool types = false;       // one value for a list, a truth value in quotes
  bool milestones = false;  // the latest milestone must be there, and be a version
  bool reviews = false;     // one approver, as the roster writes the name; by the owner's group
  bool rosters = false;     // groups and people are on the rosters of their fields
};

struct Process {
  std::string name;
  std::string title;
  Layout layout;
  std::vector<Field> fields;
  bool lists_fields = false;  // any other field is then unknown
  Strict strict;
  TocStyle toc = TocStyle::kCommonMark;
  HandleForm handles = HandleForm::kAt;
  std::vector<RosterSource> rosters;
  std::vector<Review> reviews;
  std::vector<Role> roles;
  std::vector<std::pair<std::string, std::string>> people;  // an e-mail address, and whose it is
  Companies companies;
  std::vector<StartingFile> start;
  std::vector<Checklist> checklists;
  Calendar calendar;
  std::string history;              // the section in which moves are written down
  std::vector<std::string> living;  // sections that change without a new approval
  Rewrite rewrite;
  std::vector<Ladder> ladders;
  std::vector<Status> statuses;
  std::vector<Kind> kinds;
  std::vector<Gate> gates;
  std::unordered_map<std::string, std::string> renames;  // a heading's key → the template's key
  struct RenameTarget {
    std::string title;
    Place place;
  };
  std::vector<RenameTarget> rename_targets;
  Words words;
  std::vector<StagePhrase> phrases;
  Substance substance;
  DelegationSigns delegation;
  CrossCutting cross_cutting;
  std::size_t wrap = 0;  // columns; 0: not asked for
  std::vector<RuleSetting> rules;
  std::vector<PathSettings> paths;
  std::vector<std::shared_ptr<const Source>> sources;  // all that it was read from, the pack first
  const Source* repository_source = nullptr;           // milepost.yaml; null when there is none
  TrackingForm tracking;

  const Kind* find_kind(std::string_view id) const;
  const Status* find_status(std::string_view id) const;
  const Gate* find_gate(std::string_view id) const;
  const Field* find_field(std::string_view id) const;
  const RosterSource* find_roster(std::string_view id) const;
  const Review* find_review(std::string_view id) const;
  const Role* find_role(std::string_view id) const;
  const Checklist* find_checklist(std::string_view id) const;
  // The form of the tracking issue of proposals of a kind.
  const TrackingForm& tracking_of(std::string_view kind) const;
  const Field* field(FieldRole role) const;  // nullptr when the process has none

  bool has_stage(std::string_view stage) const { return rank(stage).has_value(); }
  std::vector<std::string> stage_names() const;
  // How far up the first ladder a stage is; nothing for one no ladder has.
  std::optional<std::size_t> rank(std::string_view stage) const;
  // The stage that code means by a word, ignoring case; "" when it means none.
  std::string_view stage_in_code(std::string_view word) const;
  // Whether what is asked from `wanted` ("": from the start) is due at `stage`.
  bool reached(std::string_view stage, std::string_view wanted) const;
  std::string_view first_stage() const;
  // The highest stage whose gate comes before that of a status, which so asks for
  // it; "" when the status asks for none.
  std::string_view stage_asked_by(std::string_view status) const;
};

}  // namespace milepost
