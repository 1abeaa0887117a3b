// What the routes of the API (/api/v1) share: bodies read field by field, the proposal that an
// address names, answers in JSON, and pages of lists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "features/common/route.h"
#include "render/json_value.h"

namespace milepost::api {

inline constexpr Guard kToRead{Caller::kReader, Scope::kRead, Rate::kRead, Csrf::kSafe};
inline constexpr Guard kToRecord{Caller::kPerson, Scope::kRecord, Rate::kWrite, Csrf::kToken};

// What is wrong with one field of a body, or one value of a query.
struct FieldFault {
  std::string field;
  std::string message;  // "is missing"
};

// 422 with all that is wrong, field by field, under "errors".
http::Response faults_problem(const std::vector<FieldFault>& faults, const http::Request& request);

// A body that is an object of JSON. Ask for every field that it may have, then faults(): what was
// asked for and is wrong, and what is there and nobody asked for. What is wrong reads as if it were
// not there.
class Body {
 public:
  explicit Body(const http::Request& request);

  // "" when it is not there.
  std::string text(std::string_view field);
  // The same of one that must be there, and say something.
  std::string needed_text(std::string_view field);
  // Of many lines, however long.
  std::string document(std::string_view field);
  bool truth(std::string_view field, bool otherwise = false);
  std::vector<std::string> texts(std::string_view field);
  // A value that the route reads itself; null when it is not there.
  Json value(std::string_view field);
  void refuse(std::string_view field, std::string message);

  // The answer when anything is wrong: 400 for what is no JSON object, else 422.
  std::optional<http::Response> wrong() const;

 private:
  const Json* find(std::string_view field);
  std::string read_text(std::string_view field, std::size_t most);

  const http::Request& request_;
  Json value_;
  bool is_object_ = false;
  std::vector<std::string> asked_;
  std::vector<FieldFault> faults_;
};

// A whole number of the query between two; `otherwise` when it is not given. What is no such number
// is added to the faults.
std::uint64_t number_of(const http::Request& request, std::string_view name,
                        std::uint64_t otherwise, std::uint64_t least, std::uint64_t most,
                        std::vector<FieldFault>& faults);
// "a,b" as two; none for "".
std::vector<std::string> words_of(std::string_view list);

http::Response json_response(const Json& value, int status = 200);
// Of a text that a format of the command line has written.
http::Response json_response(std::string text, int status = 200);
http::Response text_answer(const http::Request& request, const Result<std::string>& text);
http::Response json_answer(const http::Request& request, const Result<Json>& value);

// The proposal that {proposal} of the address means: one of the index, and never a path beyond it.
Result<const Card*> find_card(const Workspace& workspace, const http::Request& request);
// What an action knows it by.
std::string subject_of(const Workspace& workspace, const Card& card);

// Answers about one proposal; its tag is the answer's.
using TellOfProposal =
    std::function<Result<std::string>(const Workspace& workspace, const Card& card)>;
http::Response of_proposal(const http::Request& request, const Visit& visit,
                           const TellOfProposal& tell);
// The same where the answer hangs on more than the proposal, such as the day: its tag is made of
// the answer.
http::Response about_proposal(const http::Request& request, const Visit& visit,
                              const TellOfProposal& tell);

// Changes something about one proposal, in a workspace that is open to be recorded in.
http::Response change_proposal(const http::Request& request, const Visit& visit,
                               const TellOfProposal& change);

// The address of another page of the same list.
std::string next_link(const http::Request& request, const Visit& visit, std::string_view after);

}  // namespace milepost::api
