#include "features/inbox/item_text.h"

#include <fmt/format.h>

#include "base/strings.h"
#include "features/common/remedy_text.h"

namespace milepost::inbox {

std::string line_of(const Detail& detail) {
  const std::string text = detail_text(detail);
  return detail.note.empty() ? std::string(trim(text)) : fmt::format("{}, {}", text, detail.note);
}

}  // namespace milepost::inbox
