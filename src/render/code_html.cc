#include "render/code_html.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <span>

#include "base/strings.h"
#include "text/entities.h"

namespace milepost {

namespace {

using CodeWords = std::span<const std::string_view>;

constexpr std::string_view kGoWords[] = {
    "bool", "break",   "case",        "chan",   "const",   "continue", "default",   "defer",
    "else", "error",   "fallthrough", "false",  "float64", "for",      "func",      "go",
    "goto", "if",      "import",      "int",    "int32",   "int64",    "interface", "map",
    "nil",  "package", "range",       "return", "select",  "string",   "struct",    "switch",
    "true", "type",    "uint32",      "uint64", "var"};
constexpr std::string_view kProtoWords[] = {
    "bool",     "bytes",   "double",   "enum",     "extend",   "false",   "float",
    "import",   "int32",   "int64",    "map",      "message",  "oneof",   "option",
    "optional", "package", "repeated", "required", "reserved", "returns", "rpc",
    "service",  "stream",  "string",   "syntax",   "true",     "uint32",  "uint64"};
constexpr std::string_view kPythonWords[] = {
    "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};
constexpr std::string_view kShellWords[] = {"case",   "do",     "done", "elif",     "else", "esac",
                                            "export", "fi",     "for",  "function", "if",   "in",
                                            "local",  "return", "then", "until",    "while"};
constexpr std::string_view kCWords[] = {
    "async",  "auto",      "await",    "bool",     "break",     "case",     "catch",
    "char",   "class",     "const",    "continue", "default",   "delete",   "do",
    "double", "else",      "enum",     "export",   "extends",   "false",    "final",
    "float",  "fn",        "for",      "function", "if",        "impl",     "import",
    "int",    "interface", "let",      "long",     "match",     "mut",      "namespace",
    "new",    "null",      "nullptr",  "private",  "protected", "pub",      "public",
    "return", "short",     "signed",   "sizeof",   "static",    "string",   "struct",
    "super",  "switch",    "template", "this",     "throw",     "trait",    "true",
    "try",    "type",      "typedef",  "typename", "undefined", "unsigned", "use",
    "using",  "var",       "virtual",  "void",     "volatile",  "while"};
constexpr std::string_view kValueWords[] = {"false", "no", "null", "true", "yes"};

enum class CodeShape : std::uint8_t { kWords, kKeyed, kDiff };

struct CodeLanguage {
  CodeShape shape = CodeShape::kWords;
  std::string_view line_comment = {};
  std::string_view block_comment = {};  // its begin
  std::string_view block_comment_end = {};
  std::string_view quotes = {};      // of strings that end with their line
  std::string_view long_quote = {};  // of strings that go on
  CodeWords words = {};
  bool blank_before_comment = false;  // "a#b" is no comment
};

constexpr CodeLanguage kGo = {CodeShape::kWords, "//", "/*", "*/", "\"'", "`", kGoWords};
constexpr CodeLanguage kProto = {CodeShape::kWords, "//", "/*", "*/", "\"'", "", kProtoWords};
constexpr CodeLanguage kC = {CodeShape::kWords, "//", "/*", "*/", "\"'", "`", kCWords};
constexpr CodeLanguage kPython = {CodeShape::kWords, "#", "", "", "\"'", "\"\"\"", kPythonWords};
constexpr CodeLanguage kShell = {CodeShape::kWords, "#", "", "", "\"'", "", kShellWords, true};
constexpr CodeLanguage kYaml = {CodeShape::kKeyed, "#", "", "", "\"'", "", kValueWords, true};
constexpr CodeLanguage kJson = {CodeShape::kKeyed, "//", "/*", "*/", "\"", "", kValueWords};
constexpr CodeLanguage kDiffs = {CodeShape::kDiff};

const CodeLanguage* code_language(std::string_view name) {
  static const std::map<std::string_view, const CodeLanguage*> kLanguages = {
      {"bash", &kShell},   {"c", &kC},           {"c++", &kC},        {"cc", &kC},
      {"cpp", &kC},        {"cs", &kC},          {"csharp", &kC},     {"diff", &kDiffs},
      {"go", &kGo},        {"golang", &kGo},     {"java", &kC},       {"javascript", &kC},
      {"js", &kC},         {"json", &kJson},     {"jsonc", &kJson},   {"kotlin", &kC},
      {"patch", &kDiffs},  {"proto", &kProto},   {"proto3", &kProto}, {"protobuf", &kProto},
      {"py", &kPython},    {"python", &kPython}, {"rs", &kC},         {"rust", &kC},
      {"sh", &kShell},     {"shell", &kShell},   {"toml", &kShell},   {"ts", &kC},
      {"typescript", &kC}, {"yaml", &kYaml},     {"yml", &kYaml},     {"zsh", &kShell},
  };
  const auto found = kLanguages.find(name);
  return found == kLanguages.end() ? nullptr : found->second;
}

constexpr bool is_word_char(char c) {
  return is_alnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

class CodeWriter {
 public:
  CodeWriter(std::string_view code, const CodeLanguage& language)
      : code_(code), language_(language), line_end_(std::min(code.find('\n'), code.size())) {}

  std::string run() {
    out_.reserve(code_.size() * 2);
    while (at_ < code_.size()) {
      if (language_.shape == CodeShape::kDiff) {
        take_diff_line();
      } else {
        take_token();
      }
    }
    plain_to(at_);
    return std::move(out_);
  }

 private:
  std::string_view rest() const { return code_.substr(at_); }
  // Of the line that is at hand.
  std::size_t line_end() {
    if (line_end_ < at_) line_end_ = std::min(code_.find('\n', at_), code_.size());
    return line_end_;
  }
  bool begins(std::string_view mark) const { return !mark.empty() && rest().starts_with(mark); }

  void plain_to(std::size_t end) {
    html::append_escaped(out_, code_.substr(written_, end - written_));
    written_ = end;
  }

  // What lies between here and `end` is of a class.
  void mark_to(std::size_t end, std::string_view name) {
    plain_to(at_);
    out_.append("<span class=\"code-").append(name).append("\">");
    html::append_escaped(out_, code_.substr(at_, end - at_));
    out_ += "</span>";
    at_ = written_ = end;
  }

  void take_diff_line() {
    const std::size_t end = line_end();
    const std::string_view line = code_.substr(at_, end - at_);
    if (line.starts_with("@@") || line.starts_with("diff ") || line.starts_with("index ") ||
        line.starts_with("+++ ") || line.starts_with("--- ")) {
      mark_to(end, "place");
    } else if (line.starts_with('+')) {
      mark_to(end, "added");
    } else if (line.starts_with('-')) {
      mark_to(end, "removed");
    }
    at_ = std::min(end + 1, code_.size());
  }

  void take_token() {
    const char c = code_[at_];
    const char before = at_ == 0 ? '\n' : code_[at_ - 1];
    if (begins(language_.line_comment) && (!language_.blank_before_comment || is_space(before))) {
      mark_to(line_end(), "comment");
    } else if (begins(language_.block_comment)) {
      mark_to(end_after(language_.block_comment_end, at_ + language_.block_comment.size()),
              "comment");
    } else if (begins(language_.long_quote)) {
      mark_to(end_after(language_.long_quote, at_ + language_.long_quote.size()), "string");
    } else if (language_.quotes.find(c) != std::string_view::npos && !is_word_char(before)) {
      take_string(c);
    } else if (is_digit(c)) {
      take_number();
    } else if (is_word_char(c)) {
      take_word();
    } else {
      ++at_;
    }
  }

  // What is never closed goes on to the end.
  std::size_t end_after(std::string_view closer, std::size_t from) const {
    const std::size_t at = code_.find(closer, from);
    return at == code_.npos ? code_.size() : at + closer.size();
  }

  void take_string(char quote) {
    const std::size_t line = line_end();
    // One that is not closed on its line is none, and later ones of its kind are not, either.
    std::size_t& unclosed_line = quote == '"' ? unclosed_double_ : unclosed_single_;
    if (unclosed_line == line) {
      ++at_;
      return;
    }
    std::size_t end = at_ + 1;
    while (end < line && code_[end] != quote) end += code_[end] == '\\' ? 2 : 1;
    if (end >= line) {
      unclosed_line = line;
      ++at_;
      return;
    }
    mark_to(end + 1, is_key_end(end + 1) ? "key" : "string");
  }

  // Whether what ends here names a value: "a:".
  bool is_key_end(std::size_t at) const {
    if (language_.shape != CodeShape::kKeyed) return false;
    if (at >= code_.size() || code_[at] != ':') return false;
    return at + 1 == code_.size() || is_space(code_[at + 1]) || code_[at + 1] == '"';
  }

  void take_number() {
    std::size_t end = at_;
    while (end < code_.size() && (is_word_char(code_[end]) || code_[end] == '.')) ++end;
    mark_to(end, "number");
  }

  void take_word() {
    const bool keyed = language_.shape == CodeShape::kKeyed;
    std::size_t end = at_;
    const auto goes_on = [&](char c) {
      return is_word_char(c) || (keyed && (c == '-' || c == '.' || c == '/'));
    };
    while (end < code_.size() && goes_on(code_[end])) ++end;
    if (is_key_end(end)) {
      mark_to(end, "key");
    } else if (std::ranges::binary_search(language_.words, code_.substr(at_, end - at_))) {
      mark_to(end, "keyword");
    } else {
      at_ = end;
    }
  }

  std::string_view code_;
  const CodeLanguage& language_;
  std::string out_;
  std::size_t at_ = 0;
  std::size_t written_ = 0;
  std::size_t line_end_;
  // Ends of lines that have half a string, by its quote.
  std::size_t unclosed_double_ = std::string_view::npos;
  std::size_t unclosed_single_ = std::string_view::npos;
};

}  // namespace

std::string code_html(std::string_view code, std::string_view language) {
  if (const CodeLanguage* const known = code_language(lower(language))) {
    return CodeWriter(code, *known).run();
  }
  std::string out;
  html::append_escaped(out, code);
  return out;
}

}  // namespace milepost
