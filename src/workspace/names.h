// What people call a proposal by, besides the path of a file: its number, the address of its issue
// or its file on the web, the name of its folder, words of its title. Every verb goes by these.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/read_error.h"
#include "base/result.h"

namespace milepost {

struct Card;
class Workspace;

// Of "4211", "#4211" and "KEP-4211", as it is written; "" of anything else.
std::string_view number_in(std::string_view word);

// The proposals that a word names: several only where they share a number, none where it names
// nothing. Fails when several are called so, and for the address of something else.
Result<std::vector<const Card*>> find_named(const Workspace& workspace, const std::string& word);

// The proposal whose title has all these words, in any order and case; null when none has. Fails
// when several have.
Result<const Card*> find_titled(const Workspace& workspace, const std::string& words);

// The proposal that a word means, by its path as seen from the directory or by name; null when
// there is none. Fails as find_named() does, and when several share the number.
Result<const Card*> find_meant(const Workspace& workspace, const std::string& word);

// Why a word that names no proposal means nothing; without a path where the message says it all.
ReadError nothing_named(const Workspace& workspace, const std::string& word);
Error unnamed(const Workspace& workspace, const std::string& word);  // the same

}  // namespace milepost
