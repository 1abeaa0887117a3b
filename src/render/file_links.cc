#include "render/file_links.h"

#include <fmt/format.h>

#include "base/strings.h"

namespace milepost {

namespace {

constexpr std::string_view kBegin = "\x1b]8;";
constexpr std::string_view kEnd = "\x1b\\";

// As an address has it; whatever else a name holds ends no escape.
std::string encoded(std::string_view path) {
  std::string out;
  for (const char c : path) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c);
    if (letter || std::string_view("/-._~").find(c) != std::string_view::npos) {
      out += c;
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

}  // namespace

std::string FileLinks::link(std::string_view path, std::uint32_t line_number,
                            std::string_view shown) const {
  if (prefix.empty() || path.empty() || path == "-") return std::string(shown);
  std::string address = prefix;
  if (!path.starts_with('/')) address += encoded(folder) + (folder.ends_with('/') ? "" : "/");
  address += encoded(path);
  if (line_number > 0 && !line.empty()) address += fmt::format("{}{}", line, line_number);
  return fmt::format("{0};{1}{2}{3}{0};{2}", kBegin, address, kEnd, shown);
}

std::string without_links(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t begin = text.find(kBegin);
    out += text.substr(0, begin);
    if (begin == text.npos) break;
    const std::size_t end = text.find(kEnd, begin);
    if (end == text.npos) break;
    text.remove_prefix(end + kEnd.size());
  }
  return out;
}

}  // namespace milepost
