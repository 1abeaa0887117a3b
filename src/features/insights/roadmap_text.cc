// A roadmap for people: by release, then by group.
#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "features/insights/formats.h"
#include "render/excerpt.h"

namespace milepost::insights {

namespace {

std::size_t count_of(const RoadmapRelease& release) {
  std::size_t count = 0;
  for (const RoadmapGroup& group : release.groups) count += group.entries.size();
  return count;
}

// "v1.37, at work: 40 proposals"
std::string release_title(const RoadmapRelease& release) {
  const std::string_view state = release.overdue ? ", overdue" : release.at_work ? ", at work" : "";
  return fmt::format("{}{}: {}", release.name, state, counted(count_of(release), "target"));
}

constexpr std::string_view kNothing = "No open proposal names a release.";

}  // namespace

std::string render_roadmap_text(const Roadmap& roadmap, std::uint32_t columns) {
  constexpr std::uint32_t kIndent = 6;
  constexpr std::uint32_t kPlain = 100;
  const std::uint32_t width = columns > 0 ? columns : kPlain;
  std::string out;
  for (const RoadmapRelease& release : roadmap) {
    if (!out.empty()) out += "\n";
    out += printable(release_title(release)) + "\n";
    for (const RoadmapGroup& group : release.groups) {
      out += "  " + printable(group.name) + "\n";
      for (const RoadmapEntry& entry : group.entries) {
        const std::string line = fmt::format("{}  ({})", entry.proposal.heading(), entry.move);
        out += "    " + fitted(printable(line), width - kIndent + 2) + "\n";
        if (entry.summary.empty()) continue;
        const std::uint32_t room = width - kIndent;
        for (const auto& text : wrap(printable(entry.summary), room, room)) {
          out += fmt::format("{:{}}{}\n", "", kIndent, text);
        }
      }
    }
  }
  return out.empty() ? std::string(kNothing) + "\n" : out;
}

std::string render_roadmap_markdown(const Roadmap& roadmap) {
  std::string out;
  for (const RoadmapRelease& release : roadmap) {
    if (!out.empty()) out += "\n";
    out += fmt::format("### {}\n", markdown_text(release_title(release)));
    for (const RoadmapGroup& group : release.groups) {
      out += fmt::format("\n#### {}\n\n", markdown_text(group.name));
      for (const RoadmapEntry& entry : group.entries) {
        out += fmt::format("- **{}** ({})", markdown_text(entry.proposal.heading()),
                           markdown_text(entry.move));
        if (!entry.summary.empty()) out += ": " + markdown_text(entry.summary);
        out += "\n";
      }
    }
  }
  return out.empty() ? std::string(kNothing) + "\n" : out;
}

std::string render_roadmap_html(const Roadmap& roadmap, const ProposalAddress& address) {
  const auto text = [](std::string_view raw) { return xml_text(printable(raw)); };
  std::string out;
  for (const RoadmapRelease& release : roadmap) {
    // What is overdue is long and of the past: one opens it.
    out += fmt::format("<details{}><summary>{}</summary>\n",
                       release.overdue ? "" : " open=\"open\"", text(release_title(release)));
    for (const RoadmapGroup& group : release.groups) {
      out += fmt::format("<h4>{}</h4>\n<ul>\n", text(group.name));
      for (const RoadmapEntry& entry : group.entries) {
        const std::string heading = text(entry.proposal.heading());
        const std::string link = address ? address(entry.proposal.path) : std::string();
        out += fmt::format(
            "<li><strong>{}</strong> <span class=\"faint\">{}</span>",
            link.empty() ? heading : fmt::format("<a href=\"{}\">{}</a>", text(link), heading),
            text(entry.move));
        if (!entry.summary.empty()) out += fmt::format("<br/>{}", text(entry.summary));
        out += "</li>\n";
      }
      out += "</ul>\n";
    }
    out += "</details>\n";
  }
  return out.empty() ? fmt::format("<p>{}</p>\n", kNothing) : out;
}

}  // namespace milepost::insights
