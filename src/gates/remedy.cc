#include "gates/remedy.h"

#include <type_traits>

#include <fmt/format.h>

namespace milepost {

std::string_view name(const Remedy& remedy) {
  return std::visit(
      [](const auto& group) {
        return std::visit(
            [](const auto& what) { return std::remove_cvref_t<decltype(what)>::kName; }, group);
      },
      remedy.what);
}

Remedy about(Remedy remedy, const std::vector<std::string>& proposals) {
  const auto change = [&](auto& what) {
    if constexpr (requires { what.proposals; }) {
      what.proposals = proposals;
    } else if constexpr (requires { what.proposal; }) {
      what.proposal = fmt::format("{}", fmt::join(proposals, " "));
    }
  };
  std::visit([&](auto& group) { std::visit(change, group); }, remedy.what);
  return remedy;
}

bool takes_several(const Remedy& remedy) {
  const auto lists = [](const auto& what) { return requires { what.proposals; }; };
  return std::visit([&](const auto& group) { return std::visit(lists, group); }, remedy.what);
}

}  // namespace milepost
