// A form that was sent, so that nobody who is refused loses what they wrote.
#pragma once

#include "features/common/route.h"

namespace milepost::web {

// Of a request whose body was read.
SentForm sent_form(const http::Request& request, const PageLinks& links);

}  // namespace milepost::web
