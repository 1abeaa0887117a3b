// A Proposal is a document with its metadata and where it lives. Immutable;
// threads may share it.
#pragma once

#include <memory>

#include "process/process.h"
#include "proposal/metadata.h"
#include "text/document.h"

namespace milepost {

struct Proposal {
  Proposal(Document scanned, std::shared_ptr<const Metadata> said)
      : document(std::move(scanned)), metadata(std::move(said)) {}

  Document document;
  std::shared_ptr<const Metadata> metadata;  // never null
  bool document_missing = false;             // metadata only
};

// Puts a proposal together from its document and, where the process keeps
// metadata in a file, that file (null when it is not there).
Proposal read_proposal(const Process& process, std::shared_ptr<const Source> document,
                       std::shared_ptr<const Source> metadata);

}  // namespace milepost
