// The statuses that examples have, and those a template offers.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace milepost::process {

// A status as examples write it, and how often.
struct StatusGuess {
  std::string id;
  std::size_t count = 0;
  bool in_template = false;
  bool detailed = false;  // more stands behind it in an example: "Implemented (v1.2)"
  std::string why = {};   // it is there, when neither an example nor the template has it
};

struct StatusesGuess {
  std::vector<StatusGuess> usual;        // as they follow each other
  std::vector<StatusGuess> odd;          // rare ones, as slips of the pen are
  std::vector<std::string> of_examples;  // of each, as `usual` has it; "" for none
};

// What examples say, "" for nothing, and the template.
struct SaidStatuses {
  std::vector<std::string> words;    // of each example: the status
  std::vector<std::string> written;  // and all that stands there
  std::vector<std::string> offered;  // those between which the template leaves the choice
  std::string begun;                 // or the one that it has
};
StatusesGuess guess_statuses(const SaidStatuses& statuses);

// "Accepted" of "Accepted on 2020-01-01", "superseded" of "superseded by [3](x.md)".
std::string status_word(std::string_view text);
// The words between which a template leaves the choice: "draft | accepted"; none for any other
// text.
std::vector<std::string> alternatives_in(std::string_view text);

// One of twenty, and not of the few that there are.
bool is_rare(std::size_t count, std::size_t all);

}  // namespace milepost::process
