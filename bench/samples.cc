#include "samples.h"

#include <numeric>
#include <string>

#include "generate.h"

namespace milepost::bench {

namespace {

constexpr std::size_t kSamples = 60;

}  // namespace

const std::vector<Sample>& samples() {
  static const std::vector<Sample> all = [] {
    std::vector<Sample> made;
    const Generator generator(kSamples);
    for (std::size_t i = 0; i < generator.count(); ++i) {
      SyntheticProposal proposal = generator.make(i);
      made.push_back({std::make_shared<const Source>(proposal.folder + "/README.md",
                                                     std::move(proposal.document)),
                      std::make_shared<const Source>(proposal.folder + "/kep.yaml",
                                                     std::move(proposal.metadata))});
    }
    return made;
  }();
  return all;
}

std::size_t document_bytes() {
  return std::accumulate(
      samples().begin(), samples().end(), std::size_t{0},
      [](std::size_t sum, const Sample& sample) { return sum + sample.document->size(); });
}

std::size_t metadata_bytes() {
  return std::accumulate(
      samples().begin(), samples().end(), std::size_t{0},
      [](std::size_t sum, const Sample& sample) { return sum + sample.metadata->size(); });
}

}  // namespace milepost::bench
