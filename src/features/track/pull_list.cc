#include "features/track/pull_list.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "base/instant.h"
#include "base/strings.h"
#include "base/utf8.h"
#include "issue/pull_request.h"

namespace milepost::track {

namespace {

constexpr std::string_view kStates[] = {"open", "merged", "closed"};
constexpr std::string_view kNeeded[] = {"title", "state", "url"};
constexpr std::string_view kKnown[] = {"number", "title",  "state", "mergedAt",
                                       "url",    "labels", "body"};

// The records of a CSV file as RFC 4180 has them: a field in quotes may hold anything, and two
// quotes in it are one.
class CsvReader {
 public:
  explicit CsvReader(std::string_view text) : text_(text) {}

  bool done() const { return at_ >= text_.size(); }
  std::size_t line() const { return line_; }
  bool unclosed() const { return unclosed_; }  // of the record read last

  std::vector<std::string> next() {
    std::vector<std::string> fields;
    unclosed_ = false;
    do fields.push_back(next_field());
    while (take(','));
    take('\r');
    if (take('\n')) ++line_;
    return fields;
  }

 private:
  bool take(char c) {
    if (done() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool at_end() const {
    return done() || text_[at_] == ',' || text_[at_] == '\n' || text_.substr(at_, 2) == "\r\n";
  }

  std::string next_field() {
    std::string field;
    if (take('"')) field = quoted();
    while (!at_end()) field.push_back(text_[at_++]);
    return field;
  }

  std::string quoted() {
    std::string field;
    for (; !done(); ++at_) {
      if (text_[at_] == '"') {
        ++at_;
        if (done() || text_[at_] != '"') return field;
      }
      if (text_[at_] == '\n') ++line_;
      field.push_back(text_[at_]);
    }
    unclosed_ = true;
    return field;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  bool unclosed_ = false;
};

// The names of the columns; "" for one that says nothing here. Fails when it is no header.
Result<std::vector<std::string>> read_header(const std::vector<std::string>& cells) {
  std::vector<std::string> names;
  for (const std::string& cell : cells) {
    const auto known = std::ranges::find_if(
        kKnown, [&](std::string_view name) { return equal_ignoring_case(name, trim(cell)); });
    names.emplace_back(known == std::end(kKnown) ? "" : *known);
  }
  for (const std::string_view needed : kNeeded) {
    if (std::ranges::find(names, needed) != names.end()) continue;
    return failure(fmt::format(
        "is neither the JSON of gh pr list nor CSV: its first line has no column \"{}\"", needed));
  }
  return names;
}

// Names apart by commas or semicolons.
std::vector<std::string> split_labels(std::string_view text) {
  std::vector<std::string> labels;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(",;"), text.size());
    if (const std::string_view label = trim(text.substr(0, end)); !label.empty()) {
      labels.emplace_back(label);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return labels;
}

Result<PullState> state_of(const PullRow& row) {
  const auto text = [&](std::string_view key) {
    const auto found = row.fields.find(key);
    return found == row.fields.end() ? std::string_view() : trim(found->second);
  };
  const std::string_view merged_at = text("mergedAt");
  if (!merged_at.empty() && !parse_instant(merged_at)) {
    return failure(fmt::format("mergedAt is \"{}\", which is no time", merged_at));
  }
  const auto known = std::ranges::find_if(
      kStates, [&](std::string_view name) { return equal_ignoring_case(name, text("state")); });
  if (known == std::end(kStates)) {
    return failure(
        fmt::format("its state is \"{}\": OPEN, MERGED or CLOSED is expected", text("state")));
  }
  const auto state = static_cast<PullState>(known - std::begin(kStates));
  // Some programs call merged ones closed, too.
  return state == PullState::kClosed && !merged_at.empty() ? PullState::kMerged : state;
}

Result<ListedPull> read_pull(PullRow& row) {
  const std::string url = row.fields["url"];
  const auto reference = read_pull_request(url);
  if (!reference) {
    return failure(url.empty() ? std::string("it has no url")
                               : fmt::format("\"{}\" is no address of a pull request", url));
  }
  const std::string number(trim(row.fields["number"]));
  if (!number.empty() && number != cut(*reference, '#').second) {
    return failure(fmt::format("its number is {}, but its url is {}", number, url));
  }
  TRY(const PullState state, state_of(row));
  return ListedPull{
      row.line, *reference,           std::move(row.fields["title"]), std::move(row.fields["body"]),
      state,    std::move(row.labels)};
}

// One that stands there before; what is said of it must be the same.
Result<void> add_again(ListedPull& known, ListedPull pull) {
  if (known.state != pull.state) {
    return failure(fmt::format("{} is {} here, and {} in line {}", pull.reference, name(pull.state),
                               name(known.state), known.line));
  }
  known.body += "\n" + pull.title + "\n" + pull.body;
  return {};
}

}  // namespace

std::string_view name(PullState state) { return kStates[static_cast<std::size_t>(state)]; }

Result<PullRows> read_pull_csv(std::string_view text) {
  CsvReader reader(text);
  TRY(const auto names, read_header(reader.next()));
  PullRows read;
  while (!reader.done()) {
    PullRow row{reader.line(), {}, {}};
    std::vector<std::string> cells = reader.next();
    if (reader.unclosed()) {
      read.bad.push_back({row.line, "a quote is not closed"});
      break;
    }
    if (cells.size() == 1 && trim(cells.front()).empty()) continue;
    if (!read.room()) break;
    if (cells.size() != names.size()) {
      read.bad.push_back({row.line, fmt::format("it has {}, the first line has {}",
                                                counted(cells.size(), "column"), names.size())});
      continue;
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (!names[i].empty()) row.fields[names[i]] = std::move(cells[i]);
    }
    row.labels = split_labels(row.fields["labels"]);
    read.rows.push_back(std::move(row));
  }
  return read;
}

Result<PullList> read_pull_list(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  if (trim(text).empty()) return failure("is empty");
  if (utf8::looks_binary(text)) return failure("is neither the JSON of gh pr list nor CSV");
  TRY(auto read, trim(text).front() == '[' ? read_pull_json(text) : read_pull_csv(text));
  if (read.too_many) {
    return failure(fmt::format("has more than {} pull requests: split it", kMostPulls));
  }
  PullList list;
  list.bad = std::move(read.bad);
  list.rows = read.rows.size() + list.bad.size();
  std::map<std::string, std::size_t> places;
  for (PullRow& row : read.rows) {
    auto pull = read_pull(row);
    if (!pull) {
      list.bad.push_back({row.line, std::move(pull.error().message)});
      continue;
    }
    const auto [known, fresh] = places.emplace(pull->reference, list.pulls.size());
    if (fresh) {
      list.pulls.push_back(std::move(*pull));
    } else if (auto added = add_again(list.pulls[known->second], std::move(*pull)); !added) {
      list.bad.push_back({row.line, std::move(added.error().message)});
    }
  }
  std::ranges::stable_sort(list.bad, {}, &BadRow::line);
  return list;
}

}  // namespace milepost::track
