#include "features/findings/region.h"

#include <algorithm>

#include "base/strings.h"
#include "base/utf8.h"

namespace milepost::findings {

namespace {

// The offset, or the end of its line when it lies in the line's end.
std::uint32_t visible(const Source& source, std::uint32_t offset) {
  return std::min(offset, source.line(source.line_at(offset)).end);
}

}  // namespace

Regions::Point Regions::point(const Source& source, std::uint32_t offset,
                              const Point& before) const {
  Point found;
  found.line = source.line_at(offset);
  found.offset = offset;
  const std::uint32_t begin = source.line_begins()[found.line];
  const bool onward = source_ == &source && before.line == found.line && before.offset <= offset &&
                      before.offset >= begin;
  const Span gap{onward ? before.offset : begin, offset};
  found.column = (onward ? before.column : 1) + utf8::count(source.text(gap)).code_points;
  return found;
}

Region Regions::between(const Source& source, std::uint32_t begin, std::uint32_t end) {
  const Point from = point(source, begin, last_);
  source_ = &source;
  last_ = from;
  const Point to = point(source, end, from);
  return {from.line + 1, from.column, to.line + 1, to.column};
}

Region Regions::of(const Finding& finding) {
  if (finding.source == nullptr || finding.source->line_count() == 0) return {};
  const Source& source = *finding.source;
  const std::uint32_t begin = visible(source, std::min(finding.span.begin, source.size()));
  const std::uint32_t end = visible(source, std::min(finding.span.end, source.size()));
  return between(source, begin, std::max(begin, end));
}

Region Regions::of_edit(const Source& source, Span span) {
  if (source.line_count() == 0) return {};
  const std::uint32_t begin = std::min(span.begin, source.size());
  const std::uint32_t end = std::clamp(span.end, begin, source.size());
  Region place = between(source, begin, end);
  const char last = source.text().back();
  const bool line_follows = last == '\n' || last == '\r';
  if (line_follows && begin == source.size()) {
    place.line = source.line_count() + 1;
    place.column = 1;
  }
  if (line_follows && end == source.size()) {
    place.end_line = source.line_count() + 1;
    place.end_column = 1;
  }
  return place;
}

std::uint64_t LineHashes::of(const Finding& finding) {
  if (finding.source == nullptr || finding.source->line_count() == 0) return 0;
  const Source& source = *finding.source;
  const std::string_view line = source.text(source.line(source.line_at(finding.span.begin)));
  const auto [at, fresh] = known_.try_emplace(line.data());
  if (fresh) at->second = hash_bytes(trim(line));
  return at->second;
}

std::string_view path_of(const Finding& finding) {
  return finding.source == nullptr ? std::string_view() : finding.source->path();
}

std::string full_message(const Finding& finding) {
  return finding.note.empty() ? finding.message : finding.message + " (" + finding.note + ")";
}

}  // namespace milepost::findings
