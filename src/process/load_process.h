// Reads a Process out of what the files of its pack say together.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/glob.h"
#include "process/pack_tree.h"
#include "process/process.h"
#include "process/yaml_reader.h"

namespace milepost {

// What matters of templates only until they are read.
struct TemplateNotes {
  bool pack_sections = false;  // what the pack's template alone asks for counts, too
  std::map<std::string, std::vector<Glob>> places;  // of a repository's own, by the kind's id
};

// What is wrong is in the reader's errors.
void read_process(YamlReader& in, const YamlNode& root, Process& process, TemplateNotes& notes);
// The layout alone.
void read_layout_of(YamlReader& in, const YamlNode& root, Process& process);

}  // namespace milepost
