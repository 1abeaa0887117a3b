// Proposals that somebody means, and the workspaces they are judged in.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "base/read_error.h"
#include "base/source.h"
#include "proposal/card.h"

namespace milepost {

class Workspace;

struct Selected {
  const Workspace* at = nullptr;
  const Card* card = nullptr;
  bool named = false;                           // by the user, its file or its number
  std::shared_ptr<const Source> document = {};  // when it is already read
};

struct SelectOptions {
  std::vector<std::string> words = {};  // none: what lies in the directory
  bool whole = false;                   // none: the whole repository around the directory
  bool touched = false;    // the words are files a change touched: the proposals they belong to are
                           // meant, and the rest is passed over
  bool documents = false;  // only the documents count: a file that is named needs no process
  // What "-" stands for, by the path that the text goes by; null: standard input.
  std::shared_ptr<const Source> given = {};
};

struct Selection {
  std::vector<Selected> proposals;                           // no proposal twice
  std::vector<std::shared_ptr<const Workspace>> workspaces;  // that they are of
  std::vector<const Workspace*> whole;                       // those all of which was asked for
  std::deque<Card> cards;  // of documents that are in no repository's index
  std::vector<std::string> notes;
  std::vector<ReadError> read_errors;
};

}  // namespace milepost
