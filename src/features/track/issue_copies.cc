#include "features/track/issue_copies.h"

#include <algorithm>
#include <optional>

#include "base/common_lines.h"
#include "base/edits.h"
#include "base/strings.h"
#include "features/track/issue_record.h"
#include "features/track/track.h"
#include "store/events.h"

namespace milepost::track {

namespace {

constexpr std::size_t kDigestLength = 12;
using events::Imported;

ProposalState state_at(const std::vector<Event>& events, std::size_t version) {
  ProposalState state;
  for (std::size_t i = 0; i < version; ++i) apply(state, events[i]);
  return state;
}

// Nothing has happened since somebody imported the first text.
bool is_as_imported(const std::vector<Event>& events) {
  if (std::ranges::count(events, Imported::kKind, &Event::kind) != 1) return false;
  const auto last = events::decode<Imported>(events.back());
  return last && last->from.empty();
}

std::string digest_of(const TrackedProposal& tracked, const std::string& text) {
  return tracked.record().store().sha256().of(text).hex().substr(0, kDigestLength);
}

std::shared_ptr<const Issue> read_text(const TrackedProposal& tracked, const std::string& text) {
  return std::make_shared<const Issue>(
      read_issue(tracked.form(), issue_source(tracked.card(), text)));
}

// Lines as they are compared: how they end says nothing.
std::vector<std::string_view> bare_lines(std::string_view text) {
  std::vector<std::string_view> lines = split_lines(text);
  for (std::string_view& line : lines) {
    while (!line.empty() && is_space(line.back())) line.remove_suffix(1);
  }
  return lines;
}

std::size_t difference(const std::vector<std::string_view>& one, std::string_view text) {
  const std::vector<std::string_view> other = bare_lines(text);
  return one.size() + other.size() - 2 * common_lines(one, other).size();
}

// Web forms make lines end in their own way.
std::string with_ends(std::string text, std::string_view end) {
  if (line_end_of(text) == end) return text;
  std::string out;
  for (const std::string_view line : split_lines(text)) {
    const bool whole = line.ends_with('\n');
    std::string_view words = whole ? line.substr(0, line.size() - 1) : line;
    if (whole && words.ends_with('\r')) words.remove_suffix(1);
    out.append(words).append(whole ? end : std::string_view());
  }
  return out;
}

class BaseFinder {
 public:
  BaseFinder(TrackedProposal& tracked, const ProposalState& state, const Unstamped& copy)
      : tracked_(tracked), state_(state), stamp_(copy.stamp), lines_(bare_lines(copy.text)) {}

  Result<CopyBase> find() {
    TRY(const auto events, tracked_.record().events_of(stream_of(tracked_.card())));
    TRY(look_at_export(events));
    const std::string from = stamp_ ? to_string(*stamp_) : std::string();
    for (const Event& event : events) {
      const auto imported = events::decode<Imported>(event);
      if (!imported || (stamp_ && imported->from != from)) continue;
      TRY(look_at_import(*imported));
    }
    if (best_.issue) return std::move(best_);
    // A stamp that this record knows nothing of.
    TRY(auto last, tracked_.issue_of(state_));
    return CopyBase{std::move(last), state_.tracker.base_release, false, true, nullptr};
  }

 private:
  Result<void> look_at_export(const std::vector<Event>& events) {
    if (!stamp_ || stamp_->version > events.size()) return {};
    const ProposalState then = state_at(events, stamp_->version);
    TRY(const auto issue, tracked_.issue_of(then));
    if (!issue) return {};
    std::string text = recorded_text(*issue, then, stamp_->release);
    // Of another record, or written by another form: not what was exported.
    if (digest_of(tracked_, text) != stamp_->digest) return {};
    consider(std::move(text), stamp_->release, then.tracker.base == state_.tracker.base);
    return {};
  }

  Result<void> look_at_import(const Imported& imported) {
    const bool copied = !imported.copy.empty();
    TRY(auto text, within("reading an imported issue",
                          tracked_.record().text(copied ? imported.copy : imported.text)));
    if (!text) return {};
    consider(std::move(*text), imported.release, !copied && imported.text == state_.tracker.base);
    return {};
  }

  void consider(std::string text, std::string release, bool current) {
    const std::size_t distance = difference(lines_, text);
    if (best_.issue && distance >= distance_) {
      const bool twin = distance == distance_ && text != best_.issue->document.text();
      if (twin) best_.other = read_text(tracked_, std::move(text));
      return;
    }
    distance_ = distance;
    best_ = {read_text(tracked_, std::move(text)), std::move(release), stamp_.has_value(), current,
             nullptr};
  }

  TrackedProposal& tracked_;
  const ProposalState& state_;
  const std::optional<IssueStamp>& stamp_;
  std::vector<std::string_view> lines_;
  std::size_t distance_ = 0;
  CopyBase best_;
};

}  // namespace

Result<std::string> exported_text(TrackedProposal& tracked, bool computed) {
  TRY(const auto events, tracked.record().events_of(stream_of(tracked.card())));
  // Of the same events, whatever others record meanwhile.
  const ProposalState state = state_at(events, events.size());
  TRY(const auto issue, tracked.need_issue(state));
  const std::string plain = recorded_text(*issue, state, tracked.release());
  TRY(auto text, computed ? issue_text(tracked, state, true) : Result<std::string>(plain));
  if (is_as_imported(events) && text == issue->document.text()) return text;
  return stamped(text, {events.size(), digest_of(tracked, plain), tracked.release()});
}

Result<CopyBase> find_base(TrackedProposal& tracked, const ProposalState& state,
                           const Unstamped& copy) {
  return BaseFinder(tracked, state, copy).find();
}

LineMerge merge_words(const CopyBase& base, const Issue& record, const Issue& copy,
                      const ProposalState& state, const std::string& release, MergeSide right) {
  const std::string_view end = line_end_of(copy.document.text());
  const auto written = [&](const Issue& issue) {
    return with_ends(recorded_text(issue, state, release), end);
  };
  return merge_lines(base.issue ? written(*base.issue) : std::string(), written(record),
                     written(copy), right);
}

}  // namespace milepost::track
