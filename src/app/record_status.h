// The record of a repository as a whole: where it is, and how much is in it.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "proposal/repository.h"
#include "report/record_report.h"
#include "store/store.h"

namespace milepost {

struct RecordRequest {
  std::string directory = ".";
  std::string store;  // the address of a database; "" for the file in the state folder
};

// The repository that a folder belongs to, as it is: a change that a process left
// halfway is not settled.
Result<Repository> look_at_repository(const std::string& directory);

Result<std::unique_ptr<Store>> open_record(const RecordRequest& request, Access access);

Result<RecordStatus> record_status(const Store& store);

}  // namespace milepost
