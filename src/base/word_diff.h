// What changed between two texts, word by word. How they are wrapped does not count.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace milepost {

enum class PieceKind : std::uint8_t { kKept, kRemoved, kAdded };

struct WordPiece {
  PieceKind kind = PieceKind::kKept;
  std::string words;  // with single spaces between them
  friend bool operator==(const WordPiece&, const WordPiece&) = default;
};

// The words of a text; a task box, "[ ]", is one.
std::vector<std::string_view> split_words(std::string_view text);

// The words with single spaces between them.
std::string joined_words(std::string_view text);

// How much two texts have in common, from 0 to 1: words in any order.
double shared_words(const std::vector<std::string_view>& one,
                    const std::vector<std::string_view>& other);

// The new text with the words that were removed before those that took their place.
// Where little stayed, or there is very much text, it is removed and added as a whole:
// a few words kept here and there tell nothing. Without a change there is one piece,
// and none of two texts without words.
std::vector<WordPiece> diff_words(std::string_view old_text, std::string_view new_text);

}  // namespace milepost
