#include "base/change_journal.h"

#include <algorithm>
#include <charconv>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "base/beneath.h"
#include "base/strings.h"

namespace milepost {

namespace {

// Fields end with NUL, the one byte no path holds. The last is the hash of all
// before it.
constexpr std::string_view kHeading = "milepost changes 1";
constexpr std::string_view kTemporaryStart = ".milepost-";
constexpr std::string_view kTemporaryEnd = ".tmp";

std::string hex(std::uint64_t value) { return fmt::format("{:016x}", value); }

template <typename Number>
std::optional<Number> parse_number(std::string_view text, int base) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool is_temporary_name(std::string_view name) {
  return name.starts_with(kTemporaryStart) && name.ends_with(kTemporaryEnd) &&
         name.find('/') == name.npos;
}

class Writer {
 public:
  void add(std::string_view field) { bytes_.append(field).append(1, '\0'); }
  std::string finish() && {
    add(hex(hash_bytes(bytes_)));
    return std::move(bytes_);
  }

 private:
  std::string bytes_;
};

// Any field that is not there or not as it should be makes the whole journal bad.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  bool ok() const { return ok_; }
  bool at_end() const { return rest_.empty(); }
  void require(bool good) { ok_ = ok_ && good; }

  std::string text() {
    const std::size_t end = rest_.find('\0');
    require(end != rest_.npos);
    if (!ok_) return {};
    std::string field(rest_.substr(0, end));
    rest_.remove_prefix(end + 1);
    return field;
  }
  std::string path(bool may_be_root) {
    std::string field = text();
    require(is_path_beneath(field) || (may_be_root && field.empty()));
    return field;
  }
  std::size_t count() {
    const auto value = parse_number<std::size_t>(text(), 10);
    // Each thing counted takes a byte at least.
    require(value && *value <= rest_.size());
    return ok_ ? *value : 0;
  }
  std::optional<FileFingerprint> print() {
    const std::string field = text();
    if (field == "-") return std::nullopt;
    const auto [size, hash] = cut(field, ' ');
    const auto size_value = parse_number<std::uint64_t>(size, 10);
    const auto hash_value = parse_number<std::uint64_t>(hash, 16);
    require(size_value && hash_value);
    if (!ok_) return std::nullopt;
    return FileFingerprint{*size_value, *hash_value};
  }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace

FileFingerprint fingerprint(std::string_view bytes) { return {bytes.size(), hash_bytes(bytes)}; }

std::string temporary_name() {
  std::random_device random;
  const std::uint64_t value = (static_cast<std::uint64_t>(random()) << 32U) | random();
  return std::string(kTemporaryStart).append(hex(value)).append(kTemporaryEnd);
}

std::string to_bytes(const ChangeJournal& journal) {
  Writer out;
  out.add(kHeading);
  out.add(journal.root);
  out.add(std::to_string(journal.new_folders.size()));
  for (const auto& folder : journal.new_folders) out.add(folder);
  out.add(std::to_string(journal.steps.size()));
  for (const auto& step : journal.steps) {
    out.add(step.folder);
    out.add(step.name);
    out.add(step.temporary);
    out.add(step.before ? std::to_string(step.before->size) + " " + hex(step.before->hash) : "-");
  }
  return std::move(out).finish();
}

std::optional<ChangeJournal> parse_journal(std::string_view bytes) {
  constexpr std::size_t kHashField = 17;
  if (bytes.size() < kHashField) return std::nullopt;
  const std::string_view body = bytes.substr(0, bytes.size() - kHashField);
  if (bytes.substr(body.size(), kHashField - 1) != hex(hash_bytes(body)) || bytes.back() != '\0') {
    return std::nullopt;
  }

  Reader in(body);
  ChangeJournal journal;
  in.require(in.text() == kHeading);
  journal.root = in.text();
  for (std::size_t left = in.count(); in.ok() && left > 0; --left) {
    journal.new_folders.push_back(in.path(false));
  }
  for (std::size_t left = in.count(); in.ok() && left > 0; --left) {
    ChangeStep step;
    step.folder = in.path(true);
    step.name = in.path(false);
    step.temporary = in.text();
    step.before = in.print();
    in.require(step.name.find('/') == step.name.npos);
    in.require(step.temporary.empty() ? step.before.has_value()
                                      : is_temporary_name(step.temporary));
    journal.steps.push_back(std::move(step));
  }
  if (!in.ok() || !in.at_end()) return std::nullopt;
  return journal;
}

}  // namespace milepost
