#include "generate.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string_view>
#include <utility>

#include "base/embedded.h"
#include "base/source.h"
#include "prose.h"
#include "random.h"
#include "text/document.h"

namespace milepost::bench {

namespace {

constexpr double kMedianBytes = 25'000;
constexpr double kSpread = 0.68;
constexpr std::size_t kLargestBytes = 412'000;
constexpr std::size_t kSmallestBytes = 1'200;
// Smaller ones are early drafts, without the questionnaire or a table of contents.
constexpr std::size_t kQuestionnaireBytes = 14'000;
constexpr std::size_t kContentsBytes = 6'000;
constexpr std::size_t kHeadingBytes = 90;  // with the sentence that stands below most

struct TemplateHeading {
  int level;
  std::string title;
  std::string text;  // what stands below it, instructions and all, without the directive
  bool question() const { return level == 6; }
};

const std::vector<TemplateHeading>& template_headings() {
  static const std::vector<TemplateHeading> headings = [] {
    const auto bytes = find_embedded("processes/kep/templates/feature.md");
    const Document document(
        std::make_shared<const Source>("feature.md", std::string(bytes.value_or(""))),
        {.lenient_directives = true});
    std::vector<TemplateHeading> found;
    for (const Section& section : document.sections()) {
      std::string_view text = document.text(section.body);
      const std::size_t directive = text.find("<!--DIRECTIVE");
      if (directive != text.npos) text.remove_prefix(text.find('\n', directive) + 1);
      const Heading& heading = document.heading_of(section);
      found.push_back({heading.level, std::string(heading.text), std::string(text)});
    }
    return found;
  }();
  return headings;
}

// The point below which the share p of a normal distribution lies; accurate to
// three digits (Abramowitz and Stegun, 26.2.23).
double normal_quantile(double p) {
  if (p > 0.5) return -normal_quantile(1 - p);
  const double t = std::sqrt(-2 * std::log(p));
  return (2.515517 + t * (0.802853 + t * 0.010328)) /
             (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) -
         t;
}

std::string slug(std::string_view title) {
  std::string out;
  for (const char c : title) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte)) out += static_cast<char>(std::tolower(byte));
    if (c == ' ' || c == '-') out += '-';
  }
  return out;
}

class Writer {
 public:
  Writer(std::size_t index, std::size_t size)
      : random_(0xC0FFEE + index * 7919), prose_(random_), number_(100 + index), size_(size) {}

  SyntheticProposal write() {
    constexpr std::array kGroups = {"sig-alder", "sig-birch", "sig-cedar", "sig-elm",
                                    "sig-hazel", "sig-larch", "sig-maple", "sig-oak"};
    title_ = prose_.title(random_.between(2, 6));
    group_ = kGroups[random_.below(kGroups.size())];
    // Questions were bold list items before they became headings.
    old_style_ = size_ >= kQuestionnaireBytes && random_.chance(0.06);
    choose_headings();
    SyntheticProposal made;
    made.folder = "keps/" + group_ + "/" + std::to_string(number_) + "-" + slug(title_);
    made.document = document();
    made.metadata = metadata();
    return made;
  }

 private:
  void choose_headings() {
    bool in_questionnaire = false;
    for (const TemplateHeading& heading : template_headings()) {
      if (heading.level <= 2) in_questionnaire = heading.title.starts_with("Production Readiness");
      if (in_questionnaire && size_ < kQuestionnaireBytes) continue;
      if (heading.level > 1 && random_.chance(0.03)) continue;  // a missing section
      headings_.push_back(&heading);
    }
  }

  // How much of the text goes below a heading, relative to others.
  static double weight(const TemplateHeading& heading) {
    if (heading.title == "Design Details") return 12;
    if (heading.title == "Proposal") return 5;
    if (heading.title == "Alternatives" || heading.title == "Motivation") return 3;
    if (heading.title == "Release Signoff Checklist" || heading.level == 1) return 0;
    return heading.question() ? 0.35 : 1;
  }

  void contents(std::string& out) {
    out += "<!-- toc -->\n";
    for (const TemplateHeading* heading : headings_) {
      if (heading->level == 1 || (old_style_ && heading->question())) continue;
      const int indent = std::min(heading->level, 5) - 2;
      out.append(static_cast<std::size_t>(indent) * 2, ' ');
      out += "- [" + heading->title + "](#" + slug(heading->title) + ")\n";
    }
    out += "<!-- /toc -->\n\n";
  }

  void heading_line(std::string& out, const TemplateHeading& heading) {
    if (heading.level == 1) {
      out += "# KEP-" + std::to_string(number_) + ": " + title_ + "\n\n";
    } else if (old_style_ && heading.question()) {
      out += "* **" + heading.title + "**\n\n";
    } else {
      out.append(static_cast<std::size_t>(heading.level), '#');
      out += " " + heading.title + "\n\n";
    }
  }

  void body(std::string& out, const TemplateHeading& heading, double bytes) {
    if (heading.title == "Release Signoff Checklist") {
      std::string list = heading.text;
      for (std::size_t at = list.find("[ ]"); at != list.npos; at = list.find("[ ]", at + 1)) {
        if (random_.chance(0.5)) list[at + 1] = 'x';
      }
      out += list + "\n";
      return;
    }
    if (random_.chance(0.15)) out += heading.text + "\n";  // instructions left in
    if (random_.chance(0.02)) {
      out += "TBD\n\n";
      return;
    }
    if (heading.question()) {
      if (random_.chance(0.1)) {
        out += "N/A\n\n";
      } else if (bytes < 300) {
        prose_.sentence_block(out);
      }
    }
    const std::size_t end = out.size() + static_cast<std::size_t>(bytes);
    const bool divided = bytes > 4000;
    while (out.size() + 150 < end) {
      if (divided && random_.chance(0.07))
        out += "#### " + prose_.title(random_.between(1, 5)) + "\n\n";
      prose_.block(out);
    }
  }

  std::string document() {
    double weights = 0;
    for (const TemplateHeading* heading : headings_) weights += weight(*heading);
    std::string out;
    std::size_t left = headings_.size();
    for (const TemplateHeading* heading : headings_) {
      heading_line(out, *heading);
      --left;
      if (heading->level == 1 && size_ >= kContentsBytes) contents(out);
      // What is left is shared out anew each time: a body seldom ends where it should.
      const double used = static_cast<double>(out.size() + left * kHeadingBytes);
      const double rest = std::max(0.0, static_cast<double>(size_) - used);
      const double own = weight(*heading);
      if (heading->level > 1) body(out, *heading, weights > 0 ? rest * own / weights : 0);
      weights -= own;
    }
    if (random_.chance(0.05)) {
      out +=
          "<<[UNRESOLVED " + prose_.words(2) + "]>>\n" + prose_.words(8) + "\n<<[/UNRESOLVED]>>\n";
    }
    return out;
  }

  std::string metadata() {
    constexpr std::array kStatuses = {"implementable", "implemented", "provisional"};
    constexpr std::array kStages = {"alpha", "beta", "stable"};
    const bool draft = size_ < kQuestionnaireBytes;
    const std::size_t year =
        old_style_ || draft ? random_.between(2019, 2020) : random_.between(2021, 2025);
    const std::string status = draft ? "provisional" : kStatuses[random_.below(kStatuses.size())];
    const std::string stage =
        status == "implemented" ? "stable" : kStages[random_.below(kStages.size())];
    const std::string date = std::to_string(year) + "-0" + std::to_string(random_.between(1, 9)) +
                             "-" + std::to_string(random_.between(10, 28));
    std::string out =
        "title: " + title_ + "\nkep-number: " + std::to_string(number_) + "\nauthors:\n";
    people(out);
    out += "owning-sig: " + group_ + "\nparticipating-sigs:\n  - sig-oak\nstatus: " + status +
           "\ncreation-date: " + date + "\nlast-updated: " + date + "\nreviewers:\n";
    people(out);
    out += "approvers:\n";
    people(out);
    out += "\n# The stage aimed at in this release cycle.\nstage: " + stage +
           "\nlatest-milestone: \"v1.33\"\nmilestone:\n  alpha: \"v1.30\"\n  beta: \"v1.32\"\n"
           "  stable: \"v1.34\"\n\nfeature-gates:\n  - name: " +
           prose_.identifier() + "\n    components:\n      - " + prose_.words(1) +
           "\ndisable-supported: true\n\nmetrics:\n  - " + prose_.words(1) + "_total\n";
    return out;
  }

  void people(std::string& out) {
    for (std::size_t left = random_.between(1, 3); left > 0; --left) {
      out += "  - \"@" + prose_.words(1) + "\"\n";
    }
  }

  Random random_;
  Prose prose_;
  std::size_t number_;
  std::size_t size_;
  std::string title_;
  std::string group_;
  bool old_style_ = false;
  std::vector<const TemplateHeading*> headings_;
};

Result<void> write_file(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!file.flush()) return failure("cannot write " + path.string());
  return {};
}

}  // namespace

Generator::Generator(std::size_t proposals) {
  for (std::size_t i = 0; i < proposals; ++i) {
    const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(proposals);
    const double bytes = kMedianBytes * std::exp(kSpread * normal_quantile(share));
    sizes_.push_back(std::clamp(static_cast<std::size_t>(bytes), kSmallestBytes, kLargestBytes));
  }
  if (!sizes_.empty()) sizes_.back() = kLargestBytes;
  // Neighbours in the walk should not be of one size.
  Random random(proposals);
  for (std::size_t i = sizes_.size(); i > 1; --i) std::swap(sizes_[i - 1], sizes_[random.below(i)]);
}

SyntheticProposal Generator::make(std::size_t index) const {
  return Writer(index, sizes_[index]).write();
}

Result<void> write_corpus(const std::string& root, std::size_t proposals) {
  namespace fs = std::filesystem;
  const Generator generator(proposals);
  for (std::size_t i = 0; i < generator.count(); ++i) {
    const SyntheticProposal proposal = generator.make(i);
    const fs::path folder = fs::path(root) / proposal.folder;
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed) return failure("cannot make " + folder.string() + ": " + failed.message());
    if (auto wrote = write_file(folder / "README.md", proposal.document); !wrote) return wrote;
    if (auto wrote = write_file(folder / "kep.yaml", proposal.metadata); !wrote) return wrote;
  }
  return {};
}

}  // namespace milepost::bench
