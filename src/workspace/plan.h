// A Plan says which proposals a request means, and holds what they need: their
// repositories, processes, cards and facts. Paths and numbers are resolved here,
// and nowhere else.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/trouble.h"
#include "proposal/facts.h"
#include "proposal/repository.h"
#include "workspace/judged_process.h"
#include "workspace/plan_request.h"

namespace milepost {

// A repository with its process made ready and what rules may know of it.
struct Opened {
  Repository repository;
  std::shared_ptr<const JudgedProcess> judged;  // null: no process was recognised
  std::shared_ptr<Facts> facts;                 // never null once opened
  bool whole = false;                           // all of it was asked for
};

struct Task {
  const Opened* at = nullptr;
  const Card* card = nullptr;
  bool named = false;                      // by the user, its file or its number
  std::shared_ptr<const Source> document;  // when it is already read
};

struct Plan {
  std::vector<Task> tasks;  // no proposal twice
  std::vector<std::unique_ptr<Opened>> opened;
  std::deque<Card> cards;  // of documents that are in no repository's index
  std::vector<std::string> notes;
  std::vector<Trouble> troubles;
};

// Fails when nothing can be done: no process, a wrong pack, an unknown rule.
Result<Plan> make_plan(const CheckRequest& request);

// The plan of one proposal, which the only path of the request names. Fails also
// when there is none, there are several, or it cannot be read.
Result<Plan> plan_one(const CheckRequest& request);

// The same where only the documents count: of the facts there is the index, and a
// file that is named needs no process. Fails when a folder or number is given and
// no process says what its proposals are.
Result<Plan> plan_documents(const CheckRequest& request);

// The file that a path of the repository leads to, should it be a link; relative to
// the root. Fails when it lies elsewhere: what was only found is not to lead
// milepost to write there.
Result<std::string> path_to_write(const Repository& repository, const std::string& path);

// Has the repository's paths shown as seen from a folder, absolute.
void show_from(Repository& repository, const std::string& here);

// "no process is recognised here; …", with what to do about it.
std::string not_recognised(const std::string& where);

}  // namespace milepost
