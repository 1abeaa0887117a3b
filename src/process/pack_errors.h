// What is wrong with a pack and with the milepost.yaml over it: all of it, each with its place.
//
// A name that is missing because the part of the file that should define it could not be read is
// no error of its own. An error in a file that is built into the program, which nobody can edit,
// is told at the user's file that caused it.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "process/place.h"

namespace milepost {

struct PackError {
  Place place;  // without a source: it is in no one place
  std::string message;
};

// "milepost.yaml:3:1: no stage is called `betta`; did you mean `beta`?"
std::string to_string(const PackError& error);

class PackErrors {
 public:
  void add(const Place& place, std::string message);
  // What the process has none of: "stage", "gate" …; with the one that may be meant.
  void unknown(const Place& place, std::string_view what, std::string_view name,
               const std::vector<std::string>& known);
  void no_section(const Place& place, std::string_view title,
                  const std::vector<std::string>& titles);
  // A template that cannot be read: what sections there are is not known.
  void doubt_sections() { sections_known_ = false; }
  // What is defined in the part of a file where an error is may be missing for that reason.
  void doubt(const Place& place);

  // What a file took out of those below it: whatever goes by it is wrong because of that.
  void removed(const Place& place, std::string_view what, std::string_view name) {
    removed_.push_back({{std::string(what), std::string(name)}, place});
  }

  bool empty() const { return errors_.empty(); }
  // As they were found, one for each place and message.
  const std::vector<PackError>& all() const { return errors_; }
  // The same, with those in built-in files told at the first of the user's files that may have
  // caused them; one for all that a missing name does there.
  std::vector<PackError> shown(const std::vector<const Source*>& users_files) const;

 private:
  struct Missing {
    std::string what, name;  // of an error about a name; "" for any other
  };
  struct Removed {
    Missing missing;
    Place place;
  };
  bool is_new(const Place& place, const std::string& message) const;
  std::optional<Place> removal_of(const Missing& missing) const;

  std::vector<PackError> errors_;
  std::vector<Missing> missing_;  // parallel to errors_
  std::vector<Removed> removed_;
  std::set<std::string, std::less<>> doubtful_;
  bool sections_known_ = true;
};

// The top-level key whose value holds an offset: "gates"; "" before the first.
std::string_view top_key_at(std::string_view yaml, std::size_t offset);

}  // namespace milepost
