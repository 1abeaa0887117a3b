#include "features/review/text.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "base/utf8.h"
#include "features/common/card_json.h"
#include "features/findings/findings_json.h"
#include "features/findings/region.h"
#include "features/review/json.h"
#include "features/show/formats.h"
#include "proposal/unmerged.h"
#include "render/excerpt.h"
#include "render/table.h"

namespace milepost::show {

namespace {

constexpr std::uint32_t kLabel = 14;

constexpr std::string_view kMarks[] = {"●", "○", "✗", "·"};

std::string_view mark(Health health) { return kMarks[static_cast<std::size_t>(health)]; }

std::string people_text(const std::vector<std::string>& people) {
  std::vector<std::string> names;
  for (const std::string& person : people) names.push_back(person_text(person));
  return fmt::format("{}", fmt::join(names, ", "));
}

class PageText {
 public:
  PageText(const ProposalPage& page, const TextOptions& options) : page_(page), options_(options) {}

  std::string render() {
    show_head();
    show_fields();
    show_reviews();
    show_sections();
    show_findings();
    show_relations();
    return std::move(out_);
  }

 private:
  void add(std::string_view line) {
    const std::size_t end = line.find_last_not_of(' ');
    out_.append(line.substr(0, end == line.npos ? 0 : end + 1));
    out_.push_back('\n');
  }

  std::string bold(std::string_view text) const {
    return options_.colour ? fmt::format("\x1b[1m{}\x1b[0m", text) : std::string(text);
  }

  std::string painted(Severity severity, std::string_view text) const {
    if (!options_.colour) return std::string(text);
    const int colour = severity == Severity::kError ? 31 : severity == Severity::kWarning ? 33 : 36;
    return fmt::format("\x1b[{}m{}\x1b[0m", colour, text);
  }

  void show_head() {
    const Card& card = page_.card;
    add(bold(printable(heading(card))));
    std::vector<std::string> words;
    for (const std::string* word :
         {&card.group, &card.status, &card.stage, &card.latest_milestone}) {
      if (!word->empty()) words.push_back(printable(*word));
    }
    add(fmt::format("{}", fmt::join(words, " · ")));
    if (!card.path.empty()) add(printable_path(card.path));
    if (!card.unmerged) return;
    add(printable(note_of(*card.unmerged)));
    if (!card.unmerged->problem.empty()) add(printable(card.unmerged->problem));
    if (!card.unmerged->fetch.empty()) add(fmt::format("  {}", printable(card.unmerged->fetch)));
  }

  // "  authors       @jane, @joe", wrapped under its beginning.
  void field(std::string_view label, const std::string& text) {
    if (text.empty()) return;
    const std::uint32_t room = std::max(options_.columns, 40U) - kLabel - 2;
    const auto lines = wrap(printable(text), room, room);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      add(fmt::format("  {:<{}}{}", i == 0 ? label : "", kLabel, lines[i]));
    }
  }

  void show_fields() {
    const Card& card = page_.card;
    add("");
    field("authors", people_text(card.authors));
    field("reviewers", people_text(card.reviewers));
    field("approvers", people_text(card.approvers));
    field("with", fmt::format("{}", fmt::join(card.participating_groups, ", ")));
    std::string dates = card.created ? to_string(*card.created) : std::string();
    if (card.updated) dates += fmt::format(", updated {}", to_string(*card.updated));
    field("created", dates);
    std::vector<std::string> milestones;
    for (const auto& [stage, version] : card.milestones)
      milestones.push_back(fmt::format("{} {}", stage, version));
    field("milestones", fmt::format("{}", fmt::join(milestones, ", ")));
    field("gates", fmt::format("{}", fmt::join(card.feature_gates, ", ")));
    field("template", page_.template_version.empty()
                          ? std::string()
                          : fmt::format("version {}{}", page_.template_version,
                                        page_.current_template ? ", the current one" : ""));
  }

  void show_reviews() {
    if (!page_.reviews) return;
    const auto reviews = review::review_lines(*page_.reviews);
    if (reviews.empty()) return;
    add("");
    add(bold("Reviews"));
    const std::uint32_t room = std::max(options_.columns, 40U) - 4;
    for (const std::string& review : reviews) {
      const auto lines = wrap(review, room + 2, room);
      for (std::size_t i = 0; i < lines.size(); ++i) add((i == 0 ? "  " : "    ") + lines[i]);
    }
  }

  void show_sections() {
    if (page_.sections.empty()) return;
    add("");
    add(page_.stage.empty() ? bold("Sections")
                            : bold(fmt::format("Sections, for {}", printable(page_.stage))));
    std::uint32_t widest = 0;
    for (const SectionLine& line : page_.sections) {
      widest = std::max(widest, utf8::width(printable(line.title)));
    }
    widest = std::min(widest, std::max(options_.columns, 60U) - 30);
    bool beyond = false;
    for (const SectionLine& line : page_.sections) {
      beyond = beyond || line.beyond_template;
      const std::string title = fitted(printable(line.title), widest);
      std::string dots;
      for (const SectionLine& below : line.below) dots += mark(below.health);
      add(fmt::format("  {} {}{:{}}  {}", line.beyond_template ? "+" : mark(line.health), title, "",
                      widest - std::min(widest, utf8::width(title)), dots));
      show_gaps(line);
    }
    add(fmt::format("  {} filled  {} not filled  {} missing  {} not asked for yet{}", kMarks[0],
                    kMarks[1], kMarks[2], kMarks[3], beyond ? "  + not in the template" : ""));
  }

  void show_gaps(const SectionLine& line) {
    for (const SectionLine& below : line.below) {
      if (below.health != Health::kMissing && below.health != Health::kNotFilled) continue;
      const std::uint32_t room = std::max(options_.columns, 40U) - 8;
      add(fmt::format("      {} {}", mark(below.health), fitted(printable(below.title), room)));
    }
  }

  void show_findings() {
    const findings::Run& run = page_.run;
    add("");
    if (run.findings.empty()) {
      add("Nothing is wrong with it.");
      return;
    }
    add(bold(fmt::format("{}, {}, {}", counted(run.count(Severity::kError), "error"),
                         counted(run.count(Severity::kWarning), "warning"),
                         counted(run.count(Severity::kInfo), "info"))));
    findings::Regions places;
    for (const Finding& finding : run.findings) {
      const std::string_view severity = name(finding.severity);
      const std::string path(findings::path_of(finding));
      const std::string at = fmt::format("{}:{}", printable(path.substr(path.rfind('/') + 1)),
                                         places.of(finding).line);
      const std::uint32_t used = 4 + static_cast<std::uint32_t>(severity.size()) + 7;
      const std::uint32_t room = std::max(options_.columns, 60U);
      auto lines = wrap(printable(finding.message) + "  " + at, room - used, room - 6);
      // The place is one word, and the last.
      if (lines.back().ends_with(at)) {
        lines.back().resize(lines.back().size() - at.size());
        lines.back() += options_.links.link(path, places.of(finding).line, at);
      }
      add("  " + painted(finding.severity, severity) +
          fmt::format(" {}  {}", finding.code, lines.front()));
      for (std::size_t i = 1; i < lines.size(); ++i) add("      " + lines[i]);
    }
  }

  void show_relations() {
    if (page_.relations.empty()) return;
    add("");
    add(bold("Relations"));
    for (const RelationLine& line : page_.relations) {
      field(line.relation, line.resolved ? line.text : line.text + " (not found)");
    }
  }

  const ProposalPage& page_;
  const TextOptions& options_;
  std::string out_;
};

Json section_json(const SectionLine& line) {
  Json value;
  value["title"] = line.title;
  value["level"] = line.level;
  value["health"] = name(line.health);
  value["beyondTemplate"] = line.beyond_template;
  value["line"] = line.line == 0 ? Json() : Json(line.line);
  if (line.below.empty()) return value;
  Json below = Json::array();
  for (const SectionLine& part : line.below) below.push_back(section_json(part));
  value["sections"] = std::move(below);
  return value;
}

}  // namespace

std::string render_page_text(const ProposalPage& page, const TextOptions& options) {
  return PageText(page, options).render();
}

std::string render_page_json(const ProposalPage& page) {
  Json value = card_json(page.card);
  value["stageInForce"] = text_or_null(page.stage);
  value["templateVersion"] = text_or_null(page.template_version);
  Json sections = Json::array();
  for (const SectionLine& line : page.sections) sections.push_back(section_json(line));
  value["sections"] = std::move(sections);
  Json relations = Json::array();
  for (const RelationLine& line : page.relations) {
    relations.push_back({{"relation", line.relation},
                         {"text", line.text},
                         {"path", text_or_null(line.path)},
                         {"resolved", line.resolved}});
  }
  value["relations"] = std::move(relations);
  value["findings"] = findings::json_findings(page.run);
  if (page.reviews) {
    value.update(review::approvals_json(*page.reviews));
    value.update(review::concerns_json(*page.reviews));
  }
  return json_text(value);
}

}  // namespace milepost::show
