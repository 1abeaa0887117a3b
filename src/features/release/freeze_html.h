// The pages of one freeze: what is done at it, with what is to be confirmed, and what to post.
#pragma once

#include <string>
#include <vector>

#include "features/common/route.h"
#include "features/release/freeze_plan.h"
#include "features/release/messages.h"
#include "render/json_value.h"

namespace milepost::release {

// The plan, by what is done: who is removed, left out, waits, met it, is decided already.
Json freeze_html(const Visit& visit, const FreezePlan& plan,
                 const std::vector<std::string_view>& kept = {});

// What applying it would record, which the person is asked to confirm. The plan's rows are those of
// a dry run.
Json confirm_html(const Visit& visit, const FreezePlan& plan,
                  const std::vector<std::string>& except, const std::string& reason);

// What a plan records, in few words: "12 met, 3 removed".
std::string numbers_of(const FreezePlan& plan);
// The same in full: "140 met, 158 removed". Whoever confirms a plan confirms this.
std::string rows_of(const FreezePlan& plan);

Json messages_html(const Visit& visit, const FreezeMessages& messages);

}  // namespace milepost::release
