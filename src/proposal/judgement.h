// A Judgement is a proposal held against the template it was written for: which
// kind and version that is, which stage is in force, and for every section of
// the template where it stands in the document, whether it is due and whether
// it is filled. Rules read it; nothing is judged twice.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "process/fill.h"
#include "process/match.h"
#include "process/process.h"
#include "proposal/delegation.h"
#include "proposal/proposal.h"

namespace milepost {

enum class Need : std::uint8_t {
  kOptional,
  kLater,  // required, but not at this stage or status
  kDrift,  // required now by a newer template than the proposal's own
  kDue,
};

// Whether the text has a "no", "not", "only" and the like: that there is nothing to upgrade, or
// that the questions are out of scope.
bool denies(std::string_view text);

struct SectionVerdict {
  Need need = Need::kOptional;
  Fill fill = Fill::kEmpty;  // of the section and everything below it
  Span fill_at;              // what decided
  // A question that is not there, but whose questionnaire was answered in one
  // text: the template's section that holds it.
  std::uint32_t covered_by = kNone;
  // A missing section whose heading stands in a comment or a code block: where
  // that begins, and where the heading is.
  Span hidden_in;
  std::uint32_t hidden_line_offset = 0;
  bool hidden_in_code = false;
};

struct Judgement {
  const Kind* kind = nullptr;
  const HeadingIndex* headings = nullptr;  // of the kind
  const FillJudge* fills = nullptr;
  std::size_t version = 0;         // of the kind's lineage, if it has one
  std::size_t first_version = 0;   // it was begun with; the same unless it was rewritten
  const Status* status = nullptr;  // in force; null for one the process does not know
  std::string_view stage;          // in force; "" for a process without stages
  bool stage_said = false;         // by --for or the metadata; else the first is assumed
  bool small_set = false;          // only the sections of the status's gate are due
  Matching matching;
  std::vector<SectionVerdict> sections;  // parallel to the template's
  // Code and comments that are never closed and hide sections which are due. What stands in
  // them is not known: nothing may be written there.
  std::vector<Span> swallowed;
  std::optional<Delegation> delegation;  // where its sections are; none is then due

  const Template& pattern() const { return *kind->pattern; }
  const TemplateSection& wanted(std::size_t t) const { return pattern().sections()[t]; }
  bool missing(std::size_t t) const { return !matching.sections[t].found(); }
  // Required now and neither there nor answered in another way.
  bool lacking(std::size_t t) const {
    return sections[t].need == Need::kDue && missing(t) && sections[t].covered_by == kNone;
  }
  // The section's number in the template by its title; kNone when there is none.
  std::uint32_t find(std::string_view title) const;
};

// The spans of the document that belong to the template's section itself, those
// of its children left out.
std::vector<Span> own_text(const Document& document, const Judgement& judgement, std::uint32_t t);
// The same into a vector that is used again and again.
void own_text(const Document& document, const Judgement& judgement, std::uint32_t t,
              std::vector<Span>& spans);

struct JudgeOptions {
  std::string_view stage;  // --for
  const Kind* kind = nullptr;
  std::string_view status = {};  // as if it were in this one; "": in its own
};

// Holds what judging by one process needs; share it.
class Judge {
 public:
  explicit Judge(const Process& process);

  Judgement judge(const Proposal& proposal, const JudgeOptions& options) const;

  // How many headings the document shares with the best-matching kind.
  std::size_t shared_headings(const Document& document) const;
  // The kind whose template the document has most of, where its metadata does not say.
  const Kind& kind_of(const Document& document) const;

 private:
  const Kind& choose_kind(const Document& document, Matching& matching) const;
  const HeadingIndex& index_of(const Kind& kind) const;

  const Process& process_;
  std::vector<HeadingIndex> indexes_;  // parallel to the process's kinds
  FillJudge fills_;
};

}  // namespace milepost
