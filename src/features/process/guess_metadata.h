// What the metadata of examples looks like: where it stands, which keys it has, what they hold.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "features/process/examples.h"
#include "features/process/guess_layout.h"
#include "process/field.h"
#include "text/yaml.h"

namespace milepost::process {

// A place for metadata, and how many examples have theirs there.
struct FormGuess {
  enum class Place : std::uint8_t { kFile, kFrontMatter, kUnderTitle, kSection };
  Place place = Place::kFrontMatter;
  std::string name;  // of the file or section
  std::size_t count = 0;
};

struct FieldGuess {
  std::string key;
  FieldRole role = FieldRole::kOther;
  FieldType type = FieldType::kText;
  std::size_t present = 0;  // in so many examples
  std::size_t filled = 0;
  std::size_t typed = 0;                  // of these have values of the type
  std::vector<std::string> values;        // of an enum other than the status and stage
  std::string path_part;                  // the part of the path it repeats
  std::size_t repeats = 0;                // in so many
  std::vector<std::string> placeholders;  // what the template says here
  bool listed_by_template = false;
};

// A status as examples write it, and how often.
struct StatusGuess {
  std::string id;
  std::size_t count = 0;
  bool in_template = false;
};

struct MetadataGuess {
  std::vector<FormGuess> forms;  // the most usual first
  std::vector<FieldGuess> fields;
  std::vector<FieldGuess> rare;  // keys of few examples, left out
  std::vector<StatusGuess> statuses;
  std::vector<StatusGuess> odd_statuses;      // rare ones, as slips of the pen are
  std::vector<std::string> stages;            // of a ladder, as they follow each other
  std::vector<std::string> example_statuses;  // of each example, as `statuses` has it; "" for none
  std::size_t with_at = 0, without_at = 0;    // how people are written
  std::size_t examples = 0;
  std::string template_file;  // the metadata beside the template; "" for none

  const FieldGuess* field(FieldRole role) const;
};

MetadataGuess guess_metadata(const Examples& examples, const LayoutGuess& layout);

// "Accepted" of "Accepted on 2020-01-01", "superseded" of "superseded by [3](x.md)".
std::string status_word(std::string_view text);
// The words between which a template leaves the choice: "draft | accepted"; none for any other
// text.
std::vector<std::string> alternatives_in(std::string_view text);

// Of most: nine of ten.
bool is_nearly_all(std::size_t count, std::size_t all);

}  // namespace milepost::process
