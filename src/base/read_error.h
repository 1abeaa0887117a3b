// A file or folder that could not be looked at. The rest is still checked.
#pragma once

#include <string>

namespace milepost {

struct ReadError {
  std::string path;
  std::string message;
};

}  // namespace milepost
