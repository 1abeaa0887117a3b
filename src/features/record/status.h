// The record of a repository as a whole: where it is, and how much is in it.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "features/record/model.h"
#include "proposal/repository.h"
#include "store/store.h"

namespace milepost::record {

struct RecordRequest {
  std::string directory = ".";
  std::string store;  // the address of a database; "" for the file in the state folder
};

Result<std::unique_ptr<Store>> open_record(const RecordRequest& request, Access access);

Result<RecordStatus> record_status(const Store& store);

}  // namespace milepost::record
