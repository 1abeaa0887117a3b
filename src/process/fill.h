// Whether a section says anything. Comments, link definitions and lines that
// some version of the template contains are not the author's; what remains
// decides. "No" is an answer; "TBD", an empty label or an unticked list of the
// template's choices is not.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "process/boilerplate.h"
#include "process/process.h"
#include "text/document.h"

namespace milepost {

class PromiseReader;

enum class Fill : std::uint8_t {
  kEmpty,
  kInstructions,   // nothing but comments the template put there
  kCommented,      // nothing but the author's own text in comments
  kBoilerplate,    // visible lines of the template, unchanged
  kPlaceholder,    // "TBD", "<package>"
  kNotApplicable,  // "N/A": counts as an answer
  kFilled,
};

constexpr bool is_answer(Fill fill) {
  return fill == Fill::kFilled || fill == Fill::kNotApplicable;
}

// What the author was given, and what counts as nothing.
class FillJudge {
 public:
  explicit FillJudge(const Process& process);

  // Judges the text of `spans`, which belong to `section` of the template. What is put off to
  // a stage is no answer at it.
  struct Verdict {
    Fill fill = Fill::kEmpty;
    Span at;  // the placeholder, the comment or the line that decided
  };
  Verdict judge(const Document& document, const std::vector<Span>& spans,
                const TemplateSection& section, std::string_view stage = {}) const;

  // Whether some version of the template contains the line or paragraph, or any
  // line of the text.
  bool is_template_line(std::string_view line) const;
  bool has_template_line(std::string_view text) const;

  // Whether a whole text means "not yet": "TBD", "to be determined later".
  bool is_placeholder(std::string_view text) const;
  // Whether a text begins with "N/A": what follows says why.
  bool begins_not_applicable(std::string_view text) const;
  const PromiseReader& promises() const { return *promises_; }

 private:
  struct Scan;
  void judge_cut_block(const Document& document, std::uint32_t first, Span span, Scan& scan) const;
  void judge_block(const Document& document, const Block& block, Scan& scan) const;
  void judge_paragraph(const Document& document, Span span, Scan& scan) const;
  void judge_lines(const Document& document, Span span, Scan& scan) const;
  Fill judge_line(std::string_view bare, const TemplateSection& section) const;
  bool has_entry_placeholder(std::string_view line, const TemplateSection& section) const;

  // An entry form, with the keys of the sections it is for.
  struct Entry {
    std::vector<std::string> keys;
    const std::vector<std::string>* placeholders;
  };

  LineTable lines_;                                                 // of every template and version
  std::vector<std::string> placeholders_, not_applicable_;          // as words
  std::vector<std::string> placeholder_starts_, placeholder_ends_;  // their first and last words
  std::vector<std::string> not_applicable_starts_;
  std::vector<Entry> entries_;
  std::shared_ptr<const PromiseReader> promises_;
};

}  // namespace milepost
