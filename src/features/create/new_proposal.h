// The use case behind `milepost new`: a proposal from its kind's template.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/change_set.h"
#include "base/date.h"
#include "base/result.h"
#include "features/create/created.h"
#include "workspace/plan.h"

namespace milepost::create {

struct NewRequest {
  std::string title;
  std::string group;
  std::string number;
  std::string kind;  // "" for the first of the process
  std::string slug;  // "" to make it of the title
  std::vector<std::string> authors;
  std::string me;                      // the author when none is named
  std::vector<std::string> confirmed;  // criteria of the kind, by id, or "all"
  bool another = false;                // although an open proposal has the same title
  bool yes = false;                    // the same, and whatever else somebody may well mean
};

// The title on one line, or why it cannot be one.
Result<std::string> read_title(const Process& process, std::string_view title);

// A repository in which a proposal is to be made. What is still to be known about
// it can be asked before it is made.
class Drafting {
 public:
  // `process` as for check; fails where none is recognised.
  static Result<Drafting> open(const std::string& directory, const std::string& process,
                               Date today);

  const Process& process() const { return at().process(); }
  const std::vector<std::string>& notes() const { return plan_.notes; }
  bool wants_group() const;
  bool wants_author() const;
  std::vector<std::string> groups() const;  // those that are known, sorted
  std::vector<SimilarProposal> similar(const std::string& title) const;
  // --as or MILEPOST_AS, or what git and milepost.yaml tell of the user; "" when
  // nothing does.
  Result<std::string> identity(const std::string& claimed) const;
  // The criteria of a kind that the request does not confirm.
  std::vector<const Criterion*> unconfirmed(const Kind& kind, const NewRequest& request) const;

  // What would be made. A number that is given out is only looked at.
  Result<NewFiles> plan(const NewRequest& request) const;
  // Takes the number and writes all files, or none.
  Result<NewFiles> make(const NewRequest& request) const;

 private:
  Drafting(Plan plan, Date today) : plan_(std::move(plan)), today_(today) {}
  const Workspace& at() const { return *plan_.workspaces.front(); }

  Result<NewFiles> build(const NewRequest& request, bool reserve) const;
  Result<std::string> choose_number(const NewRequest& request, bool reserve) const;
  Result<void> check_group(const NewRequest& request) const;
  Result<std::vector<std::string>> choose_authors(const NewRequest& request) const;

  Plan plan_;
  Date today_;
};

}  // namespace milepost::create
