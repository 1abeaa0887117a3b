// Proposals that may be about the same thing: a feature has one proposal for life.
#pragma once

#include <string_view>
#include <vector>

#include "proposal/card.h"

namespace milepost::create {

struct Similar {
  const Card* card = nullptr;
  double likeness = 0;      // of the titles, from 0 to 1
  bool same_title = false;  // but for case and punctuation
};

// The most alike first, a handful at most. Words that few titles have weigh more.
std::vector<Similar> find_similar(const Index& index, std::string_view title);

}  // namespace milepost::create
