// The action behind `milepost toc`: tables of contents, kept current.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/read_error.h"
#include "base/result.h"
#include "base/source.h"
#include "text/toc.h"
#include "workspace/workspace.h"

namespace milepost::toc {

struct TocOptions {
  std::vector<std::string> words =
      {};  // files, folders, numbers of proposals; none: the repository
  int depth = kTocDepth;
  bool write = false;  // put the tables into the files
};

enum class TocState : std::uint8_t {
  kCurrent,
  kStale,
  kUnmarked,  // there are no markers to put a table between
  kUnpaired,  // there are some, but no pair that can hold a table
};

struct TocDocument {
  std::string path;
  bool named = false;  // by the user, not found in a folder
  TocStyle style = TocStyle::kCommonMark;
  TocState state = TocState::kCurrent;
  std::shared_ptr<const Source> source;  // as it was; kept of what is stale or unpaired, and of
                                         // standard input
  std::string text;                      // of a stale one: as it should be
  std::vector<TocProblem> problems;      // of the markers
};

struct TocRun {
  std::vector<TocDocument> documents;
  std::vector<ReadError> read_errors;  // what could not be read or written; the rest was done
};

// Fails only when it cannot be known which documents are meant.
Result<TocRun> update_tocs(const Workspace& workspace, const TocOptions& options);

// The same of the document from standard input, which is never written.
TocRun look_at_standard_input(int depth, TocStyle style);

}  // namespace milepost::toc
