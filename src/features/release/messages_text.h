// The messages about a freeze, to post, to mail, or for programs.
#pragma once

#include <string>

#include "features/release/messages.h"

namespace milepost::release {

// Each below the number and title of its proposal.
std::string render_messages_markdown(const FreezeMessages& messages);
std::string render_messages_json(const FreezeMessages& messages);
// One after the other as drafts of mails in the mbox form: a subject and a text, and nobody they
// are to, since handles are no addresses. Lines are broken at 72 columns.
std::string render_messages_mail(const FreezeMessages& messages);

}  // namespace milepost::release
