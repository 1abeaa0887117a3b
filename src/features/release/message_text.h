// What to post about a freeze, for people who do not have milepost: links, what is there, what is
// missing and who can supply it, by when, and whom to ask.
#pragma once

#include <string>
#include <string_view>

#include "features/release/message_kind.h"

namespace milepost::release {

struct MessageText {
  std::string subject;  // one line
  std::string body;     // Markdown
};

MessageText message_text(const FreezePlan& plan, const FreezeStep& step, MessageKind kind);

// What others wrote, in a text that somebody posts under their own name: it is no markup, and calls
// nobody.
std::string text_of_others(std::string_view text);

// The addresses of a proposal and of its tracking issue; "" where they are not known.
std::string proposal_address(const FreezePlan& plan, const ReleaseEntry& entry);
std::string issue_address(const FreezePlan& plan, const ReleaseEntry& entry);

}  // namespace milepost::release
