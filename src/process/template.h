// A Template is a Markdown document whose headings say what a proposal must
// contain. A directive, an HTML comment right after a heading, says whether the
// section is required and from which stage:
//
//   ### Scalability
//   <!--DIRECTIVE: required: true,stage: beta-->
//
// Reading always succeeds; what is wrong with a directive is in problems().
// Immutable; threads may share it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/date.h"
#include "base/once.h"
#include "base/source.h"
#include "base/span.h"
#include "text/document.h"

namespace milepost {

// What must be given when a choice is ticked: "Feature gate name:".
struct ChoiceDetail {
  std::string label;  // as written, without the colon
  std::string words;  // for comparing
  bool optional = false;
};

// A box to tick in a questionnaire's answer: "- [ ] Feature gate".
struct Choice {
  std::string label;
  std::string words;
  std::vector<ChoiceDetail> details;
};

struct TemplateSection {
  std::string title;
  std::string key;        // heading_key(title)
  std::size_t words = 0;  // in the key
  int level = 1;
  std::uint32_t line = 1;
  std::uint32_t parent = kNone;
  std::uint32_t end = 0;   // the sections below this one are (index, end)
  Span span;               // of the heading
  bool directed = false;   // carries a directive
  bool required = false;   // as written; see due.h for what follows from parents
  bool pack_only = false;  // the repository's own template lacks it: known, but never asked for
  std::string stage;       // from which stage; inherited from the parent, "" for the first
  Span stage_span;
  std::vector<Choice> choices;

  bool checklist = false;      // boxes to tick and nothing to fill in: it is there or not
  bool questionnaire = false;  // everything below it, at the leaves, is a question

  bool is_question() const { return title.ends_with('?'); }
};

enum class DirectiveFault : std::uint8_t {
  kUnclosed,
  kKeyUnknown,
  kValueWrong,
  kMisplaced,  // no heading right before it
  kRepeated,
};

struct TemplateProblem {
  DirectiveFault fault;
  Span span;
  std::string detail;  // the key or value concerned
};

class Template {
 public:
  // Without directives, every heading that does not call itself optional is
  // required.
  explicit Template(std::shared_ptr<const Source> source);

  // The same text with other sections, in their order; parents follow from levels.
  Template with_sections(std::vector<TemplateSection> sections) const;

  const Document& document() const { return document_; }
  const std::vector<TemplateSection>& sections() const { return sections_; }
  const std::vector<TemplateProblem>& problems() const { return problems_; }
  bool has_directives() const { return has_directives_; }
  // The sections with this heading_key, or nullptr.
  const std::vector<std::uint32_t>* find(const std::string& key) const;

  // Hashes of the normalised lines of its text and comments: what an author
  // finds here and is meant to replace. See boilerplate.h.
  const std::unordered_set<std::uint64_t>& lines() const { return lines_; }

 private:
  void read_sections();
  void read_directives();
  void inherit();
  void require_unless_optional();
  void read_choices();
  void find_questionnaires();
  std::uint32_t section_before(std::uint32_t offset) const;

  Document document_;
  std::vector<TemplateSection> sections_;
  std::vector<TemplateProblem> problems_;
  std::unordered_map<std::string, std::vector<std::uint32_t>> by_key_;
  std::unordered_set<std::uint64_t> lines_;
  bool has_directives_ = false;
};

// What a file of the repository held from a day on, by the commit that brought it.
struct PastText {
  std::shared_ptr<const Source> source;
  Date since;
};

// What a repository's template said in earlier commits. git's history is walked when that is
// first asked for: who lists proposals does not need it. Threads may share it.
class PastTemplates {
 public:
  using Texts = std::vector<PastText>;  // the newest first
  explicit PastTemplates(std::function<Texts()> read) : read_(std::move(read)) {}

  const Texts& texts() const { return texts_.get(read_); }
  const std::unordered_set<std::uint64_t>& lines() const;  // as Template::lines()
  // The text on a day, or the oldest that is known; null for none.
  std::shared_ptr<const Source> text_on(const Date& day) const;

 private:
  std::function<Texts()> read_;
  Once<Texts> texts_;
  Once<std::unordered_set<std::uint64_t>> lines_;
};

}  // namespace milepost
