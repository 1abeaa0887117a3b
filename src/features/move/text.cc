#include "features/review/text.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/deadline.h"
#include "base/printable.h"
#include "base/strings.h"
#include "base/utf8.h"
#include "features/common/remedy_text.h"
#include "features/move/formats.h"
#include "features/move/waiting.h"
#include "render/excerpt.h"
#include "render/table.h"

namespace milepost::move {

namespace {

constexpr std::size_t kShownDetails = 12;
constexpr std::size_t kShownPeople = 4;
constexpr std::uint32_t kLeastTitle = 24;
constexpr std::uint32_t kLeastHead = 12;
constexpr std::string_view kBelow = " › ";

// One proposal in full.
class GateText {
 public:
  GateText(const ProposalGate& entry, const GateRun& run, const TextOptions& options)
      : entry_(entry), run_(run), options_(options), room_(std::max(options.columns, 60U)) {}

  std::string render() {
    show_head();
    show_deadline();
    show_groups();
    show("Advice", [](const Verdict& v) { return v.advice && v.holds != Holds::kYes; });
    show("Settled by merging the change",
         [](const Verdict& v) { return !v.advice && v.merge && v.holds == Holds::kUnknown; });
    show("Settled", [](const Verdict& v) { return v.holds == Holds::kYes; });
    show("Unknown here", [](const Verdict& v) { return v.holds == Holds::kUnknown && v.closes(); });
    show_reviews();
    show_end();
    return std::move(out_);
  }

 private:
  void add(std::string_view line) {
    const std::size_t end = line.find_last_not_of(' ');
    out_.append(line.substr(0, end == line.npos ? 0 : end + 1));
    out_.push_back('\n');
  }

  std::string painted(int code, std::string_view text) const {
    return options_.colour ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
  }

  void show_head() {
    const Step& step = entry_.gate.step;
    const std::string title = printable(entry_.proposal.heading());
    std::string head;
    if (!entry_.proposal.group.empty()) head += " · " + printable(entry_.proposal.group);
    head += " · ";
    if (step.is_stage && !step.to_status.empty()) head += printable(step.to_status) + ", ";
    head += step.from() == step.to()
                ? printable(step.to())
                : fmt::format("{} → {}", step.from().empty() ? "none" : printable(step.from()),
                              printable(step.to()));
    if (!step.release.empty()) head += " · " + printable(step.release);
    const bool open = entry_.gate.open();
    const std::string_view word = entry_.finished ? "DONE" : open ? "OPEN" : "CLOSED";
    const std::uint32_t beside = utf8::width(head) + static_cast<std::uint32_t>(word.size()) + 2;
    head.insert(0, beside + kLeastHead <= room_ ? cut_to(title, room_ - beside) : title);
    const std::uint32_t used = utf8::width(head) + static_cast<std::uint32_t>(word.size());
    const std::string gap(used + 2 <= room_ ? room_ - used : 2, ' ');
    add(head + gap + painted(open ? 32 : 31, word));
  }

  // The nearest that something missing has to meet.
  void show_deadline() {
    const Verdict* nearest = nullptr;
    for (const Verdict& verdict : entry_.gate.conditions) {
      if (!verdict.deadline || !(run_.now < *verdict.deadline)) continue;
      if (!nearest || *verdict.deadline < *nearest->deadline) nearest = &verdict;
    }
    if (!nearest) return;
    add(fmt::format("{} {} ({})", printable(nearest->deadline_title),
                    from_now(*nearest->deadline, run_.now),
                    deadline_text(*nearest->deadline, run_.anywhere_on_earth)));
  }

  // What closes the gate, by whom it waits for, nearest deadline first.
  void show_groups() {
    const auto is_missing = [](const Verdict& verdict) {
      return verdict.closes() && verdict.holds == Holds::kNo;
    };
    for (const WaitingGroup& group : waiting_groups(entry_.gate, is_missing)) {
      std::string title = group.title;
      if (!group.who.empty() && group.who.size() <= kShownPeople) {
        title += fmt::format(" (@{})", fmt::join(group.who, ", @"));
      }
      begin_group(title);
      for (const Verdict* verdict : group.verdicts) show_verdict(*verdict);
    }
  }

  void begin_group(std::string_view title) {
    add("");
    add("  " + printable(title));
  }

  template <typename Wanted>
  void show(std::string_view title, const Wanted& wanted) {
    bool begun = false;
    for (const Verdict& verdict : entry_.gate.conditions) {
      if (!wanted(verdict)) continue;
      if (!begun) begin_group(title);
      begun = true;
      show_verdict(verdict);
    }
  }

  // "README.md:318" within the proposal's own folder, else the path.
  std::string place_text(const std::optional<Spot>& spot) const {
    if (!spot) return {};
    std::string path = spot->path;
    if (path.starts_with(entry_.proposal.path + "/"))
      path = path.substr(entry_.proposal.path.size() + 1);
    path = printable_path(path);
    return spot->line == 0 ? path : fmt::format("{}:{}", path, spot->line);
  }

  std::string linked(const std::optional<Spot>& spot, const std::string& place) const {
    return spot ? options_.links.link(spot->path, spot->line, place) : place;
  }

  // A text with its place at the right, or on a line of its own.
  void place_line(const std::string& indent, const std::string& text,
                  const std::optional<Spot>& spot) {
    const std::string place = place_text(spot);
    const std::uint32_t begin = static_cast<std::uint32_t>(utf8::width(indent));
    const std::uint32_t end = static_cast<std::uint32_t>(utf8::width(place));
    const bool beside = begin + utf8::width(text) + 2 + end <= room_;
    if (beside && !place.empty()) {
      const std::string gap(room_ - begin - utf8::width(text) - end, ' ');
      return add(indent + text + gap + linked(spot, place));
    }
    const std::string rest(begin, ' ');
    const auto lines = wrap(text, room_ - begin, room_ - begin);
    for (std::size_t i = 0; i < lines.size(); ++i) add((i == 0 ? indent : rest) + lines[i]);
    if (!place.empty()) add(rest + linked(spot, place));
  }

  // The text as far as there is room, with a mark when that is not all.
  static std::string cut_to(const std::string& text, std::uint32_t width) {
    if (utf8::width(text) <= width) return text;
    std::string part;
    for (std::string_view rest = text; !rest.empty();) {
      const utf8::Decoded next = utf8::decode(rest);
      if (utf8::width(part) + utf8::width(rest.substr(0, next.length)) + 1 > width) break;
      part += rest.substr(0, next.length);
      rest.remove_prefix(next.length);
    }
    return std::string(trim(part)) + "…";
  }

  // Of a section below others, its own title matters most.
  static std::string cut_title(std::string text, std::uint32_t width) {
    const std::size_t last = text.rfind(kBelow);
    if (utf8::width(text) > width && last != text.npos) text = "…" + text.substr(last);
    return cut_to(text, width);
  }

  void show_verdict(const Verdict& verdict) {
    constexpr std::string_view kMarks[] = {"✓", "✗", "?"};
    const bool mild = verdict.advice && verdict.holds == Holds::kNo;
    const std::string_view mark = mild ? "!" : kMarks[static_cast<std::size_t>(verdict.holds)];
    const bool listed = !verdict.details.empty();
    place_line(fmt::format("    {} ", mark), printable(verdict.message),
               listed ? std::nullopt : verdict.spot);
    for (std::size_t i = 0; i < std::min(verdict.details.size(), kShownDetails); ++i) {
      const Detail& detail = verdict.details[i];
      const std::string note = printable(detail.note);
      const std::string place = place_text(detail.spot);
      std::string text = printable(detail_text(detail));
      const std::uint32_t apart = note.empty() ? 0 : 2;
      const std::uint32_t taken = 8 + apart + utf8::width(note) + utf8::width(place) + 2;
      const bool is_cut = detail.title && taken + kLeastTitle <= room_;
      if (is_cut) text = cut_title(text, room_ - taken);
      // Where the line is broken, spaces are no separation.
      const bool beside = is_cut || taken + utf8::width(text) <= room_;
      if (!note.empty()) text += (beside ? "  " : ": ") + note;
      place_line("        ", text, detail.spot);
    }
    if (verdict.details.size() > kShownDetails) {
      add(fmt::format("        and {} more", verdict.details.size() - kShownDetails));
    }
    if (verdict.holds == Holds::kYes) return;
    const std::string how = how_text(verdict);
    if (!how.empty()) place_line("        → ", printable(how), std::nullopt);
  }

  // Approvals for the stage that it is in: whoever gave one looks for it here, and the conditions
  // are about the next.
  void show_reviews() {
    const Step& step = entry_.gate.step;
    if (!entry_.reviews || !step.is_stage || step.from_stage == step.to_stage) return;
    const auto reviews = review::approvals_for(*entry_.reviews, step.from_stage);
    if (reviews.empty() || step.from_stage.empty()) return;
    begin_group("Recorded besides");
    for (const std::string& review : reviews) {
      const auto lines = wrap(review, room_ - 4, room_ - 6);
      for (std::size_t i = 0; i < lines.size(); ++i) add((i == 0 ? "    " : "      ") + lines[i]);
    }
  }

  void show_end() {
    const GateVerdict& gate = entry_.gate;
    if (entry_.finished) return add("nothing more to do (use --to to ask about another step)");
    if (gate.conditions.empty() && gate.step.from() == gate.step.to()) {
      add("it is " + printable(gate.step.to()) + " already");
    }
    if (!gate.open() || gate.step.from() == gate.step.to()) return;
    add("");
    const remedy::Promote promote{printable_path(entry_.proposal.called()),
                                  printable(gate.step.to()), printable(gate.step.release)};
    add(command_text(promote) + " makes the move");
  }

  const ProposalGate& entry_;
  const GateRun& run_;
  const TextOptions& options_;
  const std::uint32_t room_;
  std::string out_;
};

// A line for each proposal, open ones first.
std::string render_all(const GateRun& run, const TextOptions& options) {
  Table table{{{"number", true},
               {"title", false, true},
               {"group"},
               {"move"},
               {"gate"},
               {"missing", false, true}},
              {}};
  std::size_t open = 0;
  for (const bool wanted : {true, false}) {
    for (const ProposalGate& entry : run.proposals) {
      if (entry.gate.open() != wanted) continue;
      open += wanted ? 1 : 0;
      std::vector<std::string_view> missing;
      for (const Verdict& verdict : entry.gate.conditions) {
        if (verdict.closes()) missing.push_back(verdict.id);
      }
      const Step& step = entry.gate.step;
      table.rows.push_back(
          {printable(entry.proposal.number), printable(entry.proposal.title),
           printable(entry.proposal.group),
           step.from() == step.to() ? printable(step.to())
                                    : printable(fmt::format("{} → {}", step.from(), step.to())),
           wanted ? "open" : "closed", fmt::format("{}", fmt::join(missing, ", "))});
    }
  }
  if (run.proposals.empty()) return "no proposal could make this step\n";
  return render_table_text(table, options.terminal ? options.columns : 0) +
         fmt::format("{}: {} open, {} closed\n", counted(run.proposals.size(), "proposal"), open,
                     run.proposals.size() - open);
}

}  // namespace

std::string render_gates_text(const GateRun& run, const TextOptions& options) {
  if (run.all) return render_all(run, options);
  return GateText(run.proposals.front(), run, options).render();
}

}  // namespace milepost::move
