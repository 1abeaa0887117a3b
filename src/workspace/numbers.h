// The numbers of proposals: which are in use, and taking the next.
//
// A number is in use when a proposal of the work tree or of any branch has it, or
// when somebody has reserved it. In git a reservation is the ref
// refs/milepost/numbers/N, which only one of any number of processes can create;
// pushing it tells other clones. Outside of git it is a file in the state folder.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "git/git.h"
#include "proposal/card.h"
#include "proposal/repository.h"

namespace milepost {

class Numbers {
 public:
  static Result<Numbers> read(const Repository& repository, const Index& index);

  // What has the number: "keps/sig-a/12-x", "keps/sig-a/12-x on main", "a
  // reservation"; "" when it is free.
  std::string user_of(const std::string& number) const;
  // One more than the greatest.
  std::uint64_t next() const;
  // The next that nobody else has got, reserved. It stays so whatever comes: a gap
  // in the numbers harms nobody, a number given twice does.
  Result<std::uint64_t> reserve_next();

  // A number that the record knows before its text is merged is not given out.
  void note_candidate(std::string_view number);

  // Whether a proposal has the number, here or on a branch.
  bool has_proposal(const std::string& number) const;
  // The numbers that are reserved and that no proposal has.
  std::vector<std::uint64_t> unused_reservations() const;
  std::size_t reservations() const { return reserved_; }
  // What stands where a reservation should, by name.
  const std::vector<std::string>& odd_reservations() const { return odd_; }

 private:
  explicit Numbers(const Repository& repository) : repository_(repository) {}

  void note(std::string_view number, const std::string& user);
  void note_reservation(std::string_view name);
  void read_index(const Index& index);
  Result<void> read_branches();
  Result<void> read_reservations();
  Result<bool> reserve(std::uint64_t number);

  const Repository& repository_;
  std::optional<Git> git_;
  std::map<std::uint64_t, std::string> users_;
  std::size_t reserved_ = 0;
  std::vector<std::string> odd_;
};

}  // namespace milepost
