#include <algorithm>
#include <array>

#include "base/utf8.h"
#include "text/scan.h"

namespace milepost {

namespace {

// More of one kind say nothing new about the document.
constexpr std::size_t kMostOfOneKind = 50;

// Windows-1252 for the bytes 0x80 to 0x9F; 0 where it has no character.
constexpr std::array<char16_t, 32> kWindows1252 = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178,
};

// The byte that was read as this character; 0 for none.
unsigned char byte_of(char32_t c) {
  if (c >= 0x80 && c <= 0xFF) return static_cast<unsigned char>(c);
  if (c < 0x100 || c > 0x2122) return 0;
  const auto* const found = std::find(kWindows1252.begin(), kWindows1252.end(), c);
  if (found == kWindows1252.end()) return 0;
  return static_cast<unsigned char>(0x80 + (found - kWindows1252.begin()));
}

struct Repaired {
  char32_t code_point = 0;
  std::size_t length = 0;  // bytes of the damaged text; 0: not damaged
  bool telling = false;    // no other reading is likely, even if it stands alone
};

// Reads the characters at the front of `text` as bytes of UTF-8.
Repaired repair(std::string_view text) {
  std::array<char, 4> bytes{};
  std::size_t wanted = 1;
  std::size_t taken = 0;
  std::size_t at = 0;
  while (taken < wanted) {
    if (at >= text.size()) return {};
    const auto decoded = utf8::decode(text.substr(at));
    const unsigned char byte = decoded.valid ? byte_of(decoded.code_point) : 0;
    if (taken == 0) {
      wanted = byte >= 0xF0 && byte <= 0xF4 ? 4 : (byte >= 0xE0 ? 3 : 2);
      if (byte < 0xC2 || byte > 0xF4) return {};
    } else if (byte < 0x80 || byte > 0xBF) {
      return {};
    }
    bytes[taken++] = static_cast<char>(byte);
    at += decoded.length;
  }
  const auto whole = utf8::decode({bytes.data(), wanted});
  if (!whole.valid || whole.length != wanted || whole.code_point < 0xA0) return {};
  // "É”" and "é”—" may well be meant, "Ã©", "â€”" and "ðŸ˜€" are not.
  const auto lead = static_cast<unsigned char>(bytes[0]);
  const bool telling = lead == 0xC2 || lead == 0xC3 || lead == 0xE2 || lead == 0xEF || lead >= 0xF0;
  return {whole.code_point, at, telling};
}

class EncodingCheck {
 public:
  EncodingCheck(const Source& source, std::vector<Problem>& problems)
      : kinds_(source.byte_kinds()), text_(source.text()), problems_(problems) {}

  void run() {
    std::size_t at = 0;
    if (text_.starts_with("\xEF\xBB\xBF")) {
      at = 3;
      add(ProblemKind::kByteOrderMark, 0, at, {});
    }
    if (kinds_.carriage_return) {
      const auto found = text_.find('\r');
      const bool crlf = text_.substr(found, 2) == "\r\n";
      add(ProblemKind::kCarriageReturns, found, found + (crlf ? 2 : 1), {});
    }
    if (kinds_.nul) find_nuls();
    if (!kinds_.beyond_ascii) return;
    while ((at = utf8::find_beyond_ascii(text_, at)) != text_.npos) at = check(at);
  }

 private:
  void add(ProblemKind kind, std::size_t begin, std::size_t end, std::string detail) {
    problems_.push_back({kind,
                         {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)},
                         std::move(detail)});
  }

  // Checks what stands at the byte `at` past ASCII; gives where to go on.
  std::size_t check(std::size_t at) {
    const auto decoded = utf8::decode(text_.substr(at));
    if (!decoded.valid) return invalid(at);
    // Only characters up to U+00FF can have been the first byte of another.
    const bool may_be_damaged = decoded.code_point >= 0xC2 && decoded.code_point <= 0xF4;
    return may_be_damaged ? damaged(at, decoded.length) : at + decoded.length;
  }

  void find_nuls() {
    std::size_t count = 0;
    for (std::size_t at = text_.find('\0'); at != text_.npos && count < kMostOfOneKind; ++count) {
      const std::size_t end = std::min(text_.find_first_not_of('\0', at), text_.size());
      add(ProblemKind::kNul, at, end, {});
      at = text_.find('\0', end);
    }
  }

  std::size_t invalid(std::size_t at) {
    std::size_t end = at + 1;
    while (end < text_.size() && !utf8::decode(text_.substr(end)).valid) ++end;
    if (invalid_++ < kMostOfOneKind) add(ProblemKind::kInvalidUtf8, at, end, {});
    return end;
  }

  std::size_t damaged(std::size_t at, std::size_t length) {
    std::string repaired;
    std::size_t end = at;
    std::size_t count = 0;
    bool telling = false;
    for (;;) {
      const Repaired next = end < text_.size() ? repair(text_.substr(end)) : Repaired{};
      if (next.length == 0) break;
      utf8::append(repaired, next.code_point);
      telling = telling || next.telling;
      end += next.length;
      ++count;
    }
    if (!telling && count < 2) return at + length;
    if (damaged_++ < kMostOfOneKind) add(ProblemKind::kDamagedUtf8, at, end, std::move(repaired));
    return end;
  }

  const ByteKinds& kinds_;
  std::string_view text_;
  std::vector<Problem>& problems_;
  std::size_t invalid_ = 0;
  std::size_t damaged_ = 0;
};

}  // namespace

void find_encoding_problems(const Source& source, std::vector<Problem>& problems) {
  EncodingCheck(source, problems).run();
}

}  // namespace milepost
