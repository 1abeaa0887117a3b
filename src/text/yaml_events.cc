// The one place that knows libyaml: its events become a tree of spans. A fault stops it;
// text/yaml.h says what happens then.
#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include <yaml.h>

#include "base/strings.h"
#include "base/utf8.h"
#include "text/yaml_parts.h"

namespace milepost {

namespace {

constexpr std::string_view kTooDeepWords = "nested too deeply";
constexpr std::string_view kTooManyWords = "too many values";

// A text for a message: whole, or its beginning.
std::string brief(std::string_view text) {
  constexpr std::size_t kMost = 40;
  text = text.substr(0, text.find_first_of("\r\n"));
  if (text.size() <= kMost) return std::string(text);
  std::size_t cut_at = kMost;
  while (cut_at > 0 && (static_cast<unsigned char>(text[cut_at]) & 0xC0U) == 0x80) --cut_at;
  return std::string(text.substr(0, cut_at)) + "…";
}

// The offset of the first flow bracket nested too deeply, or npos. libyaml takes
// quadratic time on such input. Quoted text and comments do not count, nor do
// brackets in the middle of plain text; the tree's own depth is checked exactly
// while it is built, so this need not be exact.
std::size_t find_deep_flow(std::string_view text, int max_depth) {
  const auto is_opener = [](char c) { return c == '[' || c == '{'; };
  if (std::count_if(text.begin(), text.end(), is_opener) <= max_depth) return text.npos;
  int depth = 0;
  bool node_begins = true;  // a value, an item or a key may begin here
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char next = i + 1 < text.size() ? text[i + 1] : '\n';
    if (c == '\n' || c == '\r') {
      node_begins = true;
    } else if (c == '#' && (i == 0 || is_space(text[i - 1]))) {
      i = std::min(text.find_first_of("\r\n", i), text.size()) - 1;
    } else if (is_space(c)) {
      continue;
    } else if (node_begins && (c == '"' || c == '\'')) {
      std::size_t end = i + 1;
      while (end < text.size() && text[end] != c) end += (c == '"' && text[end] == '\\') ? 2 : 1;
      if (end < text.size()) i = end;
      node_begins = false;
    } else if (node_begins && is_opener(c)) {
      if (++depth > max_depth) return i;
    } else if (depth > 0 && (c == ']' || c == '}')) {
      --depth;
      node_begins = false;
    } else {
      const bool indicator = (c == '-' || c == '?' || c == ':') && is_space(next);
      node_begins = indicator || (depth > 0 && (c == ',' || c == ':'));
    }
  }
  return std::string_view::npos;
}

std::size_t find_control(std::string_view text) {
  const auto is_control = [](char c) {
    return c == 0x7F || (c >= 0 && c < 0x20 && c != '\t' && c != '\n' && c != '\r');
  };
  const auto at = std::find_if(text.begin(), text.end(), is_control);
  return at == text.end() ? text.npos : static_cast<std::size_t>(at - text.begin());
}

// libyaml counts characters, we count bytes.
class Offsets {
 public:
  explicit Offsets(std::string_view text) : size_(text.size()) {
    if (utf8::find_beyond_ascii(text, 0) == text.npos) return;
    begins_.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
      begins_.push_back(static_cast<std::uint32_t>(at));
      const bool ascii = static_cast<unsigned char>(text[at]) < 0x80;
      at += ascii ? 1 : utf8::decode(text.substr(at)).length;
    }
    ascii_ = false;
  }

  std::uint32_t operator()(std::size_t character) const {
    if (ascii_) return static_cast<std::uint32_t>(std::min(character, size_));
    return character < begins_.size() ? begins_[character] : static_cast<std::uint32_t>(size_);
  }

 private:
  std::size_t size_;
  bool ascii_ = true;
  std::vector<std::uint32_t> begins_;
};

struct Parser {
  explicit Parser(std::string_view text) {
    ready = yaml_parser_initialize(&state) != 0;
    if (!ready) return;
    yaml_parser_set_encoding(&state, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&state, reinterpret_cast<const unsigned char*>(text.data()),
                                 text.size());
  }
  ~Parser() {
    if (ready) yaml_parser_delete(&state);
  }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  yaml_parser_t state{};
  bool ready = false;
};

struct Event {
  Event() = default;
  ~Event() { yaml_event_delete(&data); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  yaml_event_t data{};
};

// A list or map that is still open.
struct Frame {
  YamlNode node;
  bool flow = false;
  bool has_key = false;
  std::string key;
  Span key_span;
  std::unordered_map<std::string, Span> seen;  // a large map's keys

  // Where this frame's key was given first, if it was.
  std::optional<Span> first_given() {
    constexpr std::size_t kFew = 32;
    if (node.entries.size() < kFew) {
      const YamlEntry* const entry = node.find_entry(key);
      return entry == nullptr ? std::nullopt : std::optional(entry->key_span);
    }
    if (seen.empty()) {
      for (const auto& entry : node.entries) seen.emplace(entry.key, entry.key_span);
    }
    const auto [found, is_new] = seen.try_emplace(key, key_span);
    return is_new ? std::nullopt : std::optional(found->second);
  }
};

class Builder {
 public:
  Builder(const Source& source, Span within, int max_depth, std::size_t max_values)
      : source_(source),
        within_(within),
        max_depth_(static_cast<std::size_t>(max_depth)),
        max_values_(max_values),
        offsets_(source.text(within)) {}

  YamlRead run() {
    read_.root.kind = YamlKind::kMap;
    read_.root.span = {within_.begin, within_.begin};
    Parser parser(source_.text(within_));
    if (!parser.ready) {
      fail({YamlProblemKind::kSyntax, {}, "out of memory", within_.begin, within_.begin});
      return std::move(read_);
    }
    bool more = true;
    while (more && !read_.fault) {
      Event event;
      if (yaml_parser_parse(&parser.state, &event.data) == 0) {
        fail(fault_of(parser.state));
        break;
      }
      more = take(event.data);
    }
    return std::move(read_);
  }

 private:
  std::uint32_t offset(const yaml_mark_t& mark) const {
    return within_.begin + offsets_(mark.index);
  }
  Span span_of(const yaml_event_t& event) const {
    const std::uint32_t begin = offset(event.start_mark);
    return {begin, std::max(begin, offset(event.end_mark))};
  }

  void fail(YamlFault fault) { read_.fault = fault; }

  void report(YamlProblemKind kind, Span span, std::string message) {
    read_.problems.add({kind, span, std::move(message)});
  }

  YamlFault fault_of(const yaml_parser_t& parser) const {
    YamlFault fault;
    if (parser.context != nullptr) fault.doing = parser.context;
    fault.problem = parser.problem != nullptr ? parser.problem : "out of memory";
    fault.at = parser.error == YAML_READER_ERROR
                   ? within_.begin + static_cast<std::uint32_t>(std::min<std::size_t>(
                                         parser.problem_offset, within_.size()))
                   : offset(parser.problem_mark);
    fault.began = parser.context != nullptr ? offset(parser.context_mark) : fault.at;
    return fault;
  }

  // False when there is nothing more to read.
  bool take(const yaml_event_t& event) {
    switch (event.type) {
      case YAML_DOCUMENT_START_EVENT:
        if (documents_++ == 0) return true;
        report_second_document(span_of(event));
        return false;
      case YAML_ALIAS_EVENT: take_alias(event); return true;
      case YAML_SCALAR_EVENT: take_scalar(event); return true;
      case YAML_SEQUENCE_START_EVENT: {
        const auto& data = event.data.sequence_start;
        open(YamlKind::kList, data.style == YAML_FLOW_SEQUENCE_STYLE,
             without_properties(span_of(event), data.anchor, data.tag));
        return true;
      }
      case YAML_MAPPING_START_EVENT: {
        const auto& data = event.data.mapping_start;
        open(YamlKind::kMap, data.style == YAML_FLOW_MAPPING_STYLE,
             without_properties(span_of(event), data.anchor, data.tag));
        return true;
      }
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT: close(span_of(event)); return true;
      case YAML_STREAM_END_EVENT:
      case YAML_NO_EVENT: return false;
      default: return true;
    }
  }

  // People end a file with `---`: only a document that says something counts.
  void report_second_document(Span marker) {
    for (auto rest = source_.text({marker.begin, within_.end}); !rest.empty();) {
      const auto line = trim(rest.substr(0, rest.find_first_of("\r\n")));
      if (!line.empty() && !line.starts_with('#') && line != "---" && line != "...") {
        report(YamlProblemKind::kSyntax, marker,
               "a second YAML document begins here and is not read; keep all fields in one, "
               "without `---` between them");
        return;
      }
      rest.remove_prefix(std::min(rest.find_first_of("\r\n"), rest.size()));
      rest.remove_prefix(std::min(rest.find_first_not_of("\r\n"), rest.size()));
    }
  }

  // Reports a node's anchor and tag, which stand before it, and gives the span
  // of the value alone.
  Span without_properties(Span span, const yaml_char_t* anchor, const yaml_char_t* tag) {
    if (anchor == nullptr && tag == nullptr) return span;
    const std::string_view text = source_.text();
    std::uint32_t at = span.begin;
    while (at < within_.end && (text[at] == '&' || text[at] == '!')) {
      const std::uint32_t begin = at;
      const bool verbatim = text.substr(at).starts_with("!<");
      while (at < within_.end && !is_space(text[at]) &&
             (verbatim || std::string_view(",[]{}").find(text[at]) == std::string_view::npos)) {
        ++at;
      }
      const Span property{begin, at};
      const std::string written = brief(source_.text(property));
      if (text[begin] == '&') {
        report(YamlProblemKind::kAnchor, property,
               "`" + written + "` is a YAML anchor, which is not read here; remove it, or put " +
                   "the value in quotes");
      } else {
        report(YamlProblemKind::kTag, property,
               "`" + written + "` is a YAML tag, which is not read here; remove it, or put the " +
                   "value in quotes");
      }
      at = skip_blank(at);
    }
    // A property with nothing after it: the value is empty and ends with it.
    const std::uint32_t begin = std::min(at, std::max(span.end, span.begin));
    return {begin, std::max(begin, span.end)};
  }

  std::uint32_t skip_blank(std::uint32_t at) const {
    const std::string_view text = source_.text();
    while (at < within_.end && (is_space(text[at]) || text[at] == '#')) {
      if (text[at] == '#') {
        at = static_cast<std::uint32_t>(
            std::min<std::size_t>(text.find_first_of("\r\n", at), within_.end));
      } else {
        ++at;
      }
    }
    return at;
  }

  void take_alias(const yaml_event_t& event) {
    YamlNode node;
    node.span = span_of(event);
    const std::string written = brief(source_.text(node.span));
    if (expects_key()) node.text = written;
    if (!under_merge_key()) {
      report(YamlProblemKind::kAnchor, node.span,
             "`" + written + "` is a YAML alias, which is not read here; write the value out, " +
                 "or put it in quotes");
    }
    add(std::move(node));
  }

  void take_scalar(const yaml_event_t& event) {
    const auto& data = event.data.scalar;
    YamlNode node;
    node.span = without_properties(span_of(event), data.anchor, data.tag);
    node.text.assign(reinterpret_cast<const char*>(data.value), data.length);
    node.quoted = data.style == YAML_SINGLE_QUOTED_SCALAR_STYLE ||
                  data.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE;
    if (data.style == YAML_LITERAL_SCALAR_STYLE || data.style == YAML_FOLDED_SCALAR_STYLE) {
      // The blank lines up to the next key are no part of what is written.
      const std::string_view text = source_.text();
      while (!node.span.empty() && is_space(text[node.span.end - 1])) --node.span.end;
    }
    add(std::move(node));
  }

  bool expects_key() const {
    return !frames_.empty() && frames_.back().node.is_map() && !frames_.back().has_key;
  }
  bool under_merge_key() const {
    return !frames_.empty() && frames_.back().has_key && frames_.back().key == "<<";
  }

  void open(YamlKind kind, bool flow, Span span) {
    if (frames_.size() >= max_depth_) {
      fail({YamlProblemKind::kTooDeep, {}, kTooDeepWords, span.begin, span.begin});
      return;
    }
    Frame& frame = frames_.emplace_back();
    frame.node.kind = kind;
    frame.node.span = flow ? span : Span{span.begin, span.begin};
    frame.flow = flow;
  }

  void close(Span end) {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    // A block collection's end lies where the next thing begins; its last child
    // says where it really ends.
    if (frame.flow) frame.node.span.end = std::max(frame.node.span.end, end.end);
    add(std::move(frame.node));
  }

  void add(YamlNode&& node) {
    if (!expects_key() && ++read_.values > max_values_) {
      fail({YamlProblemKind::kTooLarge, {}, kTooManyWords, node.span.begin, node.span.begin});
      return;
    }
    if (frames_.empty()) {
      const bool nothing = node.is_scalar() && node.text.empty() && node.span.empty();
      if (!nothing) read_.root = std::move(node);
      return;
    }
    Frame& frame = frames_.back();
    frame.node.span = cover(frame.node.span, node.span);
    if (frame.node.is_list()) {
      frame.node.items.push_back(std::move(node));
    } else if (frame.has_key) {
      frame.has_key = false;
      add_entry(frame, std::move(node));
    } else {
      take_key(frame, std::move(node));
    }
  }

  void take_key(Frame& frame, YamlNode&& key) {
    frame.has_key = true;
    frame.key_span = key.span;
    if (key.is_scalar()) {
      frame.key = std::move(key.text);
    } else {
      frame.key = source_.text(key.span);
      report(YamlProblemKind::kSyntax, key.span,
             "`" + brief(frame.key) + "` stands where a name is expected; put it in quotes");
    }
    if (frame.key == "<<" && !key.quoted) {
      report(YamlProblemKind::kAnchor, key.span,
             "`<<` is a YAML merge key, which is not read here; write the fields out");
    }
  }

  void add_entry(Frame& frame, YamlNode&& value) {
    if (const auto first = frame.first_given()) {
      const auto line = source_.line_at(first->begin) + 1;
      report(YamlProblemKind::kDuplicateKey, frame.key_span,
             "`" + brief(frame.key) + "` is given twice, first on line " + std::to_string(line) +
                 "; keep one of them");
      return;
    }
    frame.node.entries.push_back(
        {std::move(frame.key), frame.key_span, std::make_unique<YamlNode>(std::move(value))});
  }

  const Source& source_;
  Span within_;
  std::size_t max_depth_;
  std::size_t max_values_;
  Offsets offsets_;
  std::vector<Frame> frames_;
  int documents_ = 0;
  YamlRead read_;
};

std::optional<YamlFault> find_unreadable(const Source& source, Span within, int max_depth) {
  const std::string_view text = source.text(within);
  const auto fault = [&](YamlProblemKind kind, std::string_view problem, std::size_t at) {
    const auto offset = within.begin + static_cast<std::uint32_t>(at);
    return YamlFault{kind, {}, problem, offset, offset};
  };
  if (const auto at = utf8::find_invalid(text); at != std::string_view::npos) {
    return fault(YamlProblemKind::kSyntax, kInvalidUtf8, at);
  }
  if (const auto at = find_control(text); at != std::string_view::npos) {
    return fault(YamlProblemKind::kSyntax, kControlCharacter, at);
  }
  if (const auto at = find_deep_flow(text, max_depth); at != std::string_view::npos) {
    return fault(YamlProblemKind::kTooDeep, kTooDeepWords, at);
  }
  return std::nullopt;
}

}  // namespace

YamlRead read_yaml_events(const Source& source, Span within, int max_depth,
                          std::size_t max_values) {
  if (const auto fault = find_unreadable(source, within, max_depth)) {
    YamlRead read;
    read.root.kind = YamlKind::kMap;
    read.root.span = {within.begin, within.begin};
    read.fault = fault;
    return read;
  }
  return Builder(source, within, max_depth, max_values).run();
}

}  // namespace milepost
