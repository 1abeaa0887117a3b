// A first pack tried before anybody goes by it: on the proposals it was guessed from, and with a
// new one.
#pragma once

#include <string>

#include "base/instant.h"
#include "base/overlay_tree.h"
#include "base/result.h"
#include "features/process/examples.h"
#include "features/process/model.h"

namespace milepost::process {

struct TriedPack {
  std::string folder;  // from the examples' root
  FileEdits files;     // of the pack, by path from there
};

// Nothing is written. Fails when the repository cannot be read by the pack.
Result<PackTrial> try_pack(const TriedPack& pack, const Examples& examples, Instant now);

}  // namespace milepost::process
