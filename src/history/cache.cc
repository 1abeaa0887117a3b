#include "history/cache.h"

#include <algorithm>
#include <charconv>
#include <map>

#include <fmt/format.h>

#include "base/instant.h"
#include "base/strings.h"

namespace milepost {

namespace {

// The first line; a new number when anything below it changes.
constexpr std::string_view kForm = "milepost history 1";
constexpr std::string_view kEnd = "end";

// One line, fields apart by tabs.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '\t': out += "\\t"; break;
      case '\n': out += "\\n"; break;
      case '\\': out += "\\\\"; break;
      default: out += c;
    }
  }
  return out;
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    ++i;
    out += text[i] == 't' ? '\t' : text[i] == 'n' ? '\n' : text[i];
  }
  return out;
}

std::string list_text(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += escaped(name) + '\n';
  return text;
}

std::vector<std::string> read_list(std::string_view text) {
  std::vector<std::string> names;
  while (!text.empty()) {
    const auto [name, rest] = cut(text, '\n');
    names.push_back(unescaped(name));
    text = rest;
  }
  return names;
}

class Writer {
 public:
  std::string write(const History& history, std::string_view made_by) {
    line({kForm, made_by});
    line({history.head.hex(), history.since ? to_string(*history.since) : "",
          std::to_string(history.unreadable)});
    for (const Landing& commit : history.commits) {
      line({"c", commit.id.hex(), std::to_string(commit.time.seconds), commit.author});
    }
    for (const Life& life : history.lives) {
      line({"l", life.deleted ? std::to_string(*life.deleted) : ""});
      for (const ProposalVersion& version : life.versions) write_version(version);
    }
    line({kEnd});
    return std::move(out_);
  }

 private:
  void line(std::initializer_list<std::string_view> fields) {
    bool first = true;
    for (const std::string_view field : fields) {
      if (!first) out_ += '\t';
      first = false;
      out_ += escaped(field);
    }
    out_ += '\n';
  }

  void write_version(const ProposalVersion& version) {
    std::string said;
    if (version.said) {
      const auto [at, fresh] = snapshots_.try_emplace(version.said.get(), snapshots_.size());
      if (fresh) write_snapshot(*version.said);
      said = std::to_string(at->second);
    }
    line({"v", std::to_string(version.commit), version.path, version.document.hex(),
          version.metadata.hex(), said});
  }

  void write_snapshot(const Snapshot& said) {
    std::vector<std::string> milestones;
    for (const auto& [stage, version] : said.milestones) {
      milestones.push_back(stage);
      milestones.push_back(version);
    }
    line({"s", said.number, said.title, said.group, said.status, said.stage, said.kind,
          said.latest_milestone, said.created, list_text(milestones), list_text(said.authors),
          list_text(said.reviewers), list_text(said.approvers)});
  }

  std::string out_;
  std::map<const Snapshot*, std::size_t> snapshots_;
};

class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  std::optional<History> read(std::string_view made_by) {
    if (!next() || fields_.size() != 2 || fields_[0] != kForm || fields_[1] != made_by) {
      return std::nullopt;
    }
    if (!next() || fields_.size() != 3 || !read_oid(fields_[0], history_.head)) {
      return std::nullopt;
    }
    if (!fields_[1].empty()) history_.since = parse_date(fields_[1]);
    if (!read_number(fields_[2], history_.unreadable)) return std::nullopt;
    while (next()) {
      if (fields_[0] == kEnd) {
        const auto empty = [](const Life& life) { return life.versions.empty(); };
        if (std::ranges::any_of(history_.lives, empty)) return std::nullopt;
        return std::move(history_);
      }
      if (!read_line()) return std::nullopt;
    }
    return std::nullopt;  // cut off
  }

 private:
  bool next() {
    if (rest_.empty()) return false;
    const auto [line, rest] = cut(rest_, '\n');
    rest_ = rest;
    fields_.clear();
    std::string_view left = line;
    for (;;) {
      const std::size_t tab = left.find('\t');
      fields_.push_back(unescaped(left.substr(0, tab)));
      if (tab == left.npos) return true;
      left = left.substr(tab + 1);
    }
  }

  template <typename T>
  static bool read_number(const std::string& text, T& into) {
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), into);
    return failed == std::errc() && end == text.data() + text.size();
  }

  static bool read_oid(const std::string& text, Oid& into) {
    if (text.size() != 2 * into.bytes.size()) return false;
    for (std::size_t i = 0; i < into.bytes.size(); ++i) {
      const int high = hex_value(text[2 * i]);
      const int low = hex_value(text[2 * i + 1]);
      if (high < 0 || low < 0) return false;
      into.bytes[i] = static_cast<std::uint8_t>(high * 16 + low);
    }
    return true;
  }

  bool read_line() {
    const std::string& kind = fields_[0];
    if (kind == "c") return read_commit();
    if (kind == "s") return read_snapshot();
    if (kind == "v") return read_version();
    if (kind != "l" || fields_.size() != 2) return false;
    Life& life = history_.lives.emplace_back();
    if (fields_[1].empty()) return true;
    return read_number(fields_[1], life.deleted.emplace());
  }

  bool read_commit() {
    if (fields_.size() != 4) return false;
    Landing& commit = history_.commits.emplace_back();
    commit.author = fields_[3];
    return read_oid(fields_[1], commit.id) && read_number(fields_[2], commit.time.seconds);
  }

  bool read_snapshot() {
    if (fields_.size() != 13) return false;
    auto said = std::make_shared<Snapshot>();
    std::string* const texts[] = {&said->number,           &said->title,  &said->group,
                                  &said->status,           &said->stage,  &said->kind,
                                  &said->latest_milestone, &said->created};
    std::size_t field = 1;
    for (std::string* const text : texts) *text = fields_[field++];
    const std::vector<std::string> milestones = read_list(fields_[field++]);
    if (milestones.size() % 2 != 0) return false;
    for (std::size_t i = 0; i < milestones.size(); i += 2) {
      said->milestones.emplace_back(milestones[i], milestones[i + 1]);
    }
    said->authors = read_list(fields_[field++]);
    said->reviewers = read_list(fields_[field++]);
    said->approvers = read_list(fields_[field]);
    snapshots_.push_back(std::move(said));
    return true;
  }

  bool read_version() {
    if (fields_.size() != 6 || history_.lives.empty()) return false;
    ProposalVersion version;
    version.path = fields_[2];
    if (!read_number(fields_[1], version.commit) || version.commit >= history_.commits.size() ||
        !read_oid(fields_[3], version.document) || !read_oid(fields_[4], version.metadata)) {
      return false;
    }
    if (!fields_[5].empty()) {
      std::size_t said = 0;
      if (!read_number(fields_[5], said) || said >= snapshots_.size()) return false;
      version.said = snapshots_[said];
    }
    history_.lives.back().versions.push_back(std::move(version));
    return true;
  }

  std::string_view rest_;
  std::vector<std::string> fields_;
  std::vector<std::shared_ptr<const Snapshot>> snapshots_;
  History history_;
};

}  // namespace

std::string write_history(const History& history, std::string_view made_by) {
  return Writer().write(history, made_by);
}

std::optional<History> read_history(std::string_view text, std::string_view made_by) {
  return Reader(text).read(made_by);
}

}  // namespace milepost
