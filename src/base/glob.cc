#include "base/glob.h"

#include "base/strings.h"
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

std::size_t count_digits(std::string_view text) {
  std::size_t count = 0;
  while (count < text.size() && is_digit(text[count])) ++count;
  return count;
}

// How much of a text `{date}` takes: 20260131 or 2026-01-31.
std::size_t take_day(std::string_view text) {
  constexpr std::size_t kDay = 8;
  if (count_digits(text) == kDay) return kDay;
  constexpr std::string_view kForm = "dddd-dd-dd";
  if (text.size() < kForm.size()) return 0;
  for (std::size_t i = 0; i < kForm.size(); ++i) {
    if (kForm[i] == 'd' ? !is_digit(text[i]) : text[i] != kForm[i]) return 0;
  }
  return count_digits(text.substr(kForm.size())) == 0 ? kForm.size() : 0;
}

// What stands for digits at the front of a pattern, and how much of a text it takes.
struct Digits {
  std::size_t pattern = 0;  // 0: something else stands there
  std::size_t text = 0;     // 0: the text does not fit
};

Digits read_digits(std::string_view pattern, std::string_view text) {
  constexpr std::string_view kDate = "{date}";
  constexpr std::string_view kNumber = "{number";
  if (pattern.starts_with(kDate)) return {kDate.size(), take_day(text)};
  if (!pattern.starts_with(kNumber)) return {};
  std::string_view rest = pattern.substr(kNumber.size());
  std::size_t least = 1;
  if (rest.size() > 1 && rest[0] == ':' && is_digit(rest[1])) {
    least = static_cast<std::size_t>(rest[1] - '0');
    rest.remove_prefix(2);
  }
  if (!rest.starts_with('}')) return {};
  const std::size_t count = count_digits(text);
  return {pattern.size() - rest.size() + 1, count >= least ? count : 0};
}

bool has_wildcards(std::string_view segment) {
  for (std::size_t i = 0; i < segment.size(); ++i) {
    if (segment[i] == '*' || segment[i] == '?') return true;
    if (read_digits(segment.substr(i), {}).pattern > 0) return true;
  }
  return false;
}

// Only the last `*` needs another try when the rest does not fit: what stands
// before it has matched as early as it can.
bool segment_matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t star_text = 0;
  while (t < text.size()) {
    const Digits digits = read_digits(pattern.substr(p), text.substr(t));
    if (digits.text > 0) {
      p += digits.pattern;
      t += digits.text;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_text = t;
      if (p == pattern.size()) return true;
    } else if (p < pattern.size() && pattern[p] == '?') {
      t += utf8::decode(text.substr(t)).length;
      ++p;
    } else if (p < pattern.size() && pattern[p] == text[t] && digits.pattern == 0) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      // The next place where what follows the star could begin.
      const bool any = pattern[p] == '?' || read_digits(pattern.substr(p), {}).pattern > 0;
      star_text = any ? star_text + utf8::decode(text.substr(star_text)).length
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
    literal_ = !has_wildcards(segment);
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
