// Front matter that is no metadata of the process: a site is made from it, and it repeats what
// stands elsewhere.
#pragma once

#include <string>
#include <vector>

#include "base/finding.h"
#include "base/source.h"
#include "features/create/new_facts.h"
#include "process/process.h"

namespace milepost::create {

struct TitleInFrontMatter {
  std::string prefix;  // what titles of documents begin with; "" for nothing
  bool alone = false;  // the document has no title but this one
};

struct FilledFrontMatter {
  std::vector<Edit> edits;
  bool has_prefix = false;
};

// Puts what is known in the places of what the template says; no key is added.
FilledFrontMatter fill_front_matter(const Process& process, const NewFacts& facts,
                                    const TitleInFrontMatter& title, const Source& source,
                                    Span within);

}  // namespace milepost::create
