#include "features/check/external.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/parallel.h"
#include "base/strings.h"
#include "proposal/links.h"
#include "workspace/examine.h"

namespace milepost::check {

namespace {

// What cannot be read is reported when it is checked.
std::vector<std::string> addresses_of(const Selected& selected) {
  std::vector<std::string> addresses;
  if (auto source = read_document(selected)) {
    const Document document(std::move(*source));
    const Links links(selected.at->process(), document, selected.card->files.document);
    for (const LinkedPlace& place : links.places()) {
      if (place.target.kind == TargetKind::kWeb) addresses.push_back(place.target.path);
    }
  }
  for (const Reference& reference : selected.at->facts().references_of(*selected.card)) {
    if (reference.kind == ReferenceKind::kWeb) addresses.push_back(reference.address());
  }
  return addresses;
}

std::vector<std::string> collect_addresses(const Selection& selection, int jobs) {
  std::vector<std::vector<std::string>> found(selection.proposals.size());
  parallel_for(selection.proposals.size(), jobs,
               [&](std::size_t i) { found[i] = addresses_of(selection.proposals[i]); });
  std::vector<std::string> all;
  for (auto& addresses : found) std::ranges::move(addresses, std::back_inserter(all));
  std::ranges::sort(all);
  const auto repeated = std::ranges::unique(all);
  all.erase(repeated.begin(), repeated.end());
  return all;
}

}  // namespace

UrlChecker web_checker(std::function<void(std::size_t done, std::size_t total)> progress) {
  return [progress = std::move(progress)](const std::vector<std::string>& urls) {
    net::UrlCheckOptions options;
    options.progress = progress;
    return net::check_urls(urls, options);
  };
}

Result<WebAnswer> ask_the_web(const Selection& selection, const UrlChecker& external, int jobs) {
  const std::vector<std::string> addresses = collect_addresses(selection, jobs);
  auto verdicts = external(addresses);
  if (!verdicts) {
    return tl::unexpected(std::move(verdicts.error()).within("--external cannot ask the web"));
  }
  DeadLinks dead;
  std::size_t unanswered = 0;
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    const net::UrlVerdict& verdict = (*verdicts)[i];
    if (verdict.state == net::UrlState::kBroken) {
      dead.emplace(addresses[i], verdict.reason);
    } else if (verdict.state != net::UrlState::kFine) {
      ++unanswered;
    }
  }
  std::string note = fmt::format("the web was asked about {} address{}", addresses.size(),
                                 addresses.size() == 1 ? "" : "es");
  if (unanswered > 0) note += fmt::format("; {} gave no clear answer", unanswered);
  return WebAnswer{std::move(dead), std::move(note)};
}

}  // namespace milepost::check
