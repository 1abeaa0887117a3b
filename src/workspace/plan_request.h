// What a plan is made from.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/date.h"
#include "base/instant.h"
#include "base/result.h"
#include "net/url_check.h"

namespace milepost {

// One verdict for each address.
using UrlChecker =
    std::function<Result<std::vector<net::UrlVerdict>>(const std::vector<std::string>& urls)>;

// Only what a change brought is looked at.
struct ChangeScope {
  std::string base = {};  // the revision it started from; "" is HEAD
  bool staged = false;    // it ends with the index, else with the work tree
  std::string end = {};   // or with this commit; "" of a bare repository is HEAD
  bool whole = false;     // all findings of the proposals it touches, not only new ones
};

struct CheckRequest {
  std::string directory = ".";      // where relative paths start, as with -C
  std::vector<std::string> paths;   // files, folders, numbers of proposals, "-" for standard
                                    // input; none: what lies in the directory
  bool whole = false;               // none: the whole repository around the directory
  std::string process;              // a pack's name or folder; "" to recognise it
  std::string template_path;        // judge by this template instead of the pack's
  std::string kind;                 // "" to read or infer it
  std::string stage;                // --for: as if the proposal were at this stage
  std::vector<std::string> select;  // rules by code, name or prefix; none: all
  std::vector<std::string> ignore;
  bool touched = false;  // the paths are files a change touched: check the proposals they belong
                         // to, and pass over the rest
  std::optional<ChangeScope> change;
  UrlChecker external;        // asked about the links to other sites; null: they are not looked at
  std::optional<Date> today;  // as if it were this day
  std::optional<Instant> before;  // the files as they were before this instant, from git
  int jobs = 0;                   // 0: one for each core
  // Called now and then from one thread at a time with how many are done.
  std::function<void(std::size_t done, std::size_t total)> progress;
};

}  // namespace milepost
