// The action behind `milepost process new`: a first pack, guessed from a template and examples.
#pragma once

#include <string>
#include <vector>

#include "base/instant.h"
#include "base/result.h"
#include "features/process/model.h"

namespace milepost::process {

struct NewPackOptions {
  std::string folder;         // to be made; its last part names the process
  std::string template_word;  // the file of the template
  Instant now;                // of the new proposal that it is tried with
  std::vector<std::string> examples =
      {};  // files and folders; none: looked for around the template
};

// Tries it, too. Fails when one of its files is there already.
Result<NewPack> plan_pack(const std::string& directory, const NewPackOptions& options);
// Writes all of it, or nothing.
Result<void> make_pack(const NewPack& pack);

}  // namespace milepost::process
