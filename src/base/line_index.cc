#include "base/line_index.h"

#include <bit>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace milepost {

namespace {

void note(char c, ByteKinds& kinds) {
  const auto byte = static_cast<unsigned char>(c);
  if (byte >= 0x80) {
    kinds.beyond_ascii = true;
  } else if (byte < 0x20 || byte == 0x7F) {
    kinds.nul = kinds.nul || c == '\0';
    kinds.carriage_return = kinds.carriage_return || c == '\r';
    kinds.control = kinds.control || (c != '\0' && c != '\r' && c != '\n');
  }
}

#ifdef __SSE2__

// Looks at 64 bytes at a time. The comparisons are gathered in vectors and only
// read at the end.
class Blocks {
 public:
  static constexpr std::size_t kSize = 64;

  // A bit for each LF.
  std::uint64_t add(const char* at) {
    std::uint64_t line_feeds = 0;
    for (unsigned i = 0; i < kSize / 16; ++i) {
      const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + i * 16));
      const __m128i line_feed = equal(bytes, '\n');
      const __m128i nul = equal(bytes, '\0');
      const __m128i carriage_return = equal(bytes, '\r');
      const __m128i named = _mm_or_si128(_mm_or_si128(line_feed, nul), carriage_return);
      const __m128i low = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1F)), bytes);
      all_ = _mm_or_si128(all_, bytes);
      nul_ = _mm_or_si128(nul_, nul);
      carriage_return_ = _mm_or_si128(carriage_return_, carriage_return);
      control_ =
          _mm_or_si128(control_, _mm_or_si128(_mm_andnot_si128(named, low), equal(bytes, 0x7F)));
      const auto mask = static_cast<unsigned>(_mm_movemask_epi8(line_feed));
      line_feeds |= std::uint64_t{mask} << (i * 16);
    }
    return line_feeds;
  }

  ByteKinds kinds() const { return {any(nul_), any(carriage_return_), any(control_), any(all_)}; }

 private:
  static __m128i equal(__m128i bytes, char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); }
  static bool any(__m128i bytes) { return _mm_movemask_epi8(bytes) != 0; }

  __m128i all_ = _mm_setzero_si128();
  __m128i nul_ = _mm_setzero_si128();
  __m128i carriage_return_ = _mm_setzero_si128();
  __m128i control_ = _mm_setzero_si128();
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
  auto& begins = index.begins;
  begins.reserve(text.size() / 40 + 2);
  begins.push_back(0);
  std::size_t at = 0;
#ifdef __SSE2__
  Blocks blocks;
  for (; at + Blocks::kSize <= text.size(); at += Blocks::kSize) {
    for (std::uint64_t left = blocks.add(text.data() + at); left != 0; left &= left - 1) {
      begins.push_back(static_cast<std::uint32_t>(at) +
                       static_cast<std::uint32_t>(std::countr_zero(left)) + 1);
    }
  }
  index.kinds = blocks.kinds();
#endif
  for (; at < text.size(); ++at) {
    if (text[at] == '\n') begins.push_back(static_cast<std::uint32_t>(at + 1));
    note(text[at], index.kinds);
  }
  if (index.kinds.carriage_return) {
    begins.resize(1);
    index_by_bytes(text, begins);
  }
  if (begins.back() == text.size()) begins.pop_back();
  return index;
}

}  // namespace milepost
