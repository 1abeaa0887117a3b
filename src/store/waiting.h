// Waiting for a record that another process is writing.
#pragma once

namespace milepost {

// What is called when a record has been waited for over a second, once for each wait, by the
// thread that waits; null, as at first, tells nobody.
void set_wait_notice(void (*notice)());

}  // namespace milepost
