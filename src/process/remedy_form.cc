#include "process/remedy_form.h"

#include <algorithm>
#include <iterator>

namespace milepost {

namespace {

struct FormRow {
  RemedyKind kind;
  std::string_view name;
  std::string_view argument;
};

constexpr FormRow kRows[] = {
    {RemedyKind::kApprove, "approve", "role"}, {RemedyKind::kOptIn, "opt-in", ""},
    {RemedyKind::kPromote, "promote", "to"},   {RemedyKind::kLinkPullRequest, "link-pr", "kind"},
    {RemedyKind::kTick, "tick", "item"},       {RemedyKind::kLabel, "label", "label"},
};

const FormRow& row_of(RemedyKind kind) { return *std::ranges::find(kRows, kind, &FormRow::kind); }

}  // namespace

std::optional<RemedyKind> parse_remedy_kind(std::string_view name) {
  const auto found = std::ranges::find(kRows, name, &FormRow::name);
  return found == std::end(kRows) ? std::nullopt : std::optional(found->kind);
}

std::string_view name(RemedyKind kind) { return row_of(kind).name; }

const std::vector<std::string>& remedy_kind_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const FormRow& row : kRows) all.emplace_back(row.name);
    return all;
  }();
  return names;
}

std::string_view argument_key(RemedyKind kind) { return row_of(kind).argument; }

}  // namespace milepost
