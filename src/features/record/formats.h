// What `fsck` and `store status` print.
#pragma once

#include <string>

#include "features/record/model.h"

namespace milepost::record {

std::string render_status_text(const RecordStatus& status);
std::string render_status_json(const RecordStatus& status);

// With `quiet` damage alone.
std::string render_fsck_text(const FsckReport& report, bool quiet);
std::string render_fsck_json(const FsckReport& report);

}  // namespace milepost::record
