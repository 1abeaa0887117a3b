// A check that XML is well-formed, as far as milepost writes it: elements nest,
// attributes are quoted and differ, text holds no stray markup.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace milepost {

inline bool is_reference(std::string_view text) {
  const std::size_t end = text.find(';');
  if (end == text.npos) return false;
  const std::string_view name = text.substr(1, end - 1);
  if (name == "amp" || name == "lt" || name == "gt" || name == "quot") return true;
  return name.size() > 1 && name[0] == '#' && name.find_first_not_of("0123456789", 1) == name.npos;
}

// What is wrong with it; "" when nothing is.
inline std::string xml_fault(std::string_view xml) {
  const auto fault = [&](std::string_view what, std::size_t at) {
    return std::string(what) + " at \"" + std::string(xml.substr(at, 60)) + "\"";
  };
  const auto bad_text = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      if (static_cast<unsigned char>(xml[i]) < 0x20 && xml[i] != '\n') return true;
      if (xml[i] == '&' && !is_reference(xml.substr(i))) return true;
    }
    return false;
  };
  std::vector<std::string_view> open;
  std::size_t at = 0;
  bool ended = false;
  while (at < xml.size()) {
    const std::size_t tag = std::min(xml.find('<', at), xml.size());
    if (bad_text(at, tag)) return fault("bad text", at);
    if (open.empty() && xml.substr(at, tag - at).find_first_not_of('\n') != xml.npos) {
      return fault("text outside of the root", at);
    }
    if (tag == xml.size()) break;
    if (ended) return fault("second root", tag);
    const std::size_t end = xml.find('>', tag);
    if (end == xml.npos) return fault("open tag", tag);
    std::string_view inside = xml.substr(tag + 1, end - tag - 1);
    at = end + 1;
    if (inside.starts_with('/')) {
      if (open.empty() || open.back() != inside.substr(1)) return fault("end tag", tag);
      open.pop_back();
      ended = open.empty();
      continue;
    }
    const bool empty = inside.ends_with('/');
    if (empty) inside.remove_suffix(1);
    const std::string_view name = inside.substr(0, inside.find(' '));
    std::set<std::string_view> names;
    for (inside.remove_prefix(name.size()); !inside.empty();) {
      const std::size_t quote = inside.find("=\"");
      const std::size_t close = quote == inside.npos ? quote : inside.find('"', quote + 2);
      if (inside[0] != ' ' || close == inside.npos) return fault("attribute", tag);
      if (!names.insert(inside.substr(1, quote - 1)).second) return fault("attribute twice", tag);
      if (inside.substr(quote, close - quote).find('<') != inside.npos) return fault("value", tag);
      inside.remove_prefix(close + 1);
    }
    if (bad_text(tag + 1, end)) return fault("bad value", tag);
    if (!empty) open.push_back(name);
  }
  return ended ? "" : "not closed";
}

}  // namespace milepost
