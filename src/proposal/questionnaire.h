// How a document answers the template's questions with choices: which boxes are
// ticked, what stands under their labels, and which names that gives for a field
// of the metadata.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "process/field.h"
#include "proposal/judgement.h"

namespace milepost {

// A box of the document that stands for one of the template's choices.
struct GivenChoice {
  const Choice* choice = nullptr;
  const TaskItem* task = nullptr;
  Span text;  // of the section it stands in
};

// Those in the template's section `t`, in order.
std::vector<GivenChoice> given_choices(const Document& document, const Judgement& judgement,
                                       std::uint32_t t);

// What stands after the label in the choice's own list, as words; nothing when no
// item of it has the label.
std::optional<std::string> answer_to(const Document& document, const TaskItem& task,
                                     const ChoiceDetail& detail);

// A name an answer gives, without markup, and where.
struct NamedThing {
  std::string name;
  Span span;
};

// What the document says about a field that repeats an answer.
struct GivenAnswer {
  bool chosen = false;     // the field's choice is ticked
  bool otherwise = false;  // the one that says there is none is
  // What stands after the label, as far as it plainly is a name: a list of them
  // ends with the first word that is none.
  std::vector<NamedThing> names;
};
GivenAnswer read_answer(const Document& document, const Judgement& judgement, std::uint32_t t,
                        const FieldAnswer& answer);

// The names at the beginning of a text: "`one_total{a=\"b\"}` and two_total for
// calls" has one_total and two_total. A word counts when it is written as code,
// or has a capital or `_` inside.
std::vector<NamedThing> leading_names(std::string_view text, std::uint32_t offset);

}  // namespace milepost
