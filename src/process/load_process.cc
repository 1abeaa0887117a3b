#include "process/load_process.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "process/heading_key.h"
#include "process/load_parts.h"
#include "process/validate.h"

namespace milepost {

namespace {

class ProcessReader {
 public:
  ProcessReader(Process& process, TemplateNotes& notes, YamlReader& in)
      : process_(process), notes_(notes), in_(in) {}

  void read(const YamlNode& root) {
    in_.expect_keys(root,
                    {"schema",  "process", "extends",    "name",     "title",     "layout",
                     "fields",  "rosters", "reviews",    "roles",    "ladders",   "statuses",
                     "kinds",   "gates",   "checklists", "calendar", "history",   "living",
                     "rewrite", "renames", "words",      "phrases",  "substance", "wrap",
                     "rules",   "paths",   "people",     "start",    "tracking",  "delegation",
                     "strict",  "handles", "companies",  "sections", "toc",       "cross-cutting"});
    if (root.find("name")) process_.name = in_.text(root, "name");
    if (root.find("title")) process_.title = in_.text(root, "title");
    if (const YamlNode* node = in_.map(root, "layout")) read_layout(*node);
    for (const YamlNode& node : in_.list(root, "fields")) {
      read_field(in_, node, record(process_.fields, node));
      process_.lists_fields = true;
    }
    for (const YamlNode& node : in_.list(root, "rosters")) {
      read_roster(in_, node, record(process_.rosters, node));
    }
    for (const YamlNode& node : in_.list(root, "reviews")) {
      read_review(in_, node, record(process_.reviews, node));
    }
    for (const YamlNode& node : in_.list(root, "roles")) {
      read_role(in_, node, record(process_.roles, node));
    }
    for (const YamlNode& node : in_.list(root, "checklists")) {
      read_checklist(in_, node, record(process_.checklists, node));
    }
    if (const YamlNode* node = in_.map(root, "calendar")) {
      read_calendar(in_, *node, process_.calendar);
    }
    if (root.find("strict")) read_strict(root);
    read_handles(root);
    read_companies(in_, root, process_.companies);
    in_.replace(root, "history", process_.history);
    in_.replace(root, "living", process_.living);
    read_rewrite(in_, root, process_.rewrite);
    for (const YamlNode& node : in_.list(root, "ladders")) read_ladder(node);
    for (const YamlNode& node : in_.list(root, "statuses")) read_status(node);
    read_sections(root);
    for (const YamlNode& node : in_.list(root, "kinds")) read_kind(node);
    for (const YamlNode& node : in_.list(root, "gates")) read_gate(node);
    for (const YamlNode& node : in_.list(root, "renames")) read_rename(node);
    if (const YamlNode* node = in_.map(root, "words")) read_words(*node);
    if (root.find("phrases")) read_phrases(root);
    if (const YamlNode* node = in_.map(root, "substance")) read_substance(*node);
    if (const YamlNode* node = in_.map(root, "delegation")) {
      read_delegation(in_, *node, process_.delegation);
    }
    if (const YamlNode* node = in_.map(root, "cross-cutting")) read_cross_cutting(*node);
    process_.wrap = in_.number(root, "wrap", process_.wrap);
    if (root.find("toc")) read_toc_style(root);
    if (const YamlNode* node = in_.map(root, "rules")) read_rules(*node, process_.rules);
    read_people(in_, root, process_.people);
    read_start(in_, root, process_.start);
    if (const YamlNode* node = in_.map(root, "tracking")) {
      read_tracking(in_, *node, process_.tracking);
    }
    for (const YamlNode& node : in_.list(root, "paths")) read_path_settings(node);
  }

  // Of the part of a file that holds the layout alone.
  void read_layout_of(const YamlNode& root) {
    if (const YamlNode* node = in_.map(root, "layout")) read_layout(*node);
  }

 private:
  template <typename T>
  T& record(std::vector<T>& records, const YamlNode& node) {
    const std::string id = in_.required_text(node, "id");
    records.emplace_back().id = id;
    return records.back();
  }

  void read_toc_style(const YamlNode& root) {
    const std::string style = in_.text(root, "toc");
    if (style != "mdtoc" && style != "commonmark") {
      in_.fail(root.find("toc")->span,
               fmt::format("`toc` is mdtoc or commonmark, not `{}`", style));
    }
    process_.toc = style == "mdtoc" ? TocStyle::kMdtoc : TocStyle::kCommonMark;
  }

  void replace(std::vector<Glob>& globs, const YamlNode& node, std::string_view key) {
    if (!node.find(key)) return;
    globs.clear();
    std::vector<Place> places;
    const std::vector<std::string> patterns = in_.texts(node, key, &places);
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      const std::string fault = fault_of_braces(patterns[i], {"number", "date"});
      if (!fault.empty()) in_.fail(places[i], fault);
      if (patterns[i].find('[') != std::string::npos) {
        in_.fail(places[i],
                 "a pattern has no `[`: `?` is any one character, `*` any of them within a name, "
                 "and `{number}` digits");
      }
      globs.emplace_back(patterns[i]);
    }
  }

  void read_layout(const YamlNode& node) {
    in_.expect_keys(node,
                    {"recognised-by", "documents", "ignore", "metadata", "least-headings", "path",
                     "slug-is-title", "url", "former", "numbers", "final", "new", "fallback",
                     "group-folders", "templates", "unpadded", "padded", "title-prefix"});
    Layout& layout = process_.layout;
    replace(layout.recognised_by, node, "recognised-by");
    layout.fallback = in_.boolean(node, "fallback", layout.fallback);
    replace(layout.documents, node, "documents");
    replace(layout.former, node, "former");
    replace(layout.ignore, node, "ignore");
    replace(layout.templates, node, "templates");
    layout.least_headings = in_.number(node, "least-headings", layout.least_headings);
    if (const YamlNode* path = node.find("path")) {
      layout.path = PathPattern(in_.text(node, "path"));
      const std::string fault = fault_of_braces(layout.path.text(), {});
      if (!fault.empty()) in_.fail(path->span, fault);
    }
    read_group_folders(node);
    if (node.find("new")) {
      layout.new_paths.clear();
      for (const std::string& path : in_.texts(node, "new")) {
        if (!layout.new_paths.emplace_back(path).names("slug")) {
          in_.fail(node.find("new")->span, fmt::format("`{}` has no part {{slug}}", path));
        }
      }
    }
    layout.slug_is_title = in_.boolean(node, "slug-is-title", layout.slug_is_title);
    in_.replace(node, "url", layout.url);
    read_numbering(in_, node, layout);
    layout.unpadded = in_.boolean(node, "unpadded", layout.unpadded);
    layout.padded = in_.number(node, "padded", layout.padded);
    if (const YamlNode* padded = node.find("padded")) {
      layout.padded_place = in_.place(padded->span);
    }
    read_title_prefix(in_, node, layout);
    read_final_place(in_, node, layout.final_place);
    read_metadata_places(in_, node, layout);
  }

  void read_group_folders(const YamlNode& node) {
    const YamlNode* folders = in_.map(node, "group-folders");
    if (!folders) return;
    process_.layout.group_folders.clear();
    for (const YamlEntry& entry : folders->entries) {
      process_.layout.group_folders.push_back(
          {Glob(entry.key), in_.required_text(*folders, entry.key)});
    }
  }

  void read_strict(const YamlNode& root) {
    const std::vector<std::string> known = {"types", "milestones", "reviews", "rosters"};
    process_.strict = {};
    bool* const switches[] = {&process_.strict.types, &process_.strict.milestones,
                              &process_.strict.reviews, &process_.strict.rosters};
    std::vector<Place> places;
    const std::vector<std::string> words = in_.texts(root, "strict", &places);
    for (std::size_t i = 0; i < words.size(); ++i) {
      const auto found = std::ranges::find(known, words[i]);
      if (found == known.end()) {
        in_.fail(places[i], unknown("strictness", words[i], known));
      } else {
        *switches[found - known.begin()] = true;
      }
    }
  }

  void read_handles(const YamlNode& root) {
    const YamlNode* const node = root.find("handles");
    if (!node) return;
    const std::vector<std::string> known = {"at", "plain", "either"};
    const std::string form = in_.text(root, "handles");
    const auto found = std::ranges::find(known, form);
    if (found == known.end()) return in_.fail(node->span, unknown("form of handles", form, known));
    process_.handles = static_cast<HandleForm>(found - known.begin());
  }

  void read_ladder(const YamlNode& node) {
    in_.expect_keys(node,
                    {"id", "stages", "counts-as", "in-code", "on-by-default", "skip", "back"});
    Ladder& ladder = record(process_.ladders, node);
    ladder.place = in_.place(node.span);
    in_.replace(node, "stages", ladder.stages);
    read_out_of_order(in_, node, "skip", ladder.skip);
    read_out_of_order(in_, node, "back", ladder.back);
    if (const YamlNode* in_code = in_.map(node, "in-code")) {
      ladder.in_code.clear();
      for (const YamlEntry& entry : in_code->entries) {
        ladder.in_code.emplace_back(entry.key, in_.texts(*in_code, entry.key));
      }
    }
    if (const YamlNode* switches = in_.map(node, "on-by-default")) {
      ladder.on_by_default.clear();
      for (const YamlEntry& entry : switches->entries) {
        ladder.on_by_default.emplace_back(entry.key, in_.boolean(*switches, entry.key, false));
      }
    }
    const YamlNode* counts_as = in_.map(node, "counts-as");
    if (!counts_as) return;
    ladder.counts_as.clear();
    for (const YamlEntry& entry : counts_as->entries) {
      ladder.counts_as[entry.key] = {entry.value->text, in_.place(entry.value->span)};
    }
  }

  void read_status(const YamlNode& node) {
    in_.expect_keys(node, {"id", "also", "due", "closed", "failed", "successor", "unresolved",
                           "moves", "sections", "detail"});
    Status& status = record(process_.statuses, node);
    in_.replace(node, "also", status.also);
    status.closed = in_.boolean(node, "closed", status.closed);
    status.failed = in_.boolean(node, "failed", status.failed);
    status.successor = in_.boolean(node, "successor", status.successor);
    status.detailed = in_.boolean(node, "detail", status.detailed);
    if (const YamlNode* severity = node.find("unresolved")) {
      const auto parsed = parse_severity(severity->text);
      if (!parsed) in_.fail(severity->span, "a severity is off, info, warning or error");
      status.unresolved = parsed.value_or(status.unresolved);
    }
    if (const YamlNode* due = node.find("due")) {
      status.due = in_.text(node, "due");
      status.due_place = in_.place(due->span);
    }
    if (const YamlNode* sections = node.find("sections")) {
      status.unsectioned = sections->text == "none";
      if (!status.unsectioned) {
        in_.fail(sections->span,
                 "`sections` of a status is `none`, or left out; `due` names a gate with sections");
      } else if (!status.due.empty()) {
        in_.fail(sections->span, "where no sections are due there is no gate whose sections are");
      }
    }
    read_moves(in_, node, status.moves);
  }

  void read_sections(const YamlNode& root) {
    const YamlNode* node = root.find("sections");
    if (!node) return;
    const std::string whose = in_.text(root, "sections");
    if (whose != "pack" && whose != "template") {
      in_.fail(node->span, "sections are those of the `template`, or those of the `pack`, too");
    }
    notes_.pack_sections = whose == "pack";
  }

  void read_kind(const YamlNode& node) {
    in_.expect_keys(node, {"id", "template", "repository", "lineage", "metadata", "criteria",
                           "excludes", "wrap", "tracking"});
    Kind& kind = record(process_.kinds, node);
    if (node.find("repository")) replace(notes_.places[kind.id], node, "repository");
    if (const YamlNode* path = node.find("template")) kind.place = in_.place(path->span);
    if (const YamlNode* path = node.find("lineage")) kind.lineage_place = in_.place(path->span);
    in_.replace(node, "template", kind.template_path);
    in_.replace(node, "lineage", kind.lineage_path);
    if (const YamlNode* path = node.find("metadata")) kind.metadata_place = in_.place(path->span);
    in_.replace(node, "metadata", kind.metadata_path);
    read_criteria(in_, node, kind.criteria);
    in_.replace(node, "excludes", kind.excludes);
    if (const YamlNode* at = node.find("excludes")) kind.excludes_place = in_.place(at->span);
    if (node.find("wrap")) kind.wrap = in_.number(node, "wrap", 0);
    if (const YamlNode* form = in_.map(node, "tracking")) read_tracking(in_, *form, kind.tracking);
    if (kind.template_path.empty()) in_.fail(node.span, "a kind needs a `template`");
  }

  void read_gate(const YamlNode& node) {
    in_.expect_keys(node, {"id", "status", "stage", "after", "sections", "conditions"});
    Gate& gate = record(process_.gates, node);
    gate.place = in_.place(node.span);
    in_.replace(node, "status", gate.status);
    in_.replace(node, "stage", gate.stage);
    if (const YamlNode* at = node.find("status")) gate.status_place = in_.place(at->span);
    if (const YamlNode* at = node.find("stage")) gate.stage_place = in_.place(at->span);
    if (node.find("after")) {
      gate.after_places.clear();
      gate.after = in_.texts(node, "after", &gate.after_places);
    }
    if (node.find("sections")) {
      gate.section_places.clear();
      gate.sections = in_.texts(node, "sections", &gate.section_places);
    }
    read_conditions(in_, node, gate.conditions);
  }

  void read_rename(const YamlNode& node) {
    in_.expect_keys(node, {"from", "to"});
    const std::string title = in_.required_text(node, "to");
    const std::string to = heading_key(title);
    if (const YamlNode* at = node.find("to")) {
      process_.rename_targets.push_back({title, in_.place(at->span)});
    }
    for (const std::string& from : in_.texts(node, "from")) {
      const bool begins = from.ends_with(" *");
      process_.renames[heading_key(from) + (begins ? std::string(kAndMore) : "")] = to;
    }
  }

  void read_words(const YamlNode& node) {
    in_.expect_keys(node, {"placeholders", "not-applicable", "nothing", "title-placeholders",
                           "unset", "entries", "promises"});
    Words& words = process_.words;
    in_.replace(node, "placeholders", words.placeholders);
    in_.replace(node, "not-applicable", words.not_applicable);
    in_.replace(node, "nothing", words.nothing);
    in_.replace(node, "title-placeholders", words.title_placeholders);
    in_.replace(node, "unset", words.unset);
    if (const YamlNode* promises = in_.map(node, "promises")) {
      read_promises(*promises, words.promises);
    }
    if (!node.find("entries")) return;
    words.entries.clear();
    for (const YamlNode& entry : in_.list(node, "entries")) {
      words.entries.push_back(read_entry(entry));
    }
  }

  EntryForm read_entry(const YamlNode& node) {
    in_.expect_keys(node, {"sections", "form", "placeholders", "holds", "linked"});
    EntryForm form;
    form.sections = in_.texts(node, "sections");
    form.form = in_.required_text(node, "form");
    form.placeholders = in_.texts(node, "placeholders");
    const std::vector<std::string> known = {"date", "percentage"};
    std::vector<Place> places;
    const std::vector<std::string> held = in_.texts(node, "holds", &places);
    for (std::size_t i = 0; i < held.size(); ++i) {
      if (held[i] == "date") form.date = true;
      if (held[i] == "percentage") form.percentage = true;
      if (std::ranges::find(known, held[i]) == known.end()) {
        in_.fail(places[i], unknown("part of an entry", held[i], known));
      }
    }
    if (const YamlNode* linked = in_.map(node, "linked")) {
      in_.expect_keys(*linked, {"names", "from"});
      form.names = in_.texts(*linked, "names");
      for (std::string& name : form.names) name = lower(name);
      form.from = in_.text(*linked, "from");
      form.from_place = in_.place(linked->find("from") ? linked->find("from")->span : linked->span);
      if (form.names.empty()) in_.fail(linked->span, "which entries are linked? give `names`");
    }
    return form;
  }

  std::vector<std::string> phrases(const YamlNode& node, std::string_view key) {
    std::vector<Place> places;
    std::vector<std::string> all = in_.texts(node, key, &places);
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i] = heading_words(all[i]);
      if (all[i].empty()) in_.fail(places[i], "it has no words: any text would hold it");
    }
    return all;
  }

  void read_cross_cutting(const YamlNode& node) {
    in_.expect_keys(node, {"group", "groups", "phrases"});
    CrossCutting& cross = process_.cross_cutting;
    in_.replace(node, "group", cross.group);
    cross.groups = in_.number(node, "groups", cross.groups);
    if (node.find("phrases")) cross.phrases = phrases(node, "phrases");
  }

  void read_promises(const YamlNode& node, Promises& promises) {
    in_.expect_keys(node, {"open", "put-off", "verbs", "before", "after", "around", "marks",
                           "plans", "spared", "unwritten", "openings"});
    in_.replace(node, "open", promises.open);
    in_.replace(node, "put-off", promises.put_off);
    in_.replace(node, "verbs", promises.verbs);
    in_.replace(node, "before", promises.before);
    in_.replace(node, "after", promises.after);
    in_.replace(node, "around", promises.around);
    in_.replace(node, "marks", promises.marks);
    in_.replace(node, "plans", promises.plans);
    in_.replace(node, "spared", promises.spared);
    in_.replace(node, "unwritten", promises.unwritten);
    in_.replace(node, "openings", promises.openings);
  }

  void read_phrases(const YamlNode& root) {
    process_.phrases.clear();
    for (const YamlNode& node : in_.list(root, "phrases")) {
      in_.expect_keys(node, {"text", "stage"});
      StagePhrase phrase{lower(in_.required_text(node, "text")), in_.text(node, "stage"), {}};
      phrase.stage_place = in_.place(node.find("stage") ? node.find("stage")->span : node.span);
      process_.phrases.push_back(std::move(phrase));
    }
  }

  void read_substance(const YamlNode& node) {
    in_.expect_keys(node, {"paragraphs", "paragraph-words", "covered", "reviewed", "acknowledged"});
    Substance& substance = process_.substance;
    in_.replace(node, "paragraphs", substance.paragraphs);
    substance.paragraph_words = in_.number(node, "paragraph-words", substance.paragraph_words);
    if (node.find("covered")) substance.covered.clear();
    for (const YamlNode& topic : in_.list(node, "covered")) {
      in_.expect_keys(topic, {"section", "in", "words"});
      substance.covered.push_back({in_.required_text(topic, "section"),
                                   in_.required_text(topic, "in"), in_.texts(topic, "words")});
    }
    if (node.find("acknowledged")) substance.acknowledged.clear();
    for (const YamlNode& one : in_.list(node, "acknowledged")) {
      in_.expect_keys(one, {"section", "texts"});
      substance.acknowledged.push_back({in_.required_text(one, "section"), phrases(one, "texts")});
    }
    if (node.find("reviewed")) substance.reviewed.clear();
    for (const YamlNode& topic : in_.list(node, "reviewed")) {
      in_.expect_keys(topic, {"section", "topics", "reviewers"});
      ReviewedTopics reviewed{in_.required_text(topic, "section"), in_.texts(topic, "topics"), {}};
      std::vector<Place> places;
      for (const std::string& beginning : in_.texts(topic, "reviewers", &places)) {
        if (beginning.empty()) {
          in_.fail(places[reviewed.reviewers.size()],
                   "one of the `reviewers` is empty: any text would name it");
        }
        reviewed.reviewers.push_back(lower(beginning));
      }
      substance.reviewed.push_back(std::move(reviewed));
    }
  }

  void read_rules(const YamlNode& node, std::vector<RuleSetting>& rules) {
    for (const YamlEntry& entry : node.entries) {
      const auto severity = parse_severity(entry.value->text);
      if (!entry.value->is_scalar() || !severity) {
        in_.fail(entry.value->span, "a rule is set to off, info, warning or error");
        continue;
      }
      rules.push_back({entry.key, *severity, in_.place(entry.key_span)});
    }
  }

  void read_path_settings(const YamlNode& node) {
    in_.expect_keys(node, {"match", "rules"});
    PathSettings settings{Glob(in_.required_text(node, "match")), {}};
    if (const YamlNode* rules = in_.map(node, "rules")) read_rules(*rules, settings.rules);
    process_.paths.push_back(std::move(settings));
  }

  Process& process_;
  TemplateNotes& notes_;
  YamlReader& in_;
};

}  // namespace

void read_process(YamlReader& in, const YamlNode& root, Process& process, TemplateNotes& notes) {
  ProcessReader(process, notes, in).read(root);
}

void read_layout_of(YamlReader& in, const YamlNode& root, Process& process) {
  TemplateNotes notes;
  ProcessReader(process, notes, in).read_layout_of(root);
}

}  // namespace milepost
