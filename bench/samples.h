// What the micro benchmarks work on: some synthetic documents, made once.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "base/source.h"

namespace milepost::bench {

struct Sample {
  std::shared_ptr<const Source> document;
  std::shared_ptr<const Source> metadata;
};

const std::vector<Sample>& samples();
std::size_t document_bytes();
std::size_t metadata_bytes();

}  // namespace milepost::bench
