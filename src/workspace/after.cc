// A repository that changes while somebody looks at it: what is read again, and what is not.
#include <utility>

#include "workspace/workspace.h"

namespace milepost {

Result<Workspace::Pointer> Workspace::after(const RepositoryChange& change) const {
  FileEdits edits;  // of which the paths count: the files are read where they are
  for (const std::string& path : change.files) edits.emplace(path, std::nullopt);
  if (!edits.empty() && (!recognised() || touches_process(edits))) {
    return open(options_, change.now);
  }
  Repository repository = repository_;
  if (change.tree) repository.tree = change.tree;
  const std::shared_ptr<Workspace> other = copy(change.now, std::move(repository));
  if (change.tree) other->disk_ = change.tree;
  share_record(*other);
  if (change.record) {
    other->record_ = std::make_shared<decltype(record_)::element_type>();
    if (opened_record_) {
      TRY(auto record, opened_record_->reread());
      other->opened_record_ = std::make_shared<Record>(std::move(record));
    }
  }
  if (change.refs) other->past_ = std::make_shared<decltype(past_)::element_type>();
  other->commits_ = commits_;
  if (edits.empty()) {
    other->reads_ = reads_;
    return other;
  }
  if (edits.contains(process().calendar.file)) {
    other->calendar_ = std::make_shared<decltype(calendar_)::element_type>();
  }
  other->former_index_ = shared_index();
  other->edits_ = std::make_shared<const FileEdits>(std::move(edits));
  return other;
}

void Workspace::share_record(Workspace& other) const {
  other.record_ = record_;
  other.opened_record_ = opened_record_;
  other.opened_access_ = opened_access_;
}

}  // namespace milepost
