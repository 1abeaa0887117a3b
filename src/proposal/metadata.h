// The metadata of a proposal: what its fields say, and where. It comes from a
// file beside the document, from the document's front matter, or from a list, a table or a section.
// Immutable; threads may share it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/date.h"
#include "process/process.h"
#include "text/document.h"
#include "text/yaml.h"

namespace milepost {

// A value as written, and where.
struct FieldValue {
  std::string text;
  const Source* source = nullptr;
  Span span;
  bool single = true;  // false: a list or a map stands where one value should
  bool present() const { return source != nullptr; }
};

struct Metadata {
  std::shared_ptr<const Source> source;  // null when there is none
  std::optional<Yaml> yaml;

  FieldValue status, stage, created, kind, template_version;
  std::vector<FieldValue> successors;  // linked beside a status that needs one, in its section
  bool status_is_section = false;      // it stands in the document's text
  Span listed;                         // where `yaml` is a list or a table of the document
  bool status_misspelt = false;        // known_status is one slip away from what is written

  // The values as far as the process knows them: "" or nothing for any other.
  std::string_view known_status;
  std::string_view known_stage;
  std::optional<Date> created_on;

  const YamlNode* find(const Field& field) const;  // nullptr when it is not there
  const YamlNode* find(const Process& process, FieldRole role) const;
  // False when part of the metadata could not be read, or there is none: what is
  // not found may be there all the same.
  bool complete() const { return yaml && yaml->complete(); }
};

// `document` may be null when the metadata is in `file`, and `file` when there is
// none.
Metadata read_metadata(const Process& process, const Document* document,
                       std::shared_ptr<const Source> file);

// A scalar of the metadata.
struct Scalar {
  std::string_view text;
  Span span;
};

// The scalars of a list, or the one scalar that stands there; none for null.
std::vector<Scalar> scalars(const YamlNode* node);

// The names a field lists: its scalars, and the first field of each record.
std::vector<Scalar> names_in(const Field& field, const YamlNode* node);

// Nothing, or a word the process takes for nothing: "0.0", "TBD".
bool is_unset(const Process& process, std::string_view text);

// The handle in a person's entry: "@jane - for the API part" has "jane".
struct Handle {
  std::string_view name;
  bool at = false;     // written with an @
  bool alone = false;  // and nothing else beside it
};
std::optional<Handle> read_handle(std::string_view text);
// Of an entry that is nothing but handles, as "@jane, @ben and @ann"; none for any other.
std::vector<std::string_view> handles_in(std::string_view text);

// A day, also one that is not written as usual but can only be that one: 2025-10-9.
std::optional<Date> read_date(std::string_view text);

// A day in the name of a file: 20190711, or 2019-07-11.
std::optional<Date> date_in_name(std::string_view text);

// A number without zeros in front; "" for what is no number.
std::string plain_number(std::string_view text);

}  // namespace milepost
