// Characters that turn the direction of a text around, in a text that stands among others: they end
// with it, so that what comes after reads as it was written.
#pragma once

#include <string>

namespace milepost {

// Ends the directions that the text begins and does not end.
void end_directions(std::string& text);

}  // namespace milepost
