// Answers to what was asked with an Idempotency-Key, as they are kept beside the accounts: whoever
// did not hear the answer may ask again, whichever server, without doing it again.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "http/message.h"

namespace milepost::web {

std::string write_answer(const http::Response& response);
// Nothing for what is none.
std::optional<http::Response> read_answer(std::string_view text);

}  // namespace milepost::web
