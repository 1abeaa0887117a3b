#include "base/glob.h"

#include "base/utf8.h"

namespace milepost {

namespace {

constexpr std::string_view kAnyDepth = "**";

std::string_view without_root(std::string_view path) {
  while (true) {
    if (path.starts_with("./")) {
      path.remove_prefix(2);
    } else if (path.starts_with('/')) {
      path.remove_prefix(1);
    } else {
      return path == "." ? std::string_view() : path;
    }
  }
}

// The first segment, taken off the front of `path`; repeated slashes are one.
std::string_view take_segment(std::string_view& path) {
  const std::size_t slash = path.find('/');
  const std::string_view segment = path.substr(0, slash);
  path.remove_prefix(slash == std::string_view::npos ? path.size() : slash);
  while (path.starts_with('/')) path.remove_prefix(1);
  return segment;
}

// Only the last `*` needs another try when the rest does not fit: what stands
// before it has matched as early as it can.
bool segment_matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t star_text = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_text = t;
      if (p == pattern.size()) return true;
    } else if (p < pattern.size() && pattern[p] == '?') {
      t += utf8::decode(text.substr(t)).length;
      ++p;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      // The next place where what follows the star could begin.
      star_text = pattern[p] == '?' ? star_text + utf8::decode(text.substr(star_text)).length
                                    : text.find(pattern[p], star_text + 1);
      if (star_text == std::string_view::npos) return false;
      t = star_text;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

}  // namespace

Glob::Glob(std::string_view pattern) : pattern_(pattern) {
  std::string_view rest = without_root(pattern);
  const bool whole_directory = rest.ends_with('/');
  while (!rest.empty()) {
    const std::string_view segment = take_segment(rest);
    // `**/**` says no more than `**`, and keeping one keeps matching simple.
    if (segment == kAnyDepth && !segments_.empty() && segments_.back() == kAnyDepth) continue;
    segments_.emplace_back(segment);
  }
  if (whole_directory && segments_.back() != kAnyDepth) segments_.emplace_back(kAnyDepth);

  for (const auto& segment : segments_) {
    literal_ = segment.find_first_of("*?") == std::string::npos;
    if (!literal_) break;
    if (!literal_prefix_.empty()) literal_prefix_ += '/';
    literal_prefix_ += segment;
  }
}

bool Glob::matches(std::string_view path) const {
  path = without_root(path);
  std::size_t at = 0;
  std::size_t deep = segments_.size();  // the last `**` passed, and the path after it
  std::string_view deep_path;
  while (!path.empty()) {
    if (at < segments_.size() && segments_[at] == kAnyDepth) {
      deep = at++;
      deep_path = path;
      // A final `**` stands for what is below a directory, whatever it is.
      if (at == segments_.size()) return true;
      continue;
    }
    if (at < segments_.size() && segment_matches(segments_[at], take_segment(path))) {
      ++at;
      continue;
    }
    if (deep == segments_.size()) return false;
    take_segment(deep_path);
    path = deep_path;
    at = deep + 1;
  }
  return at == segments_.size();
}

bool Glob::may_match_below(std::string_view directory) const {
  std::string_view rest = without_root(directory);
  std::size_t at = 0;
  while (!rest.empty()) {
    if (at == segments_.size()) return false;
    if (segments_[at] == kAnyDepth) return true;
    if (!segment_matches(segments_[at], take_segment(rest))) return false;
    ++at;
  }
  return at < segments_.size();
}

bool matches(std::string_view pattern, std::string_view path) {
  return Glob(pattern).matches(path);
}

}  // namespace milepost
