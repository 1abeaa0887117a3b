// What authors put off to a stage: "TBD after alpha", "N/A for alpha", "will be measured before
// beta". That is an answer until the stage comes, and none from then on. The words are the
// process's; without them there are no promises. Keep the Process alive beside it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "process/process.h"

namespace milepost {

struct Promise {
  std::string_view stage;  // the process's own name
  bool past = false;       // due once the stage is left behind, not at it
};

class PromiseReader {
 public:
  explicit PromiseReader(const Process& process);
  PromiseReader(const PromiseReader&) = delete;  // its names are views of its own texts
  PromiseReader& operator=(const PromiseReader&) = delete;

  // A short text that is put off as a whole: "TBD after alpha", "Tests will be added in beta".
  std::optional<Promise> put_off(std::string_view text) const;
  // A sentence that promises something before a stage.
  std::optional<Promise> promised(std::string_view sentence) const;
  // "Not yet." and what follows; "Not yet supported" says something else.
  bool begins_open(std::string_view text) const;
  // A stage's name at the beginning, alone or before a mark: "beta", "before beta: how long?".
  std::optional<Promise> leading_stage(std::string_view text) const;
  bool is_due(const Promise& promise, std::string_view stage) const;

  // Whether a text that is all there is to a section says nothing at the stage.
  bool says_nothing(std::string_view text, std::string_view stage) const;
  // Whether the section, given by its key, speaks of stages to come anyway.
  bool is_plan(std::string_view key) const;
  // Whether a text names a stage, or one of some.
  bool names_stage(std::string_view text) const;
  static bool names_one_of(std::string_view text, const std::vector<std::string_view>& names);
  // The names of the stages before which everything promised is due at a stage.
  std::vector<std::string_view> names_due_at(std::string_view stage) const;

 private:
  using Phrases = std::vector<std::string>;  // as words
  struct Cursor;
  std::optional<Promise> read_stage(Cursor& at) const;
  bool pass_to_put_off(Cursor& at) const;
  std::optional<Promise> put_off_within(std::string_view text) const;

  const Process* process_;
  Phrases put_off_, not_applicable_, open_, verbs_, before_, after_, around_, plans_;
  Phrases spared_, unwritten_;
  // Most texts are told from all phrases by their first word.
  Phrases put_off_starts_, spared_starts_, not_applicable_starts_, open_starts_, before_starts_;
  std::vector<std::string> stages_;            // their names, as words
  std::vector<std::string_view> stage_names_;  // the same
};

}  // namespace milepost
