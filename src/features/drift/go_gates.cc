#include "features/drift/go_gates.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/strings.h"

namespace milepost::drift {

namespace {

enum class TokenKind : std::uint8_t { kWord, kText, kSign, kEnd };

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string_view text;  // of a text, what stands between the quotes
  Span span;
  bool begins_line = false;

  bool is(char sign) const { return kind == TokenKind::kSign && text.front() == sign; }
  bool is(std::string_view word) const { return kind == TokenKind::kWord && text == word; }
};

// Splits Go source into words, texts and signs. Comments are passed over, and so is a
// text or comment that does not end, up to the end of its line or of the file.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text) {}

  Token next() {
    skip();
    Token token = read();
    token.begins_line = std::exchange(line_begun_, false);
    return token;
  }

 private:
  Token read() {
    if (at_ >= text_.size()) return {};
    const char c = text_[at_];
    const std::size_t begin = at_;
    if (is_word(c)) {
      while (at_ < text_.size() && is_word(text_[at_])) ++at_;
      return token(TokenKind::kWord, begin, begin, at_);
    }
    if (c == '"' || c == '\'' || c == '`') return quoted(c);
    ++at_;
    return token(TokenKind::kSign, begin, begin, at_);
  }

  static bool is_word(char c) {
    return is_alnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
  }

  Token token(TokenKind kind, std::size_t begin, std::size_t text_begin,
              std::size_t text_end) const {
    return {kind,
            text_.substr(text_begin, text_end - text_begin),
            {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)}};
  }

  Token quoted(char quote) {
    const std::size_t begin = at_++;
    while (at_ < text_.size() && text_[at_] != quote) {
      if (quote != '`' && text_[at_] == '\n') return token(TokenKind::kText, begin, begin + 1, at_);
      if (quote != '`' && text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      ++at_;
    }
    const std::size_t end = std::min(at_, text_.size());
    at_ = std::min(end + 1, text_.size());
    return token(TokenKind::kText, begin, begin + 1, end);
  }

  void skip() {
    while (at_ < text_.size()) {
      if (is_space(text_[at_])) {
        line_begun_ = line_begun_ || text_[at_] == '\n';
        ++at_;
      } else if (text_.substr(at_).starts_with("//")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (text_.substr(at_).starts_with("/*")) {
        const std::size_t end = text_.find("*/", at_ + 2);
        at_ = end == text_.npos ? text_.size() : end + 2;
      } else {
        return;
      }
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool line_begun_ = true;
};

// A pair of braces that is open.
struct Frame {
  std::optional<Token> gate;  // the word before it: `Name: {`
  std::optional<Token> stage;
  std::string version;
  std::optional<bool> on;
};

class GoScan {
 public:
  explicit GoScan(const Source& source) : tokens_(source.text()) {}

  GoGates run() {
    for (Token token = tokens_.next(); token.kind != TokenKind::kEnd; token = tokens_.next()) {
      if (token.begins_line) declared_.reset();
      take(token);
    }
    return std::move(gates_);
  }

 private:
  void take(const Token& token) {
    if (token.kind == TokenKind::kWord) {
      take_word(token);
    } else if (token.kind == TokenKind::kText) {
      take_text(token);
    } else if (token.is('{')) {
      frames_.push_back({key_, std::nullopt, {}, std::nullopt});
      forget();
    } else if (token.is('}')) {
      close();
    } else if (token.is(':')) {
      key_ = word_;
      word_.reset();
    } else if (token.is(',')) {
      end_value();
    } else if (token.is('=')) {
      // Gates are declared outside of functions.
      assigned_ =
          frames_.empty() && declared_ && type_.kind == TokenKind::kWord && !type_.is("string");
    }
  }

  // A declaration stands at the beginning of a line: a name, and a type after it.
  void take_word(const Token& token) {
    word_ = token;
    if (token.is("const") || token.is("var")) return;
    if (!declared_) {
      declared_ = token;
      type_ = {};
    } else {
      type_ = token;
    }
    assigned_ = false;
  }

  void take_text(const Token& token) {
    if (assigned_) {
      gates_.constants.push_back({declared_->text, std::string(token.text), declared_->span});
    }
    assigned_ = false;
    if (key_ && key_->is("Version") && !frames_.empty()) frames_.back().version = token.text;
  }

  void close() {
    end_value();
    if (frames_.empty()) return;
    const Frame frame = std::move(frames_.back());
    frames_.pop_back();
    if (!frame.stage) return;
    // Specifications for single versions stand in braces of their own.
    const std::optional<Token>& gate =
        frame.gate || frames_.empty() ? frame.gate : frames_.back().gate;
    if (!gate) return;
    gates_.entries.push_back(
        {gate->text, gate->span, frame.stage->text, frame.stage->span, frame.version, frame.on});
  }

  void end_value() {
    if (key_ && word_ && !frames_.empty()) {
      const bool is_switch = word_->is("true") || word_->is("false");
      if (key_->is("PreRelease")) frames_.back().stage = word_;
      if (key_->is("Default") && is_switch) frames_.back().on = word_->is("true");
    }
    forget();
  }

  void forget() {
    key_.reset();
    word_.reset();
    assigned_ = false;
  }

  Tokens tokens_;
  std::vector<Frame> frames_;
  std::optional<Token> declared_;  // the first word of the line
  Token type_;                     // the last word after it
  bool assigned_ = false;          // to what is declared
  std::optional<Token> word_;      // the last one
  std::optional<Token> key_;       // before a colon
  GoGates gates_;
};

}  // namespace

bool is_go(const Source& source) {
  if (source.path().ends_with(".go")) return true;
  Tokens tokens(source.text());
  return tokens.next().is("package");
}

GoGates scan_go_gates(const Source& source) { return GoScan(source).run(); }

}  // namespace milepost::drift
