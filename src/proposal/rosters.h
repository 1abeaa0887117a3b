// Rosters: who and which groups there are, and for whom they work, read from the process and from
// the repository's files of owners and aliases (OWNERS, OWNERS_ALIASES). No network.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/fingerprint.h"
#include "base/read_error.h"
#include "proposal/repository.h"

namespace milepost {

class Rosters {
 public:
  // A roster whose file is not there, or cannot be read to its end, is unknown:
  // nothing can be said about who is on it.
  bool knows(std::string_view roster) const;
  // Ignoring case and a leading @.
  bool has(std::string_view roster, std::string_view name) const;
  // The name as the roster writes it; "" when it has no such name.
  std::string_view spelled(std::string_view roster, std::string_view name) const;
  std::vector<std::string> names(std::string_view roster) const;  // in lower case, sorted

  // The roster's part for one group, as a roster of its own: `members` of the
  // pack with {group} in them make one for each.
  static std::string of_group(std::string_view roster, std::string_view group);

  // The rosters, or parts of them, that an alias gives names to, or that have this name
  // themselves; none for a name that is no team's.
  std::vector<std::string> made_from(std::string_view team) const;
  // Whether an alias of the files, used or not, has the name among its members.
  bool is_on_team(std::string_view alias, std::string_view name) const;

  // What was added to rosters that another knows, too: the name, and the roster.
  std::map<std::string, std::string> added_since(const Rosters& before) const;
  // The rosters that another knows and this does not.
  std::vector<std::string> unknown_since(const Rosters& before) const;

  // Whether the file of aliases is there, and could be read to its end.
  bool has_file(std::string_view file) const { return files_.contains(file); }

  // The company that somebody works for, as it is listed; "" when it is not known.
  std::string_view company_of(std::string_view name) const;

  Fingerprint fingerprint() const;  // of all names, rosters, aliases and companies

  void add(const std::string& roster, std::string_view name);
  void add_roster(const std::string& roster) { rosters_.try_emplace(roster); }  // of nobody yet
  void add_alias(std::string_view alias, const std::string& roster);
  void add_member(std::string_view alias, std::string_view name);
  void add_company(std::string_view name, std::string_view company);
  void add_file(std::string file) { files_.insert(std::move(file)); }

 private:
  using Names = std::unordered_map<std::string, std::string>;  // in lower case → as written
  std::unordered_map<std::string, Names> rosters_;
  std::unordered_map<std::string, std::set<std::string>> made_from_;  // by alias, in lower case
  std::unordered_map<std::string, std::set<std::string>> members_;    // the same; in lower case
  std::set<std::string, std::less<>> files_;                          // that were read
  std::map<std::string, std::string, std::less<>> companies_;         // by name in lower case
};

Rosters read_rosters(const Repository& repository, std::vector<ReadError>& read_errors);

}  // namespace milepost
