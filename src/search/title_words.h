// The words of titles, by which slips are corrected. Immutable; threads may share it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace milepost::search {

// Whether words of three letters are corrected too: they are near to many others, so only where
// nothing at all is found.
enum class Brief : std::uint8_t { kNot, kToo };

class TitleWords {
 public:
  TitleWords() = default;
  explicit TitleWords(const std::vector<std::string_view>& titles);

  // What a word may have been meant for, the most likely first: whole words before beginnings of
  // one, then by how many titles have them. Nothing when titles have it; at most a few,
  // each once.
  std::vector<std::string> meant_for(std::string_view word, Brief brief = Brief::kNot) const;

 private:
  std::map<std::string, std::size_t, std::less<>> words_;  // and how many titles have each
};

}  // namespace milepost::search
