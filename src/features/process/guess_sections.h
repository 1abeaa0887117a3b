// Which of a template's sections examples have, and how their titles begin.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "features/process/examples.h"
#include "features/process/guess_layout.h"
#include "process/template.h"

namespace milepost::process {

struct SectionGuess {
  std::string title;
  int level = 2;
  bool is_title = false;
  bool required = false;
  bool optional_by_name = false;  // the template calls it so
  std::vector<bool> in;           // each example
  std::size_t count = 0;          // so many have it
};

struct SectionsGuess {
  bool has_directives = false;  // the template says itself what is required
  std::vector<SectionGuess> sections;
  // Headings that the template lacks and half of the examples have, and how many.
  std::vector<std::pair<std::string, std::size_t>> others;
  std::string title;         // what the template has for one: "Your title"
  std::string title_prefix;  // "TEP-{number}: "; "" for none
  std::size_t prefixed = 0;  // titles that begin so
};

SectionsGuess guess_sections(const Examples& examples, const LayoutGuess& layout);

// The template with a directive below each heading, unless it has its own.
std::string with_directives(const Source& source, const SectionsGuess& guess);

}  // namespace milepost::process
