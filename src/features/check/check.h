// The action behind `milepost check`: from words to findings.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "features/check/external.h"
#include "features/findings/model.h"
#include "workspace/workspace.h"

namespace milepost::check {

struct CheckOptions {
  std::vector<std::string> words = {};  // files, folders, numbers of proposals, "-" for standard
                                        // input; none: what lies in the directory
  bool touched = false;  // the words are files a change touched: check the proposals they belong
                         // to, and pass over the rest
  UrlChecker external = {};  // asked about links to other sites; null: they are not looked at
  // Called now and then from one thread at a time with how many are done.
  std::function<void(std::size_t done, std::size_t total)> progress = {};
  bool verbose = false;  // name every file that looks like a proposal and is read as none
};

// Fails only when nothing can be checked (no process, a wrong pack, an unknown
// rule, stage or kind); what is wrong with single files is in findings::Run::read_errors.
Result<findings::Run> check(const Workspace& workspace, const CheckOptions& options);

// The same of what is selected already; the options' words are not looked at.
Result<findings::Run> check(const Workspace& workspace, Selection selection,
                            const CheckOptions& options);

// Keeps what findings on the whole repository may point into.
void keep_repository_sources(const Workspace& at, findings::Run& run);

}  // namespace milepost::check
