#include "features/process/pack_yaml.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/glob.h"
#include "base/printable.h"
#include "base/strings.h"
#include "process/load.h"
#include "process/usual.h"
#include "proposal/metadata.h"
#include "text/yaml_write.h"

namespace milepost::process {

namespace {

// Numbers that are given out one after the other leave few gaps.
constexpr std::size_t kMostGaps = 4;
constexpr std::size_t kReadableSections = 2;
constexpr std::size_t kMostIgnored = 8;
constexpr std::string_view kReadable = "readable";

// What documents hold may be anything; a scalar has no control characters.
std::string scalar(std::string_view text, bool quotes = false) {
  return yaml_scalar(printable(text), quotes);
}

std::string quoted_scalar(std::string_view text) { return scalar(text, true); }

std::string flow_list(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) {
    list += (list.empty() ? "" : ", ");
    // In a list between brackets these end a plain text.
    const bool quotes = text.find_first_of(",[]{}:#") != text.npos;
    list += scalar(text, quotes);
  }
  return "[" + list + "]";
}

std::string_view name_of(const std::vector<std::string>& names, std::size_t value) {
  return names[value];
}

class PackWriter {
 public:
  PackWriter(const PackFacts& facts, const Examples& examples, const LayoutGuess& layout,
             const MetadataGuess& metadata, const SectionsGuess& sections)
      : facts_(facts),
        examples_(examples),
        layout_(layout),
        metadata_(metadata),
        sections_(sections),
        all_(examples.all.size()) {}

  std::string write() {
    choose_due();
    write_head();
    write_layout();
    write_fields();
    write_people();
    write_ladder();
    write_statuses();
    write_kinds();
    write_gates();
    write_words();
    return std::move(out_);
  }

 private:
  void line(std::string_view text, std::string_view why = {}) {
    out_ += text;
    if (!why.empty()) out_ += fmt::format("  # {}", printable(single_spaced(why)));
    out_ += '\n';
  }
  void comment(std::string_view text, std::size_t indent = 0) {
    out_ += fmt::format("# {}{}\n", std::string(indent, ' '), printable(single_spaced(text)));
  }

  std::string of_examples(std::size_t count) const {
    if (all_ == 0) return "there are no examples";
    if (count == all_) return fmt::format("in all {} examples", all_);
    return fmt::format("in {} of {} examples", count, all_);
  }

  void write_head() {
    comment(fmt::format("A first version of the process {}, guessed from {} and {}.", facts_.name,
                        facts_.template_word, counted(all_, "example")));
    comment(
        "What a guess rests on stands beside it. Change what is wrong, then see what it finds:");
    comment("milepost process check " + facts_.folder, 2);
    comment("milepost check --process " + facts_.folder, 2);
    if (!examples_.not_markdown.empty()) {
      comment(fmt::format("{} not Markdown and left out, {} for one.",
                          counted(examples_.not_markdown.size(), "file") +
                              (examples_.not_markdown.size() == 1 ? " is" : " are"),
                          examples_.not_markdown.front()));
    }
    line("schema: 1");
    line("name: " + scalar(facts_.name));
    line("title: " + scalar("Proposals in " + (layout_.base.empty() ? facts_.name : layout_.base)));
  }

  void write_layout() {
    out_ += "\nlayout:\n";
    line("  documents: " + flow_list(layout_.documents));
    write_ignored();
    line("  path: " + quoted_scalar(layout_.path),
         all_ == 0 ? "a guess: there are no examples"
                   : fmt::format("{} lie so", of_all(layout_.fit)));
    write_numbers();
    if (!sections_.title_prefix.empty()) {
      line("  title-prefix: " + quoted_scalar(sections_.title_prefix),
           fmt::format("{} titles begin so", sections_.prefixed));
    }
    if (!metadata_.forms.empty()) line("  metadata:");
    for (const FormGuess& form : metadata_.forms) {
      line("    - " + form_text(form), of_examples(form.count));
    }
  }

  std::string of_all(std::size_t count) const {
    return count == all_ ? fmt::format("all {} examples", all_)
                         : fmt::format("{} of {} examples", count, all_);
  }

  static std::string form_text(const FormGuess& form) {
    switch (form.place) {
      case FormGuess::Place::kFile: return "file: " + scalar(form.name);
      case FormGuess::Place::kFrontMatter: return "front-matter: true";
      case FormGuess::Place::kUnderTitle: return "under-title: true";
      case FormGuess::Place::kSection: return "section: " + scalar(form.name);
    }
    return {};
  }

  // What lies among the documents and is none.
  void write_ignored() {
    const auto is_document = [&](const std::string& path) {
      return std::ranges::any_of(
          layout_.documents, [&](const std::string& pattern) { return matches(pattern, path); });
    };
    std::vector<std::string> ignored;
    add_templates(ignored);
    const std::size_t templates = ignored.size();
    std::size_t others = 0;
    for (const std::string& path : examples_.unlike) {
      if (!is_document(path)) continue;
      if (++others <= kMostIgnored) ignored.push_back(path);
    }
    if (!ignored.empty()) {
      line("  ignore: " + flow_list(ignored),
           others == 0      ? "templates"
           : templates == 0 ? "few of the template's headings are there"
                            : "templates, and what has few of their headings");
    }
    if (others > kMostIgnored) {
      line("  least-headings: 2",
           fmt::format("{} more have few of the template's headings", others - kMostIgnored));
    }
  }

  // The template, and where each proposal has a folder all of its own; and this pack.
  void add_templates(std::vector<std::string>& ignored) const {
    const std::string& path = examples_.template_path;
    const std::size_t slash = path.rfind('/');
    if (!layout_.file.empty() && slash != path.npos) {
      ignored.push_back(path.substr(0, slash) + "/**");
    } else if (!path.empty()) {
      ignored.push_back(path);
    }
    add_pack(ignored);
  }

  // This pack: its folder, or its own files alone where proposals lie in it, too.
  void add_pack(std::vector<std::string>& ignored) const {
    if (facts_.folder_in_root.empty()) return;
    const std::string folder = facts_.folder_in_root + "/";
    const bool among = (layout_.base + "/").starts_with(folder) ||
                       std::ranges::any_of(examples_.all, [&](const ExampleProposal& example) {
                         return example.path.starts_with(folder);
                       });
    ignored.push_back(folder + (among ? facts_.template_file : "**"));
    if (among && !facts_.metadata_file.empty()) ignored.push_back(folder + facts_.metadata_file);
  }

  void write_numbers() {
    if (layout_.numbers.empty()) return;
    std::size_t greatest = 0;
    std::set<std::size_t> widths;
    bool zeros = false;
    for (const std::string& number : layout_.numbers) {
      widths.insert(number.size());
      zeros = zeros || (number.size() > 1 && number.front() == '0');
      greatest = std::max<std::size_t>(
          greatest, number.size() > 9 ? SIZE_MAX : static_cast<std::size_t>(std::stoul(number)));
    }
    if (zeros && widths.size() == 1) {
      line(fmt::format("  padded: {}", *widths.begin()),
           fmt::format("each number has {}", counted(*widths.begin(), "digit")));
    } else if (zeros) {
      line(fmt::format("  padded: {}", *widths.begin()),
           fmt::format("numbers have {} to {} digits", *widths.begin(), *widths.rbegin()));
    } else if (widths.size() > 1) {
      line("  unpadded: true", "no number has zeros in front");
    }
    const bool dense = greatest <= kMostGaps * layout_.numbers.size() + kMostGaps;
    line(dense ? "  numbers: next" : "  numbers: given",
         dense ? fmt::format("{} up to {}: one after the other",
                             counted(layout_.numbers.size(), "number"), greatest)
               : fmt::format("{} up to {}: those of issues, as it seems",
                             counted(layout_.numbers.size(), "number"), greatest));
  }

  void write_fields() {
    if (metadata_.fields.empty()) return;
    out_ += "\nfields:\n";
    for (const FieldGuess& field : metadata_.fields) write_field(field);
    for (const FieldGuess& field : metadata_.rare) {
      comment(fmt::format("Left out, since few have it: {} ({})", field.key,
                          of_examples(field.present)));
    }
  }

  // One of these ids means what it says unless the pack says otherwise.
  static bool is_usual_key(std::string_view key) {
    constexpr std::string_view kUsual[] = {"status", "stage", "created", "kind",
                                           "template-version"};
    return std::ranges::find(kUsual, key) != std::end(kUsual);
  }

  void write_field(const FieldGuess& field) {
    std::string why = of_examples(field.present);
    if (field.filled < field.present)
      why += fmt::format(", empty in {}", field.present - field.filled);
    if (field.present == 0) why = "only in the template";
    line("  - id: " + scalar(field.key), why);
    if (field.role != FieldRole::kOther || is_usual_key(field.key)) {
      line(fmt::format("    is: {}",
                       name_of(field_role_names(), static_cast<std::size_t>(field.role))));
    }
    line(fmt::format("    type: {}",
                     name_of(field_type_names(), static_cast<std::size_t>(field.type))),
         field.filled == 0 || field.typed >= field.filled
             ? std::string()
             : fmt::format("{} of {} values are", field.typed, field.filled));
    if (!field.values.empty()) line("    values: " + flow_list(field.values), "no other is there");
    if (all_ > 0 && is_nearly_all(field.filled, all_)) line("    needed: always");
    if (!field.path_part.empty()) {
      line("    path: " + field.path_part, fmt::format("the same in {} paths", field.repeats));
      if (field.role == FieldRole::kNumber) line("    unique: true");
    }
    if (!field.placeholders.empty()) {
      line("    placeholders: " + flow_list(field.placeholders), "what the template says");
    }
  }

  void write_people() {
    const std::size_t people = metadata_.with_at + metadata_.without_at;
    if (people == 0 || metadata_.without_at * 10 < people) return;
    const bool plain = metadata_.with_at * 10 < people;
    out_ += "\n";
    line(plain ? "handles: plain" : "handles: either",
         fmt::format("{} of {} people are written with an @", metadata_.with_at, people));
  }

  void write_ladder() {
    if (metadata_.stages.empty()) return;
    out_ += "\nladders:\n";
    line("  - id: stages");
    line("    stages: " + flow_list(metadata_.stages), "as they follow each other");
  }

  struct Meaning {
    bool closed = false, failed = false, successor = false, resting = false;
    bool open() const { return !closed && !resting; }
  };
  static Meaning meaning_of(const std::string& status) {
    const UsualNames& usual = usual_names();
    return {lists_word(usual.closed, status), lists_word(usual.failed, status),
            lists_word(usual.successor, status), lists_word(usual.resting, status)};
  }

  // In which statuses only the readable sections are due: the first, those that came to nothing,
  // and those whose examples lack what is required.
  void choose_due() {
    for (std::size_t s = 0; s < metadata_.statuses.size(); ++s) {
      const StatusGuess& status = metadata_.statuses[s];
      const Meaning meaning = meaning_of(status.id);
      const bool early = s == 0 || meaning.failed || meaning.successor || meaning.resting;
      std::size_t complete = 0;
      for (std::size_t i = 0; i < all_; ++i) {
        if (metadata_.example_statuses[i] == status.id && has_required(i)) ++complete;
      }
      const bool short_of = status.count > 0 && !is_nearly_all(complete, status.count);
      if (early || short_of) due_.insert(status.id);
    }
    std::vector<std::string> candidates;
    std::size_t required = 0;
    for (const SectionGuess& section : sections_.sections) {
      if (!section.required || section.is_title || is_metadata(section)) continue;
      ++required;
      if (section.level <= 2 && is_in_due(section)) candidates.push_back(section.title);
    }
    // All that is required would be no less than what is required otherwise.
    for (std::string& title : candidates) {
      if (readable_.size() < kReadableSections && readable_.size() + 1 < required) {
        readable_.push_back(std::move(title));
      }
    }
    if (readable_.empty()) due_.clear();
  }

  bool is_metadata(const SectionGuess& section) const {
    return std::ranges::any_of(metadata_.forms, [&](const FormGuess& form) {
      return form.place == FormGuess::Place::kSection && form.name == section.title;
    });
  }

  bool has_required(std::size_t example) const {
    return std::ranges::all_of(sections_.sections, [&](const SectionGuess& section) {
      return !section.required || section.in[example];
    });
  }

  // Whether nearly all examples of those statuses have it.
  bool is_in_due(const SectionGuess& section) const {
    std::size_t examples = 0;
    std::size_t with = 0;
    for (std::size_t i = 0; i < all_; ++i) {
      if (!due_.contains(metadata_.example_statuses[i])) continue;
      ++examples;
      if (section.in[i]) ++with;
    }
    return examples == 0 || is_nearly_all(with, examples);
  }

  std::vector<std::string> moves_from(std::size_t at) const {
    const Meaning from = meaning_of(metadata_.statuses[at].id);
    std::vector<std::string> moves;
    const auto add_all = [&](const auto& wanted) {
      for (std::size_t s = 0; s < metadata_.statuses.size(); ++s) {
        const std::string& id = metadata_.statuses[s].id;
        const bool known = std::ranges::find(moves, id) != moves.end();
        if (s != at && !known && wanted(s, meaning_of(id))) moves.push_back(id);
      }
    };
    const auto is_success = [](const Meaning& meaning) {
      return meaning.closed && !meaning.failed && !meaning.successor;
    };
    if (from.closed) {
      if (is_success(from)) add_all([](std::size_t, const Meaning& to) { return to.successor; });
      return moves;
    }
    bool next = false;
    add_all([&](std::size_t s, const Meaning& to) {
      const bool follows = !next && to.open() && (from.resting || s > at);
      next = next || follows;
      return follows;
    });
    if (!next) add_all([&](std::size_t, const Meaning& to) { return is_success(to); });
    add_all([&](std::size_t, const Meaning& to) {
      return to.failed || to.successor || (to.resting && !from.resting);
    });
    return moves;
  }

  void write_statuses() {
    if (metadata_.statuses.empty()) return;
    out_ += "\n";
    comment("Moves, and which statuses are closed, are guesses by what such words usually mean.");
    line("statuses:");
    for (std::size_t s = 0; s < metadata_.statuses.size(); ++s) {
      const StatusGuess& status = metadata_.statuses[s];
      const Meaning meaning = meaning_of(status.id);
      line("  - id: " + scalar(status.id), status.count > 0      ? of_examples(status.count)
                                           : !status.why.empty() ? status.why
                                                                 : "only in the template");
      if (meaning.closed) line("    closed: true");
      if (meaning.failed) line("    failed: true");
      if (status.detailed) line("    detail: true", "more stands behind it in some");
      // Asked of all, it would find fault with examples that name none.
      if (meaning.successor) {
        out_ += "    # successor: true  # asks each to name what took its place\n";
      }
      if (due_.contains(status.id)) line(fmt::format("    due: {}", kReadable));
      const auto moves = moves_from(s);
      if (!moves.empty()) line("    moves: " + flow_list(moves));
    }
    for (const StatusGuess& status : metadata_.odd_statuses) {
      comment(
          fmt::format("Left out, since few say it: {} ({})", status.id, of_examples(status.count)));
    }
  }

  void write_kinds() {
    out_ += "\nkinds:\n";
    line("  - id: proposal");
    line("    template: " + scalar(facts_.template_file));
    if (!facts_.metadata_file.empty()) line("    metadata: " + scalar(facts_.metadata_file));
    if (!examples_.template_path.empty()) {
      line("    repository: " + flow_list({examples_.template_path}),
           "its text is what a new proposal begins with");
    }
    if (sections_.has_directives) {
      comment("The template's own directives say what is required.");
      return;
    }
    comment(fmt::format("Required sections, as the directives in {} say:", facts_.template_file));
    for (const SectionGuess& section : sections_.sections) {
      comment(fmt::format("{} {}: {}", section.required ? "required" : "optional", section.title,
                          section.optional_by_name ? "the template calls it optional"
                                                   : of_examples(section.count)),
              2);
    }
    for (const auto& [title, count] : sections_.others) {
      comment(
          fmt::format("The template has no section {}, which is {}.", title, of_examples(count)));
    }
  }

  void write_gates() {
    if (readable_.empty() || due_.empty()) return;
    out_ += "\ngates:\n";
    line(fmt::format("  - id: {}", kReadable));
    line("    status: " + scalar(metadata_.statuses.front().id));
    line("    sections: " + flow_list(readable_), "what nearly all have from the start");
    for (std::size_t s = 1; s < metadata_.statuses.size(); ++s) {
      const std::string& status = metadata_.statuses[s].id;
      const Meaning meaning = meaning_of(status);
      if (meaning.failed || meaning.successor || meaning.resting || due_.contains(status)) continue;
      line("  - id: " + scalar(status));
      line("    status: " + scalar(status));
      line(fmt::format("    after: {}", kReadable));
      line("    conditions:");
      line("      - {id: sections, is: sections}", "those that the template requires");
    }
  }

  void write_words() {
    out_ += "\nwords:\n";
    if (!sections_.title.empty()) {
      line("  title-placeholders: " + flow_list({sections_.title}), "the template's title");
    }
    const auto fallback = fallback_pack();
    const auto pack = fallback ? load_process(built_in_pack(*fallback), nullptr)
                               : tl::unexpected(fallback.error());
    if (!pack) return;
    const Words& words = (*pack)->words;
    line("  placeholders: " + flow_list(words.placeholders), "no answer yet");
    line("  not-applicable: " + flow_list(words.not_applicable), "an answer, worth a look");
  }

  const PackFacts& facts_;
  const Examples& examples_;
  const LayoutGuess& layout_;
  const MetadataGuess& metadata_;
  const SectionsGuess& sections_;
  const std::size_t all_;
  std::set<std::string> due_;
  std::vector<std::string> readable_;
  std::string out_;
};

}  // namespace

std::string write_pack_yaml(const PackFacts& facts, const Examples& examples,
                            const LayoutGuess& layout, const MetadataGuess& metadata,
                            const SectionsGuess& sections) {
  return PackWriter(facts, examples, layout, metadata, sections).write();
}

}  // namespace milepost::process
