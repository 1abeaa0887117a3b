#include "base/line_index.h"

#include <bit>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace milepost {

namespace {

constexpr std::size_t kBlock = 64;

#ifdef __SSE2__

// Looks at a block at a time, and gathers what it sees in vectors that are only
// read at the end.
class Blocks {
 public:
  // A bit for each LF.
  std::uint64_t add(const char* at) {
    const __m128i line_feed = _mm_set1_epi8('\n');
    std::uint64_t line_feeds = 0;
    for (unsigned i = 0; i < kBlock / 16; ++i) {
      const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + i * 16));
      const __m128i ends = _mm_cmpeq_epi8(bytes, line_feed);
      all_ = _mm_or_si128(all_, bytes);
      least_ = _mm_min_epu8(least_, _mm_or_si128(bytes, ends));  // LF made the greatest
      const auto mask = static_cast<unsigned>(_mm_movemask_epi8(ends));
      line_feeds |= std::uint64_t{mask} << (i * 16);
    }
    return line_feeds;
  }

  bool control() const {
    const __m128i below_space = _mm_min_epu8(least_, _mm_set1_epi8(0x1F));
    return _mm_movemask_epi8(_mm_cmpeq_epi8(least_, below_space)) != 0;
  }
  bool beyond_ascii() const { return _mm_movemask_epi8(all_) != 0; }

 private:
  __m128i all_ = _mm_setzero_si128();
  __m128i least_ = _mm_set1_epi8(-1);
};

#endif

// With a carriage return in the text, each byte must be looked at by itself.
void index_by_bytes(std::string_view text, std::vector<std::uint32_t>& begins) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool lone = text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n');
    if (text[i] == '\n' || lone) begins.push_back(static_cast<std::uint32_t>(i + 1));
  }
}

}  // namespace

LineIndex index_lines(std::string_view text) {
  LineIndex index;
  if (text.empty()) return index;
  auto& [begins, kinds] = index;
  // There is always room for the lines of a block.
  begins.resize(text.size() / 32 + kBlock + 1);
  std::size_t count = 1;  // the first line begins at 0
  std::size_t at = 0;
#ifdef __SSE2__
  Blocks blocks;
  for (; at + kBlock <= text.size(); at += kBlock) {
    if (count + kBlock > begins.size()) begins.resize(begins.size() * 2);
    for (std::uint64_t left = blocks.add(text.data() + at); left != 0; left &= left - 1) {
      begins[count++] =
          static_cast<std::uint32_t>(at) + static_cast<std::uint32_t>(std::countr_zero(left)) + 1;
    }
  }
  kinds.control = blocks.control();
  kinds.beyond_ascii = blocks.beyond_ascii();
#endif
  for (; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (count == begins.size()) begins.resize(begins.size() * 2);
    if (byte == '\n') begins[count++] = static_cast<std::uint32_t>(at + 1);
    kinds.control = kinds.control || (byte < 0x20 && byte != '\n');
    kinds.beyond_ascii = kinds.beyond_ascii || byte >= 0x80;
  }
  begins.resize(count);
  if (kinds.control) {
    kinds.nul = text.find('\0') != text.npos;
    kinds.carriage_return = text.find('\r') != text.npos;
  }
  if (kinds.carriage_return) {
    begins.resize(1);
    index_by_bytes(text, begins);
  }
  if (begins.back() == text.size()) begins.pop_back();
  return index;
}

}  // namespace milepost
