// Connections of libgit2's that wait for a limited time. Its own wait for ever for a host that has
// hung; those of HTTPS stand upon these, too.
#pragma once

#include <chrono>
#include <string>

#include "git/libgit2.h"

namespace milepost {

// While one is there, whatever its thread fetches may be silent for so long.
class Patience {
 public:
  Patience(const LibGit2& lib, std::chrono::milliseconds silence);
  ~Patience();
  Patience(const Patience&) = delete;
  Patience& operator=(const Patience&) = delete;

  // Who has said nothing for how long; "" when none was waited for in vain. What libgit2 says of it
  // is lost where TLS stands in between.
  const std::string& ran_out() const;
};

}  // namespace milepost
