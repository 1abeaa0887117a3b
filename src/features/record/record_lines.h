// A record as JSON Lines: how it is moved from one store to another, and kept
// elsewhere.
//
//   {"milepost":"record","format":1,"record":"0f6c…","events":2,"digest":"9c1d…"}
//   {"number":1,"stream":"proposal/12","version":1,"kind":"approved","by":"jane",
//    "claimed":true,"time":"2026-10-08T12:00:00Z","fields":{"role":"prr"},
//    "texts":["ab12…"],"digest":"77fe…"}
//   {"text":"ab12…","content":"# Faster…"}
//
// one a line, the events in order and then the texts by digest, so that the same
// record is always the same bytes. A text that is not UTF-8 has "hex" for "content".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
#include "store/import.h"

namespace milepost::record {

struct RecordHeader {
  std::string id;
  Head head;
};

// The longest line that can be written: every byte of a text may take six.
inline constexpr std::size_t kLongestRecordLine = 8UL << 20U;

// Each ends with a line end.
std::string record_header_line(const RecordHeader& header);
std::string record_line(const RecordItem& item);

// What is missing, or of another kind than it should be, is an error. The event's
// digest before is not in its line.
Result<RecordHeader> parse_record_header(std::string_view line);
Result<RecordItem> parse_record_line(std::string_view line);

}  // namespace milepost::record
