#include "features/release/messages_text.h"

#include <array>

#include <fmt/format.h>

#include "base/common_lines.h"
#include "base/printable.h"
#include "base/strings.h"
#include "features/common/action_json.h"
#include "features/common/card_json.h"
#include "features/release/message_text.h"
#include "render/excerpt.h"
#include "render/json_value.h"

namespace milepost::release {

namespace {

MessageText text_of(const FreezeMessages& made, const FreezeMessage& message) {
  return message_text(made.plan, made.plan.steps[message.step], message.kind);
}

bool is_plain(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::string_view three = bytes.substr(i, 3);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = (bits << 8U) | (k < three.size() ? static_cast<unsigned char>(three[k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += k <= three.size() ? kDigits[(bits >> (18U - 6U * k)) & 63U] : '=';
    }
  }
  return text;
}

// As RFC 2047 has words that are not ASCII: each of at most 75 characters, no letter cut in two.
std::string header_text(std::string_view text) {
  if (is_plain(text)) return std::string(text);
  constexpr std::size_t kMostBytes = 42;
  std::string out;
  while (!text.empty()) {
    std::size_t length = std::min(text.size(), kMostBytes);
    const auto is_inside = [&] {
      return length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0U) == 0x80U;
    };
    while (is_inside()) --length;
    out +=
        fmt::format("{}=?UTF-8?B?{}?=", out.empty() ? "" : "\n ", base64(text.substr(0, length)));
    text.remove_prefix(length);
  }
  return out;
}

// How a line goes on below its beginning: that of a list stays under its text.
std::size_t hanging(std::string_view line) {
  const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
  return line.substr(blanks).starts_with("- ") ? blanks + 2 : blanks;
}

// A line that would begin another message is quoted, as readers of mbox files expect.
std::string mail_line(std::string_view line) {
  const std::size_t quotes = std::min(line.find_first_not_of('>'), line.size());
  return (line.substr(quotes).starts_with("From ") ? ">" : "") + std::string(line) + "\n";
}

std::string mail_body(std::string_view body) {
  constexpr std::uint32_t kColumns = 72;
  std::string out;
  for (std::string_view line : split_lines(body)) {
    if (line.ends_with('\n')) line.remove_suffix(1);
    const std::size_t indent = hanging(line);
    const auto blanks = std::min(line.find_first_not_of(' '), line.size());
    const auto first = kColumns - static_cast<std::uint32_t>(blanks);
    const auto rest = kColumns - static_cast<std::uint32_t>(indent);
    bool begun = false;
    for (const std::string& part : wrap(line.substr(blanks), first, rest)) {
      out += mail_line(std::string(part.empty() ? 0 : begun ? indent : blanks, ' ') + part);
      begun = true;
    }
  }
  return out;
}

}  // namespace

std::string render_messages_markdown(const FreezeMessages& made) {
  std::string out;
  for (const FreezeMessage& message : made.messages) {
    out += fmt::format("{}## {}\n\n{}", out.empty() ? "" : "\n",
                       text_of_others(made.entry(message).proposal.heading()),
                       text_of(made, message).body);
  }
  return out;
}

std::string render_messages_json(const FreezeMessages& made) {
  Json list = Json::array();
  for (const FreezeMessage& message : made.messages) {
    const ReleaseEntry& entry = made.entry(message);
    const auto& posted = entry.freezes[made.plan.freeze].notified;
    MessageText text = text_of(made, message);
    Json one = ref_json(entry.proposal);
    one["release"] = made.plan.view.calendar.release;
    one["freeze"] = made.plan.id;
    one["kind"] = name(message.kind);
    one["address"] = text_or_null(proposal_address(made.plan, entry));
    one["issue"] = text_or_null(issue_address(made.plan, entry));
    one["to"] = Json::array();
    for (const std::string& author : entry.authors) one["to"].push_back(person_text(author));
    one["subject"] = std::move(text.subject);
    one["body"] = std::move(text.body);
    one["posted"] = is_posted(made.plan, entry) ? action_json(*posted) : Json();
    list.push_back(std::move(one));
  }
  return json_text(list);
}

std::string render_messages_mail(const FreezeMessages& made) {
  std::string out;
  for (const FreezeMessage& message : made.messages) {
    const MessageText text = text_of(made, message);
    // The line that begins a message has a sender and a date that nobody reads.
    out += fmt::format(
        "{}From milepost Thu Jan  1 00:00:00 1970\nSubject: {}\nMIME-Version: 1.0\n"
        "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n{}",
        out.empty() ? "" : "\n", header_text(text.subject), mail_body(text.body));
  }
  return out;
}

}  // namespace milepost::release
