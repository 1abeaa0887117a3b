// A list of pull requests as somebody has it in a file: the JSON that
// `gh pr list --json number,title,state,mergedAt,url,labels` prints, or CSV with the same
// names in its first line.
//
// Any bytes are read. A row that is wrong is reported with its line, and the others are read
// all the same; a file that is neither is an error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace milepost::track {

// A thousand pull requests with their bodies are some megabytes; no release has ten thousand.
inline constexpr std::size_t kMostPullBytes = std::size_t{32} * 1024 * 1024;
inline constexpr std::size_t kMostPulls = 10'000;

enum class PullState : std::uint8_t { kOpen, kMerged, kClosed };

std::string_view name(PullState state);  // "open"

struct ListedPull {
  std::size_t line = 0;   // of the file, from 1
  std::string reference;  // "owner/repo#12"
  std::string title, body;
  PullState state = PullState::kOpen;
  std::vector<std::string> labels;
};

struct BadRow {
  std::size_t line = 0;
  std::string why;
};

struct PullList {
  std::vector<ListedPull> pulls;  // each once, in the order of the file
  std::vector<BadRow> bad;
  std::size_t rows = 0;
};

// Fails, in words without the file's name, when it is neither, or too long.
Result<PullList> read_pull_list(std::string_view text);

// --- what the two forms share ---

// A row as it is written: its fields by name.
struct PullRow {
  std::size_t line = 0;
  std::map<std::string, std::string, std::less<>> fields;
  std::vector<std::string> labels;
};

struct PullRows {
  std::vector<PullRow> rows;
  std::vector<BadRow> bad;
  bool too_many = false;  // more than kMostPulls; the rest was not read

  // Whether one more may be read.
  bool room() {
    too_many = rows.size() + bad.size() >= kMostPulls;
    return !too_many;
  }
};

Result<PullRows> read_pull_json(std::string_view text);
Result<PullRows> read_pull_csv(std::string_view text);

}  // namespace milepost::track
