// What `fsck` and `store status` say of a record.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "store/store.h"

namespace milepost::record {

struct RecordStatus {
  std::string store;  // a path, or an address without its password
  bool is_there = false;
  std::string id;
  Head head;
  RecordCounts counts;
};

enum class FsckArea : std::uint8_t { kRecord, kChanges, kNumbers, kRepository };

struct FsckFinding {
  bool damage = true;  // false: worth knowing, and nothing is wrong
  FsckArea area = FsckArea::kRecord;
  std::uint64_t event = 0;  // 0: it is about none
  std::string message;
};

enum class CheckpointOutcome : std::uint8_t {
  kNotAsked,  // none was asked for
  kMatched,   // the record was held against it, and no damage was found
  kDamaged,   // the record was held against it, and is damaged
  kWritten,
  kNotWritten,  // since there is damage
};

struct FsckReport {
  RecordStatus record;
  std::vector<FsckFinding> findings;
  bool more = false;       // there is more damage than is listed
  bool mendable = false;   // of the record: `store rebuild` mends all that is damaged
  std::string checkpoint;  // its file
  CheckpointOutcome outcome = CheckpointOutcome::kNotAsked;

  bool is_damaged() const { return std::ranges::any_of(findings, &FsckFinding::damage); }
};

}  // namespace milepost::record
