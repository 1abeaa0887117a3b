// The limits every front end keeps, in one place. Each exists so that hostile
// or broken input costs bounded time and memory.
#pragma once

#include <cstddef>

namespace milepost {

struct Limits {
  // The largest real proposal measured is 412 KB; twice that is no proposal.
  std::size_t document_bytes = 1024 * 1024;
  // libyaml is quadratic on deeply nested flow input, so it never sees more.
  std::size_t yaml_bytes = 64 * 1024;
  int yaml_depth = 64;
  // Values in one YAML text; the largest that comes with the program has 1,700. Each costs
  // some hundred bytes of memory, however few it is written in.
  std::size_t yaml_values = 50'000;
  // Of each kind of problem with a YAML text; the last says how many more there are.
  std::size_t yaml_problems = 1000;
  // Containers (lists, quotes) nested deeper than this are read as text.
  int nesting = 100;
  // A table row with more cells is read as text.
  int table_columns = 128;
  // Files of a commit. The largest public repositories have some 400,000; a few
  // objects that name each other often can make trillions.
  std::size_t tree_files = 1'000'000;
  // No file system takes longer paths, so no commit needs them.
  std::size_t path_bytes = 4096;
  // An event of the record: the names in it (stream, kind, person, field), its
  // fields, and the texts kept with it. A page of events is read at once.
  std::size_t event_name_bytes = 256;
  std::size_t event_fields = 64;
  std::size_t event_bytes = 64 * 1024;
  std::size_t event_texts = 256;
  // Events recorded together, all or none.
  std::size_t append_events = 10'000;
  // A text kept with an event is a document, or a part of one.
  std::size_t record_text_bytes = 1024 * 1024;
  // What a stream's events sum up to is written anew with each of them.
  std::size_t record_state_bytes = 4 * 1024 * 1024;
};

inline constexpr Limits kLimits;

}  // namespace milepost
