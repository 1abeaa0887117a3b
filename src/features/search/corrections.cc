#include "features/search/corrections.h"

#include <string>
#include <utility>

namespace milepost::search {

namespace {

constexpr std::size_t kMost = 8;

}  // namespace

std::vector<std::vector<Term>> corrections(const TitleWords& titles, const std::vector<Term>& terms,
                                           Brief brief) {
  std::vector<std::vector<Term>> all = {terms};
  bool any = false;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    for (std::size_t j = 0; j < terms[i].words.size(); ++j) {
      const std::vector<std::string> meant = titles.meant_for(terms[i].words[j], brief);
      if (meant.empty()) continue;
      any = true;
      std::vector<std::vector<Term>> next;
      for (const std::string& word : meant) {
        for (const std::vector<Term>& one : all) {
          if (next.size() == kMost) break;
          next.push_back(one);
          next.back()[i].words[j] = word;
        }
      }
      all = std::move(next);
    }
  }
  if (!any) all.clear();
  return all;
}

}  // namespace milepost::search
