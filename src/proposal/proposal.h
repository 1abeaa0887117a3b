// A Proposal is a document with its metadata and where it lives. Immutable;
// threads may share it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/date.h"
#include "process/process.h"
#include "text/document.h"
#include "text/yaml.h"

namespace milepost {

// A metadata value as written, and where.
struct FieldValue {
  std::string text;
  const Source* source = nullptr;
  Span span;
  bool single = true;  // false: a list or a map stands where one value should
  bool present() const { return source != nullptr; }
};

struct Proposal {
  explicit Proposal(Document scanned) : document(std::move(scanned)) {}

  Document document;
  bool document_missing = false;                  // metadata only
  std::shared_ptr<const Source> metadata_source;  // null when there is none
  std::optional<Yaml> metadata;                   // from its file or the front matter

  FieldValue status, stage, created, kind, template_version;
  bool status_is_section = false;  // it stands in the document's text

  // The values as far as the process knows them: "" or nothing for any other.
  std::string_view known_status;
  std::string_view known_stage;
  std::optional<Date> created_on;
};

// Puts a proposal together from its document and, where the process keeps
// metadata in a file, that file (null when it is not there).
Proposal read_proposal(const Process& process, std::shared_ptr<const Source> document,
                       std::shared_ptr<const Source> metadata);

}  // namespace milepost
