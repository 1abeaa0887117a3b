#include "text/unresolved.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "base/strings.h"
#include "text/inline_parser.h"
#include "text/joined_text.h"

namespace milepost {

namespace {

constexpr std::string_view kWord = "UNRESOLVED";

struct Marker {
  Span span;
  Span context;
  bool closing = false;
  bool malformed = false;
  bool hidden = false;
  bool in_code = false;
};

// Takes `mark` ("<" or "&lt;") off the end of `text`, at most `most` times.
int strip_back(std::string_view& text, char mark, std::string_view entity, int most) {
  int count = 0;
  for (; count < most; ++count) {
    if (!text.empty() && text.back() == mark) {
      text.remove_suffix(1);
    } else if (text.ends_with(entity)) {
      text.remove_suffix(entity.size());
    } else {
      break;
    }
  }
  return count;
}

int strip_front(std::string_view& text, char mark, std::string_view entity, int most) {
  int count = 0;
  for (; count < most; ++count) {
    if (!text.empty() && text.front() == mark) {
      text.remove_prefix(1);
    } else if (text.starts_with(entity)) {
      text.remove_prefix(entity.size());
    } else {
      break;
    }
  }
  return count;
}

void trim_back(std::string_view& text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
}

void trim_front(std::string_view& text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
}

// Reads the marker around the word at `at`; there is none without a bracket
// before the word.
std::optional<Marker> read_marker(std::string_view source, std::size_t at) {
  const std::size_t line_begin = source.find_last_of("\r\n", at) + 1;
  std::string_view before = source.substr(line_begin, at - line_begin);
  const std::size_t line_end = std::min(source.find_first_of("\r\n", at), source.size());
  std::string_view after = source.substr(at + kWord.size(), line_end - at - kWord.size());

  Marker found;
  trim_back(before);
  if (before.ends_with('/')) {
    found.closing = true;
    before.remove_suffix(1);
    trim_back(before);
  }
  const bool square = before.ends_with('[');
  if (square) before.remove_suffix(1);
  std::string_view outer = before;
  trim_back(outer);
  const int angles = strip_back(outer, '<', "&lt;", 2);
  if (angles > 0) before = outer;
  if (!square && angles == 0) return std::nullopt;

  // The context ends with the first closing bracket, or with the line.
  const std::size_t close = std::min({after.find(']'), after.find(">>"), after.find("&gt;"),
                                      square ? after.npos : after.find('>')});
  if (!after.empty() && close != 0 && is_alnum(after[0])) return std::nullopt;
  std::string_view rest = close == after.npos ? std::string_view() : after.substr(close);
  std::string_view context = after.substr(0, std::min(close, after.size()));
  const bool closed_square = rest.starts_with(']');
  if (closed_square) rest.remove_prefix(1);
  // Brackets alone may be a link or its definition.
  if (angles == 0 &&
      (!closed_square || rest.starts_with('(') || rest.starts_with(':') || rest.starts_with('['))) {
    return std::nullopt;
  }
  std::string_view tail = rest;
  trim_front(tail);
  const int closing_angles = strip_front(tail, '>', "&gt;", 2);
  if (closing_angles > 0) rest = tail;

  const auto offset = [&](const char* to) {
    return static_cast<std::uint32_t>(to - source.data());
  };
  const std::uint32_t begin = offset(before.data() + before.size());
  const std::uint32_t end =
      close == after.npos ? offset(context.data() + context.size()) : offset(rest.data());
  found.span = {begin, end};
  trim_front(context);
  trim_back(context);
  if (context.starts_with(':')) {
    context.remove_prefix(1);
    trim_front(context);
  }
  found.context = {offset(context.data()), offset(context.data() + context.size())};
  const std::string_view whole = found.span.of(source);
  found.malformed = !(whole.starts_with(found.closing ? "<<[/UNRESOLVED" : "<<[UNRESOLVED") &&
                      whole.ends_with("]>>"));
  return found;
}

class UnresolvedFinder {
 public:
  UnresolvedFinder(std::string_view source, Scan& scan) : source_(source), scan_(scan) {}

  void run();

 private:
  void place(Marker& marker);
  bool in_code_span(const Block& block, std::uint32_t at);
  void open(const Marker& marker);
  void close(const Marker& marker);

  std::string_view source_;
  Scan& scan_;
  std::vector<std::size_t> open_;  // those not closed yet
  std::size_t comment_ = 0;
};

void UnresolvedFinder::run() {
  std::size_t at = scan_.front_matter.closed ? scan_.front_matter.span.end : 0;
  while (at < source_.size()) {
    const void* hit = memmem(source_.data() + at, source_.size() - at, kWord.data(), kWord.size());
    if (hit == nullptr) break;
    at = static_cast<std::size_t>(static_cast<const char*>(hit) - source_.data());
    if (auto marker = read_marker(source_, at)) {
      place(*marker);
      marker->closing ? close(*marker) : open(*marker);
    }
    at += kWord.size();
  }
  for (const std::size_t index : open_) scan_.unresolved[index].malformed = true;
}

void UnresolvedFinder::place(Marker& marker) {
  const std::uint32_t at = marker.span.begin;
  while (comment_ < scan_.comments.size() && scan_.comments[comment_].span.end <= at) ++comment_;
  marker.hidden = comment_ < scan_.comments.size() && scan_.comments[comment_].span.contains(at);
  const std::uint32_t index = scan_.block_at(at);
  if (marker.hidden || index == kNone) return;
  const Block& block = scan_.blocks[index];
  marker.in_code = block.kind == BlockKind::kFencedCode || block.kind == BlockKind::kIndentedCode;
  if (!marker.in_code && in_code_span(block, at)) marker.in_code = marker.hidden = true;
}

bool UnresolvedFinder::in_code_span(const Block& block, std::uint32_t at) {
  const auto lines = scan_.lines_of(block);
  JoinedText joined;
  joined.assign(source_, lines);
  if (joined.text().find('`') == std::string_view::npos) return false;
  InlineParser parser;
  const links::References none;
  parser.parse(joined.text(), none);
  return std::any_of(parser.pieces().begin(), parser.pieces().end(), [&](const Piece& piece) {
    return piece.kind == PieceKind::kCode && joined.to_source(piece.begin, piece.end).contains(at);
  });
}

void UnresolvedFinder::open(const Marker& marker) {
  Unresolved found;
  found.open = marker.span;
  found.context = marker.context;
  found.malformed = marker.malformed;
  found.hidden = marker.hidden;
  found.in_code = marker.in_code;
  // One inside another is a closing marker forgotten, as a rule.
  found.malformed |= std::any_of(open_.begin(), open_.end(), [&](std::size_t index) {
    return scan_.unresolved[index].hidden == marker.hidden;
  });
  open_.push_back(scan_.unresolved.size());
  scan_.unresolved.push_back(found);
}

void UnresolvedFinder::close(const Marker& marker) {
  const auto partner = std::find_if(open_.rbegin(), open_.rend(), [&](std::size_t index) {
    return scan_.unresolved[index].hidden == marker.hidden;
  });
  if (partner != open_.rend()) {
    Unresolved& found = scan_.unresolved[*partner];
    found.close = marker.span;
    found.malformed |= marker.malformed;
    open_.erase(std::next(partner).base());
    return;
  }
  Unresolved found;
  found.close = marker.span;
  found.malformed = true;
  found.hidden = marker.hidden;
  found.in_code = marker.in_code;
  scan_.unresolved.push_back(found);
}

}  // namespace

void find_unresolved(std::string_view source, Scan& scan) { UnresolvedFinder(source, scan).run(); }

}  // namespace milepost
