// The action behind `milepost new`: a proposal from its kind's template.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/change_set.h"
#include "base/result.h"
#include "features/create/model.h"
#include "workspace/workspace.h"

namespace milepost::create {

struct NewFacts;

struct NewOptions {
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

// What somebody is asked for, one after the other.
enum class Answer : std::uint8_t { kTitle, kKind, kGroup, kNumber, kAuthor };

// The title on one line, or why it cannot be one.
Result<std::string> read_title(const Process& process, std::string_view title);

// A repository in which a proposal is to be made. What is still to be known about
// it can be asked before it is made.
class Drafting {
 public:
  // Fails where no process is recognised. The workspace must outlive it.
  static Result<Drafting> open(const Workspace& workspace);

  // The title and group of a candidate, where its number is given and they are not.
  void fill_from_candidate(NewOptions& options) const;

  const Process& process() const { return workspace_.process(); }
  bool wants_group() const;
  bool wants_author() const;
  std::vector<std::string> groups() const;  // those that are known, sorted
  std::vector<SimilarProposal> similar(const std::string& title) const;
  // --as or MILEPOST_AS, or what git and milepost.yaml tell of the user; "" when
  // nothing does.
  Result<std::string> identity(const std::string& claimed) const;
  // The criteria of a kind that the options do not confirm.
  std::vector<const Criterion*> unconfirmed(const Kind& kind, const NewOptions& options) const;

  // What is wrong with one answer, as making the proposal would find it.
  Result<void> check_answer(Answer answer, const NewOptions& options) const;

  // What would be made. A number that is given out is only looked at.
  Result<NewFiles> plan(const NewOptions& options) const;
  // Takes the number and writes all files, or none.
  Result<NewFiles> make(const NewOptions& options) const;

 private:
  Drafting(const Workspace& workspace, std::vector<WantedText> candidates)
      : workspace_(workspace), candidates_(std::move(candidates)) {}

  Result<NewFiles> build(const NewOptions& options, bool reserve) const;
  Result<std::string> choose_number(const NewOptions& options, bool reserve) const;
  Result<void> place_group(NewOptions& options, NewFacts& facts) const;
  Result<void> check_group(const NewOptions& options) const;
  Result<void> record_criteria(const NewFiles& files, const NewOptions& options) const;
  Result<std::vector<std::string>> choose_authors(const NewOptions& options) const;

  const Workspace& workspace_;
  const std::vector<WantedText> candidates_;  // numbers that the record knows before their text
};

}  // namespace milepost::create
