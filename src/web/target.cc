#include "web/target.h"

#include <algorithm>
#include <utility>

#include "base/strings.h"

namespace milepost::web {

Result<Target> read_target(std::string_view target) {
  if (!target.starts_with('/')) return failure("the target of a request begins with \"/\"");
  if (target.find('#') != target.npos) return failure("a fragment is not sent to a server");
  const auto [path, query] = cut(target, '?');
  Target read;
  std::string_view rest = path.substr(1);
  bool more = !rest.empty();
  while (more) {
    const std::size_t slash = rest.find('/');
    auto segment = http::decode(rest.substr(0, slash));
    if (!segment) return failure("the path is not encoded as addresses are");
    const bool odd = std::ranges::any_of(*segment, [](char c) {
      const auto byte = static_cast<unsigned char>(c);
      return byte < ' ' || byte == 0x7f || c == '/' || c == '\\';
    });
    if (odd || *segment == "." || *segment == "..") {
      return failure("the path leads around in folders, or has characters that no path has");
    }
    read.segments.push_back(*std::move(segment));
    more = slash != rest.npos;
    if (more) rest.remove_prefix(slash + 1);
  }
  // "/proposals/" is "/proposals".
  if (!read.segments.empty() && read.segments.back().empty()) read.segments.pop_back();
  auto fields = http::read_form(query);
  if (!fields) return failure("the query is not encoded as forms are, or has too many fields");
  read.query = *std::move(fields);
  return read;
}

std::string path_of(const std::vector<std::string>& segments, std::size_t from) {
  std::string path;
  for (std::size_t i = from; i < segments.size(); ++i) path += "/" + segments[i];
  return path.empty() ? "/" : path;
}

}  // namespace milepost::web
