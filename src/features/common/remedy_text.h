// What can be done, in the words of the command line.
#pragma once

#include <span>
#include <string>

#include "gates/gate.h"
#include "gates/remedy.h"

namespace milepost {

// "milepost approve 140 --role prr --to beta"; "" for what people do themselves.
std::string command_text(const Remedy& remedy);

// The same as a part of a sentence: "after the answers: milepost approve 140 …", "fill
// in the metadata".
std::string remedy_text(const Remedy& remedy);

// What to do about a verdict, any of its remedies; "" when there is none.
std::string how_text(const Verdict& verdict);

// A line below a verdict: "  shown by milepost diff 140 …".
std::string detail_text(const Detail& detail);

}  // namespace milepost
