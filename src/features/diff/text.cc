#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "base/printable.h"
#include "features/diff/formats.h"
#include "features/diff/words.h"

namespace milepost::diff {

namespace {

constexpr int kRed = 31;
constexpr int kGreen = 32;
constexpr int kYellow = 33;
constexpr int kPlain = 0;

class DiffText {
 public:
  DiffText(const ProposalDiff& diff, const TextOptions& options) : diff_(diff), options_(options) {}

  std::string render() {
    out_ += head_text(diff_) + "\n" + printable_path(diff_.after.path) + "\n";
    if (diff_.before.path != diff_.after.path) {
      out_ += "was " + printable_path(diff_.before.path) + "\n";
    }
    if (!diff_.any()) {
      out_ += "\nnothing changed\n";
      return std::move(out_);
    }
    if (!diff_.fields.empty()) out_ += '\n';
    for (const FieldChange& change : diff_.fields) out_ += field_text(change) + "\n";
    for (const SectionChange& change : diff_.sections) show(change);
    if (!options_.quiet) out_ += "\n" + summary_text(diff_) + "\n";
    return std::move(out_);
  }

 private:
  // A word with its colour; one that is glued has no space before it.
  struct Shown {
    std::string text;
    int colour = kPlain;
    bool glued = false;
  };
  using Line = std::vector<Shown>;

  std::string painted(int colour, std::string_view text) const {
    if (!options_.colour || colour == kPlain) return std::string(text);
    return fmt::format("\x1b[{}m{}\x1b[0m", colour, text);
  }

  void show(const SectionChange& change) {
    const int colour = change.fate == SectionFate::kAdded     ? kGreen
                       : change.fate == SectionFate::kRemoved ? kRed
                                                              : kYellow;
    const std::string fate(fate_text(change));
    std::string about = path_text(change.path);
    if (const std::string was = was_text(change); !was.empty()) about += fmt::format(" ({})", was);
    const DiffSide& side = change.fate == SectionFate::kRemoved ? diff_.before : diff_.after;
    // The folder stands in the head.
    const std::string_view name = std::string_view(side.path).substr(side.path.rfind('/') + 1);
    const std::string place = fmt::format("{}:{}", printable_path(name), change.line);
    out_ += '\n';
    if (options_.terminal) {
      Line line;
      add_words(line, about, kPlain);
      line.push_back({place, kPlain});
      add_wrapped(fate + "  ", line, colour);
    } else {
      out_ += fmt::format("{}  {}  {}\n", painted(colour, fate), about, place);
    }
    for (const SectionHunk& hunk : change.hunks) show(hunk, change);
  }

  void show(const SectionHunk& hunk, const SectionChange& change) {
    const std::string& words = hunk.pieces.front().words;
    Line line;
    switch (hunk.change) {
      case PartChange::kChanged: return show_changed(hunk);
      case PartChange::kAdded:
        add_words(line, words, kGreen);
        return add_wrapped("  + ", line, kGreen);
      case PartChange::kRemoved:
        add_words(line, words, kRed);
        return add_wrapped("  - ", line, kRed);
      case PartChange::kMovedHere:
      case PartChange::kMovedAway: break;
    }
    const std::string where = moved_text(hunk, change);
    if (where.empty()) return;
    add_words(line, fmt::format("{}: {}", where, beginning(words)), kPlain);
    add_wrapped("  ~ ", line, kPlain);
  }

  void show_changed(const SectionHunk& hunk) {
    Line line;
    for (std::size_t i = 0; i < hunk.pieces.size(); ++i) {
      const WordPiece& piece = hunk.pieces[i];
      if (piece.kind == PieceKind::kKept) {
        add_words(line, kept_text(hunk, i), kPlain);
        continue;
      }
      const bool added = piece.kind == PieceKind::kAdded;
      const std::size_t first = line.size();
      add_words(line, piece.words, added ? kGreen : kRed);
      if (options_.colour) continue;
      line[first].text.insert(0, added ? "{+" : "[-");
      line.back().text += added ? "+}" : "-]";
      line[first].glued = added && i > 0 && hunk.pieces[i - 1].kind == PieceKind::kRemoved;
    }
    add_wrapped("  ", line, kPlain);
  }

  static void add_words(Line& line, std::string_view text, int colour) {
    for (const std::string_view word : split_words(text)) line.push_back({printable(word), colour});
  }

  // In as many lines as the width asks for; the first begins with the mark.
  void add_wrapped(std::string_view mark, const Line& line, int colour) {
    const std::uint32_t room = std::clamp(options_.columns, 40U, 100U);
    const std::string indent(mark.size(), ' ');
    out_ += painted(colour, mark);
    auto used = static_cast<std::uint32_t>(mark.size());
    bool begun = false;
    for (const Shown& word : line) {
      const std::uint32_t width = utf8::width(word.text);
      const std::uint32_t gap = begun && !word.glued ? 1 : 0;
      if (begun && used + gap + width > room) {
        out_ += '\n' + indent;
        used = static_cast<std::uint32_t>(mark.size());
      } else if (gap > 0) {
        out_ += ' ';
        ++used;
      }
      out_ += painted(word.colour, word.text);
      used += width;
      begun = true;
    }
    out_ += '\n';
  }

  const ProposalDiff& diff_;
  const TextOptions& options_;
  std::string out_;
};

}  // namespace

std::string render_diff_text(const ProposalDiff& diff, const TextOptions& options) {
  return DiffText(diff, options).render();
}

}  // namespace milepost::diff
