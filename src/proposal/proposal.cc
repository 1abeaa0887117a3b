#include "proposal/proposal.h"

namespace milepost {

Proposal read_proposal(const Process& process, std::shared_ptr<const Source> document,
                       std::shared_ptr<const Source> metadata) {
  Document scanned(std::move(document));
  auto said =
      std::make_shared<const Metadata>(read_metadata(process, &scanned, std::move(metadata)));
  return {std::move(scanned), std::move(said)};
}

}  // namespace milepost
