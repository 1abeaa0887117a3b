// A workspace with the texts that are not merged yet.
#include <utility>

#include <fmt/format.h>

#include "workspace/workspace.h"

namespace milepost {

Workspace::Pointer Workspace::with_record(Access access) const {
  auto record = open_record(access);
  if (!record) return shared_from_this();
  const std::shared_ptr<Workspace> other = copy(now_, repository_);
  other->reads_ = reads_;
  other->commits_ = commits_;
  other->opened_record_ = *std::move(record);
  other->opened_access_ = access;
  return other;
}

Workspace::Pointer Workspace::with_unmerged(Access access) const {
  if (without_texts_) return without_texts_->with_unmerged(access);
  if (!recognised() || !Record::may_be_there(repository_, options_.store)) {
    return shared_from_this();
  }
  auto record = open_record(access);
  // Whoever needs the record is told.
  if (!record && access == Access::kWrite) return shared_from_this();
  const std::shared_ptr<Workspace> with_record = copy(now_, repository_);
  with_record->reads_ = reads_;
  with_record->commits_ = commits_;
  if (record) {
    with_record->opened_record_ = *record;
    with_record->opened_access_ = access;
  }
  auto wanted = record ? read_wanted(**record)
                       : Result<std::vector<WantedText>>(tl::unexpected(record.error()));
  if (!wanted) {
    with_record->no_texts_ =
        fmt::format("candidates are left out, which the record has: {}", wanted.error().message);
    return with_record;
  }
  if (wanted->empty()) return with_record;
  return with_record->with_texts(
      std::make_shared<const std::vector<WantedText>>(std::move(*wanted)), std::nullopt);
}

Result<std::vector<WantedText>> Workspace::read_wanted(const Record& record) const {
  std::vector<WantedText> all;
  TRY(const auto streams, record.unmerged_streams());
  const Releases releases = calendar().value_or(Releases());
  for (const std::string& stream : streams) {
    const std::string number = plain_number(called_in(stream));
    if (number.empty()) continue;
    TRY(const auto state, record.state_of(stream));
    if (auto wanted = wanted_text(process(), releases, number, state, now_)) {
      all.push_back(std::move(*wanted));
    }
  }
  return all;
}

Result<std::vector<WantedText>> Workspace::candidates() const {
  if (!recognised() || !Record::may_be_there(repository_, options_.store)) {
    return std::vector<WantedText>();
  }
  TRY(const auto& opened, record());
  TRY(auto all, read_wanted(*opened));
  std::erase_if(all, [](const WantedText& wanted) { return !wanted.announced; });
  return all;
}

Workspace::Pointer Workspace::with_texts(std::shared_ptr<const std::vector<WantedText>> wanted,
                                         std::optional<Instant> before) const {
  UnmergedTexts texts = read_unmerged(repository_, index(), *wanted, before);
  Repository joined = repository_;
  if (!joined.judge) joined.judge = repository_.tree;
  joined.tree = overlay_tree(repository_.tree, texts.edits);
  const std::shared_ptr<Workspace> other = copy(now_, std::move(joined));
  other->opened_record_ = opened_record_;
  other->opened_access_ = opened_access_;
  other->wanted_ = std::move(wanted);
  other->without_texts_ = shared_from_this();
  other->unmerged_ =
      std::make_shared<const std::vector<UnmergedTexts::Entry>>(std::move(texts.entries));
  other->former_index_ = shared_index();
  other->edits_ = std::make_shared<const FileEdits>(std::move(texts.edits));
  return other;
}

}  // namespace milepost
