// What processes usually call things (processes/usual.yaml): for guesses about repositories that
// no pack is known for. Nothing is judged by it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "process/field.h"

namespace milepost {

struct UsualNames {
  std::vector<std::pair<FieldRole, std::vector<std::string>>> fields;
  std::vector<std::string> statuses;  // as they usually follow each other
  std::vector<std::string> closed, failed, successor, resting;
  std::vector<std::string> folders;
  std::vector<std::string> no_documents;
  std::vector<std::pair<std::string, std::string>> formats;  // an ending without dot, its name

  // What a field of this key usually means: as a built-in pack says, or this file.
  FieldRole meaning_of(std::string_view key) const;
  // The name of the format of a file that is no Markdown; "" for any other.
  std::string_view format_of(std::string_view path) const;
  bool is_proposals_folder(std::string_view name) const;
};

// Read once; the file is built in.
const UsualNames& usual_names();

// Whether a word is among them, whatever its case; hyphens are spaces.
bool lists_word(const std::vector<std::string>& words, std::string_view word);

}  // namespace milepost
