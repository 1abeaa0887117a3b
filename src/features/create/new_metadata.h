// The metadata of a new proposal: what it begins as, with the facts filled in.
#pragma once

#include <string>

#include "base/result.h"
#include "features/create/new_facts.h"
#include "process/process.h"

namespace milepost::create {

// What stands `within` the source is what the metadata of the kind begins as. Of the
// repository's own (Kind::own_metadata) comments, order and fields stay, and no other field is
// added; what it gives as an example goes. Fails when it is no YAML, or a key is
// there twice.
Result<std::string> new_metadata(const Process& process, const Kind& kind, const NewFacts& facts,
                                 const Source& source, Span within);

}  // namespace milepost::create
