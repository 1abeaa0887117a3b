// The use cases behind `store export` and `store import`.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "features/record/status.h"
#include "store/store.h"

namespace milepost::record {

// Gives the record, as it is now, line by line to `write`. The head that it ends with.
Result<Head> export_record(const Store& store,
                           const std::function<Result<void>(std::string_view)>& write);

struct Imported {
  Head head;
  std::string store;  // where it is now
};

// Takes over the record that an open file holds, all or nothing: a store that was not
// there is not made either when it fails. The store must be empty. The error names the
// line.
Result<Imported> import_from(const Workspace& workspace, int descriptor);

// What an import would do: everything is read and verified, nothing is changed.
Result<Head> try_import(const Workspace& workspace, int descriptor);

}  // namespace milepost::record
