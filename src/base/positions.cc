#include "base/positions.h"

#include "base/utf8.h"

namespace milepost {

Position Positions::of(const Source& source, std::uint32_t offset) {
  const bool onward = source_ == &source && offset >= offset_ && source.line_count() > 0 &&
                      source.line_at(offset) + 1 == last_.line;
  if (onward) {
    const auto counts = utf8::count(source.text({offset_, offset}));
    last_.column += counts.code_points;
    last_.byte_column += offset - offset_;
    last_.utf16_column += counts.utf16_units;
  } else {
    last_ = source.position(offset);
  }
  source_ = &source;
  offset_ = offset;
  return last_;
}

}  // namespace milepost
