// The metadata of a repository's templates: what new proposals are copied from, and
// what the project's tools read like any other.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/read_error.h"
#include "proposal/repository.h"
#include "text/yaml.h"

namespace milepost {

struct TemplateMetadata {
  std::string path;  // relative to the root
  std::shared_ptr<const Source> source;
  std::shared_ptr<const Yaml> yaml;
};

// The files that the layout names, by path. What cannot be read is in `read_errors`.
std::vector<TemplateMetadata> read_template_metadata(const Repository& repository,
                                                     std::vector<ReadError>& read_errors);

}  // namespace milepost
