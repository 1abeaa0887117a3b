#include "features/move/edits.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/edits.h"
#include "base/strings.h"
#include "features/move/history_edit.h"
#include "proposal/metadata_edit.h"
#include "proposal/milestones.h"
#include "proposal/review_edit.h"
#include "text/toc.h"

namespace milepost::move {

namespace {

using Groups = std::vector<std::vector<Edit>>;

// "2026-11-15: moved from alpha to beta for v1.38: the reason"
std::string history_entry(const Step& step, const MoveNote& note) {
  std::string text = fmt::format("{}: ", to_string(note.day));
  if (step.from() == step.to()) {
    text += step.to();
  } else {
    text += fmt::format("moved {}to {}", step.from().empty() ? "" : "from " + step.from() + " ",
                        step.to());
  }
  if (!step.release.empty()) text += " for " + step.release;
  if (!note.overridden.empty()) {
    text += fmt::format(", overriding {}", fmt::join(note.overridden, ", "));
    if (!note.mover.empty()) text += fmt::format(" (@{})", note.mover);
  }
  if (!note.reason.empty()) text += ": " + note.reason;
  return text;
}

class MoveWriter {
 public:
  MoveWriter(const Selected& selected, const Examined& examined, const Step& step,
             const MoveNote& note)
      : selected_(selected),
        examined_(examined),
        step_(step),
        note_(note),
        process_(selected.at->process()),
        document_(examined.proposal->document),
        metadata_(*selected.card->metadata) {}

  Result<std::vector<FileChange>> write(bool& noted) {
    TRY(edit_metadata());
    noted = edit_history();
    TRY(edit_reviews());
    TRY(finish_document());
    if (!says_so()) {
      return failure(
          "its metadata is written in a way that cannot be changed safely; change it "
          "by hand");
    }
    return std::move(changes_);
  }

 private:
  bool in_document() const { return metadata_.source.get() == &document_.source(); }

  const Field* field(FieldRole role) const { return process_.field(role); }

  Result<void> edit_metadata() {
    if (metadata_.status_is_section) edit_status_section();
    if (!metadata_.yaml) {
      if (metadata_.status_is_section) return {};
      return failure("the proposal has no metadata in which a status could be set");
    }
    if (!metadata_.complete()) {
      return failure("its metadata cannot be read to its end; milepost check says where");
    }
    YamlEditor editor(*metadata_.source, metadata_.yaml->root());
    TRY(set_fields(editor));
    std::vector<Edit> edits = editor.take();
    if (in_document()) {
      std::ranges::move(edits, std::back_inserter(document_edits_));
      return {};
    }
    const Splice spliced = splice(metadata_.source->text(), Groups{edits});
    if (!spliced.left.empty()) return failure("its metadata cannot be changed safely");
    keep(selected_.card->files.metadata, metadata_.source->text(), spliced.text);
    return {};
  }

  Result<void> set_fields(YamlEditor& editor) {
    const Field* status = field(FieldRole::kStatus);
    const std::string after = status ? status->id : std::string();
    if (!metadata_.status_is_section && step_.to_status != step_.from_status) {
      TRY(editor.set(after, step_.to_status));
    }
    const Field* stage = field(FieldRole::kStage);
    if (stage && !step_.to_stage.empty() && step_.to_stage != step_.from_stage) {
      TRY(editor.set(stage->id, step_.to_stage, after));
    }
    TRY(set_release(editor, stage ? stage->id : after));
    const Field* updated = field(FieldRole::kUpdated);
    // No field that the repository's own metadata lacks.
    if (!updated || (updated->own_lacks && !metadata_.find(*updated))) return {};
    const Field* created = field(FieldRole::kCreated);
    return editor.set(updated->id, to_string(note_.day), created ? created->id : after);
  }

  // A status that is no longer worked on keeps the releases it had.
  Result<void> set_release(YamlEditor& editor, const std::string& after) {
    const Status* status = process_.find_status(step_.to_status);
    const bool worked_on = status && !status->asks_less() && !status->closed;
    if (!worked_on && !step_.is_stage) return {};
    if (step_.release.empty() || step_.to_stage.empty()) return {};
    const Field* latest = field(FieldRole::kLatestMilestone);
    const Field* milestones = field(FieldRole::kMilestones);
    if (latest && !is_later_already()) {
      TRY(editor.set(latest->id, step_.release, after));
    }
    if (!milestones) return {};
    return editor.set(milestones->id, step_.to_stage, step_.release, latest ? latest->id : after);
  }

  // A step back to a stage whose release is past leaves the latest one as it is.
  bool is_later_already() const {
    const auto release = parse_version(step_.release);
    const auto own = milestone_of(process_, metadata_, step_.to_stage);
    const auto latest = latest_milestone(process_, metadata_);
    return release && own && latest && own->version == *release && latest->version > *release;
  }

  // Whether the files, changed, say what was meant.
  bool says_so() const {
    const auto text_of = [&](const std::string& path, const Source& source) {
      const auto changed = std::ranges::find(changes_, path, &FileChange::path);
      return changed == changes_.end() ? std::string(source.text()) : *changed->after;
    };
    const ProposalFiles& files = selected_.card->files;
    const Document document(std::make_shared<const Source>(
        document_.source().path(), text_of(files.document, document_.source())));
    std::shared_ptr<const Source> file;
    if (!in_document() && metadata_.source) {
      file = std::make_shared<const Source>(metadata_.source->path(),
                                            text_of(files.metadata, *metadata_.source));
    }
    const Metadata after = read_metadata(process_, &document, std::move(file));
    return after.known_status == step_.to_status &&
           (step_.to_stage.empty() || after.known_stage == step_.to_stage) &&
           (metadata_.status_is_section || after.complete());
  }

  // The word itself, wherever the section has it; all that is said when it has none.
  void edit_status_section() {
    if (step_.to_status == step_.from_status) return;
    const Span span = metadata_.status.span;
    const std::string_view word = metadata_.known_status;
    const auto in_comment = [&](std::uint32_t at) {
      return std::ranges::any_of(document_.comments(), [&](const Comment& comment) {
        return comment.span.begin <= at && at < comment.span.end;
      });
    };
    for (std::uint32_t from = span.begin; !word.empty() && from < span.end;) {
      const std::size_t at = find_ignoring_case(document_.text({from, span.end}), word);
      if (at == std::string_view::npos) break;
      const auto begin = from + static_cast<std::uint32_t>(at);
      from = begin + static_cast<std::uint32_t>(word.size());
      if (in_comment(begin)) continue;
      document_edits_.push_back({{begin, from}, step_.to_status});
      return;
    }
    document_edits_.push_back({span, step_.to_status});
  }

  // False when the process has no history, or the document no place for it.
  bool edit_history() {
    auto edit = history_edit(selected_, examined_, history_entry(step_, note_));
    if (edit) document_edits_.push_back(std::move(*edit));
    return edit.has_value();
  }

  // A stage that is entered needs a review: it is asked for.
  Result<void> edit_reviews() {
    for (const Condition* condition :
         conditions_of(process_, step_, examined_.judgement.kind->id)) {
      if (condition->type != ConditionType::kReview || step_.to_stage.empty()) continue;
      const Review& review = *process_.find_review(condition->review);
      TRY(ask_review(review));
    }
    return {};
  }

  Result<void> ask_review(const Review& review) {
    if (const ReviewFile* file = find_review(selected_.at->facts(), *selected_.card, review)) {
      if (file->yaml->root().find(step_.to_stage)) return {};
      TRY(const auto& text, with_approver(*file, step_.to_stage, ""));
      keep(file->path, file->source->text(), text);
      return {};
    }
    const std::string path = review_path(review, *selected_.card);
    if (path.empty()) return {};
    changes_.push_back(
        {path, std::nullopt, new_review(review, selected_.card->number, step_.to_stage, "")});
    return {};
  }

  Result<void> finish_document() {
    if (document_edits_.empty()) return {};
    const Splice spliced = splice(document_.text(), Groups{document_edits_});
    if (!spliced.left.empty()) return failure("its document cannot be changed safely");
    keep(selected_.card->files.document, document_.text(), with_toc(spliced.text));
    return {};
  }

  std::string with_toc(const std::string& text) const {
    const Document document(std::make_shared<const Source>(document_.source().path(), text));
    const auto edit = current_toc(document, process_.toc);
    return edit ? splice(text, Groups{{*edit}}).text : text;
  }

  void keep(const std::string& path, std::string_view before, const std::string& after) {
    if (before != after) changes_.push_back({path, std::string(before), after});
  }

  const Selected& selected_;
  const Examined& examined_;
  const Step& step_;
  const MoveNote& note_;
  const Process& process_;
  const Document& document_;
  const Metadata& metadata_;
  std::vector<Edit> document_edits_;
  std::vector<FileChange> changes_;
};

}  // namespace

Result<std::vector<FileChange>> move_edits(const Selected& selected, const Examined& examined,
                                           const Step& step, const MoveNote& note, bool& noted) {
  return MoveWriter(selected, examined, step, note).write(noted);
}

}  // namespace milepost::move
