// The verbs of milepost. Each is a constant in the folder of its feature; the list of them
// is in verbs.cc.
#pragma once

#include <span>
#include <string_view>

#include "cli/verb.h"

namespace milepost {

extern const Verb kCompletionsVerb;
extern const Verb kManVerb;
extern const Verb kHelpVerb;

const Program& program();

// The verb that the words name, by its one or two words; nullptr when there is
// none. `used` is how many words it took.
const Verb* find_verb(std::span<const std::string_view> words, std::size_t& used);

// The verb that all the words name, or why there is none.
tl::expected<const Verb*, UsageError> named_verb(std::span<const std::string_view> words);

// What `--version` says of the commit that the program was built from; nothing unless set.
void set_built_from(std::string_view commit);

// Runs what the command line says, the program's name left out.
int run_command_line(std::span<const std::string_view> words, Console& console);

}  // namespace milepost
