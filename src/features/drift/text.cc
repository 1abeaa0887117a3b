#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "base/utf8.h"
#include "features/drift/formats.h"
#include "features/drift/steps_text.h"
#include "render/excerpt.h"

namespace milepost::drift {

namespace {

std::string place(const Spot& spot) {
  const std::string path = printable_path(spot.path);
  return spot.line == 0 ? path : fmt::format("{}:{}:{}", path, spot.line, spot.column);
}

bool same_remedies(const Drift& a, const Drift& b) {
  return a.about == b.about && a.remedies == b.remedies;
}

class DriftText {
 public:
  DriftText(const DriftRun& run, const TextOptions& options)
      : run_(run), options_(options), room_(std::max(options.columns, 60U)) {}

  std::string render() {
    for (const ProposalDrift& entry : run_.proposals) show(entry);
    show_unnamed();
    if (!options_.quiet) show_total();
    return std::move(out_);
  }

 private:
  void wrapped(std::uint32_t indent, std::string_view first, const std::string& text) {
    std::string before = std::string(indent, ' ') + std::string(first);
    const std::uint32_t width = utf8::width(before);
    for (const std::string& line : wrap(printable(text), room_ - width, room_ - width)) {
      out_ += before + line + "\n";
      before = std::string(width, ' ');
    }
  }

  void show(const ProposalDrift& entry) {
    if (!out_.empty()) out_ += "\n";
    wrapped(0, "", fmt::format("{} {}", entry.proposal.called(), entry.proposal.title));
    const auto& drifts = entry.drifts;
    for (std::size_t i = 0; i < drifts.size(); ++i) {
      const Drift& drift = drifts[i];
      if (i == 0 || !same_remedies(drifts[i - 1], drift)) wrapped(2, "", drift.about);
      show(drift.one, drift.two);
      if (i + 1 < drifts.size() && same_remedies(drift, drifts[i + 1])) continue;
      for (std::size_t r = 0; r < drift.remedies.size(); ++r) {
        show(r == 0 ? "→ " : "or ", drift.remedies[r]);
      }
    }
  }

  // What each says, and where: below each other where there is room, else one after the
  // other, else on two lines.
  void show(const DriftSide& one, const DriftSide& two) {
    std::uint32_t width = std::max(width_of(one), width_of(two));
    for (const DriftSide* side : {&one, &two}) {
      if (4 + width + 2 + utf8::width(place(side->spot)) > room_) width = 0;
    }
    for (const DriftSide* side : {&one, &two}) {
      const std::string where = place(side->spot);
      const std::uint32_t own = width_of(*side);
      if (4 + own + 2 + utf8::width(where) > room_) {
        wrapped(4, "", side->says);
        out_ += fmt::format("      {}\n", where);
        continue;
      }
      const std::string gap(std::max(width, own) - own + 2, ' ');
      out_ += fmt::format("    {}{}{}\n", printable(side->says), gap, where);
    }
  }

  static std::uint32_t width_of(const DriftSide& side) { return utf8::width(printable(side.says)); }

  // Commands that do not fit into one line begin one each, as a shell takes them, too.
  void show(std::string_view first, std::span<const Remedy> steps) {
    const std::string text = steps_text(steps);
    const std::uint32_t width = 4 + utf8::width(first) + utf8::width(printable(text));
    if (steps.size() == 1 || width <= room_) return wrapped(4, first, text);
    wrapped(4, first, steps_text(steps.first(1)) + " &&");
    const std::string before(utf8::width(first), ' ');
    show(before, steps.subspan(1));
  }

  void show_unnamed() {
    if (run_.unnamed.empty()) return;
    constexpr std::size_t kShown = 3;
    std::vector<std::string_view> names;
    for (const UnnamedGate& gate : run_.unnamed) {
      if (names.size() < kShown) names.push_back(gate.name);
    }
    if (!out_.empty()) out_ += "\n";
    const std::size_t more = run_.unnamed.size() - names.size();
    wrapped(0, "",
            fmt::format("no proposal names {} of the code: {}{}",
                        counted(run_.unnamed.size(), "feature gate"), fmt::join(names, ", "),
                        more == 0 ? "" : fmt::format(" and {} more (--format json)", more)));
  }

  void show_total() {
    const std::size_t count = run_.count();
    if (!out_.empty()) out_ += "\n";
    if (count == 0) {
      out_ += fmt::format("{}, no drift\n", counted(run_.looked_at, "proposal"));
      return;
    }
    out_ += fmt::format("{}, {} in {}\n", counted(run_.looked_at, "proposal"),
                        counted(count, "disagreement"), run_.proposals.size());
  }

  const DriftRun& run_;
  const TextOptions& options_;
  const std::uint32_t room_;
  std::string out_;
};

}  // namespace

std::size_t DriftRun::count() const {
  std::size_t sum = 0;
  for (const ProposalDrift& entry : proposals) sum += entry.drifts.size();
  return sum;
}

std::string render_drift_text(const DriftRun& run, const TextOptions& options) {
  return DriftText(run, options).render();
}

}  // namespace milepost::drift
