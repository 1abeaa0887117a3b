#include "features/move/relocate.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/edits.h"
#include "base/limits.h"
#include "base/strings.h"
#include "proposal/links.h"
#include "text/document.h"

namespace milepost::move {

namespace {

// A path as a link has to write it: blanks, brackets and what means something in
// an address are told by their codes.
std::string in_link(std::string_view path) {
  std::string text;
  for (const char c : path) {
    const bool odd = static_cast<unsigned char>(c) <= ' ' ||
                     std::string_view("%?#<>()[]\\").find(c) != std::string_view::npos;
    text += odd ? fmt::format("%{:02X}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return text;
}

// From one file of the repository to another, as a link in the first says it.
std::string relative_link(const std::string& from, const std::string& to) {
  const std::filesystem::path folder = std::filesystem::path(from).parent_path();
  return in_link(std::filesystem::path(to).lexically_relative(folder).generic_string());
}

bool is_from_root(std::string_view written) {
  return written.starts_with('/') || written.find("://") != written.npos;
}

// What stands behind the path: "?raw=true", "#fragment".
std::string tail_of(std::string_view written) {
  const std::size_t at = written.find_first_of("?#");
  return std::string(at == written.npos ? std::string_view() : written.substr(at));
}

// The destination with its path exchanged: an address and a path from the root
// stay what they are, a relative one is made anew.
std::string exchanged(std::string_view written, const std::string& from_file,
                      const std::string& old_path, const std::string& new_path) {
  const std::string_view path = written.substr(0, written.find_first_of("?#"));
  for (const std::string& old : {old_path, in_link(old_path)}) {
    const std::size_t at = path.find(old);
    if (!is_from_root(path) || at == path.npos) continue;
    return std::string(path.substr(0, at)) + in_link(new_path) +
           std::string(path.substr(at + old.size())) + tail_of(written);
  }
  return relative_link(from_file, new_path) + tail_of(written);
}

class Relocation {
 public:
  Relocation(const Workspace& workspace, const Card& card, std::string to,
             std::vector<FileChange>& changes)
      : workspace_(workspace),
        process_(workspace.process()),
        from_(card.files.document),
        to_(std::move(to)),
        changes_(changes) {}

  Result<void> run() {
    if (workspace_.facts().path_kind(to_) != PathKind::kNothing) {
      return failure(fmt::format("{} is there already, so {} cannot go there", to_, from_));
    }
    TRY(const auto& files, markdown_files());
    for (const Card& card : workspace_.facts().index().cards) {
      TRY(follow_metadata(card));
    }
    for (const std::string& path : files) {
      if (path == from_) continue;
      TRY(follow(path));
    }
    return move();
  }

 private:
  bool leads_to_document(const std::string& path) const {
    std::error_code unknown;
    return std::filesystem::equivalent(workspace_.repository().full_path(path),
                                       workspace_.repository().full_path(from_), unknown);
  }

  // Fails when one is a link to the document: it would lead nowhere.
  Result<std::vector<std::string>> markdown_files() const {
    const Walk found =
        walk(workspace_.repository().root, [](std::string_view path, EntryKind kind) {
          return kind == EntryKind::kDirectory || path.ends_with(".md");
        });
    std::vector<std::string> paths;
    for (const WalkedFile& file : found.files) {
      if (!file.symlink) {
        paths.push_back(file.path);
      } else if (leads_to_document(file.path)) {
        return failure(fmt::format("{} is a link to {}, which therefore cannot go to {}", file.path,
                                   from_, to_));
      }
    }
    return paths;
  }

  // What a file says now, or will after the changes so far.
  Result<std::string> text_of(const std::string& path) const {
    const auto changed = std::ranges::find(changes_, path, &FileChange::path);
    if (changed != changes_.end() && changed->after) return *changed->after;
    TRY(const auto& source, workspace_.repository().tree->read(path, path, kLimits.document_bytes));
    return std::string(source->text());
  }

  void put(const std::string& path, const std::string& before, std::string after) {
    const auto changed = std::ranges::find(changes_, path, &FileChange::path);
    if (changed != changes_.end()) {
      changed->after = std::move(after);
    } else {
      changes_.push_back({path, before, std::move(after)});
    }
  }

  template <typename Edited>
  std::string with_links(const std::string& text, const std::string& path,
                         const Edited& edited) const {
    const Document document(std::make_shared<const Source>(path, text));
    const Links links(process_, document, path);
    std::vector<std::vector<Edit>> edits;
    for (std::size_t i = 0; i < links.places().size(); ++i) {
      const LinkedPlace& place = links.places()[i];
      if (place.target.kind != TargetKind::kFile) continue;
      for (const Span span : links.spans_of(i)) {
        const auto destination = edited(place, document.text(span));
        if (destination) edits.push_back({{span, *destination}});
      }
    }
    return splice(text, edits).text;
  }

  // Another document: its links to the one that moves.
  Result<void> follow(const std::string& path) {
    const auto text = text_of(path);
    if (!text) return {};  // too large or unreadable: check says so
    std::string after = with_links(
        *text, path,
        [&](const LinkedPlace& place, std::string_view written) -> std::optional<std::string> {
          if (place.target.path != from_) return std::nullopt;
          return exchanged(written, path, from_, to_);
        });
    if (after != *text) put(path, *text, std::move(after));
    return {};
  }

  // What a proposal's metadata says of the one that moves; of the one that moves,
  // what it says of others in paths that begin at its place.
  Result<void> follow_metadata(const Card& card) {
    const bool own = card.files.document == from_;
    const auto concerned = [&](const Reference& reference) {
      return reference.card && (own || reference.card->files.document == from_);
    };
    if (std::ranges::none_of(workspace_.facts().references_of(card), concerned)) return {};
    const bool beside = !card.files.metadata.empty();
    const std::string& path = beside ? card.files.metadata : card.files.document;
    TRY(const auto& text, text_of(path));
    // Read again: the change so far may have moved what it says.
    Card now = card;
    const auto source = std::make_shared<const Source>(path, text);
    const Document document(source);
    now.metadata = std::make_shared<const Metadata>(
        read_metadata(process_, beside ? nullptr : &document, beside ? source : nullptr));
    std::vector<std::vector<Edit>> edits;
    for (const Reference& reference : workspace_.facts().references_of(now)) {
      if (!concerned(reference)) continue;
      const auto edit = exchanged_reference(reference, *source, card.files.document, own);
      if (edit) edits.push_back({*edit});
    }
    std::string after = splice(text, edits).text;
    if (after != text) put(path, text, std::move(after));
    return {};
  }

  // Nothing for a number, and for a path that stays right.
  std::optional<Edit> exchanged_reference(const Reference& reference, const Source& source,
                                          const std::string& document, bool own) const {
    const std::string& written = reference.target;
    const std::size_t at = source.text(reference.span).find(written);
    const std::string path = written.substr(0, written.find_first_of("?#"));
    if (at == std::string_view::npos || path.find('/') == path.npos) {
      if (!path.ends_with(".md") || at == std::string_view::npos) return std::nullopt;
    }
    const std::string& named = reference.card->files.document;
    std::string becomes;
    if (named == from_) {
      becomes = path == from_ ? to_ + tail_of(written) : exchanged(written, document, from_, to_);
    } else {
      if (!own || is_from_root(written) ||
          workspace_.facts().path_kind(percent_decoded(path)) != PathKind::kNothing) {
        return std::nullopt;
      }
      becomes = relative_link(to_, named) + tail_of(written);
    }
    const auto begin = reference.span.begin + static_cast<std::uint32_t>(at);
    return Edit{{begin, begin + static_cast<std::uint32_t>(written.size())}, becomes};
  }

  // The document itself: relative links begin at its new place.
  Result<void> move() {
    TRY(const auto& original,
        workspace_.repository().tree->read(from_, from_, kLimits.document_bytes));
    TRY(const auto& text, text_of(from_));
    std::string after = with_links(
        text, from_,
        [&](const LinkedPlace& place, std::string_view written) -> std::optional<std::string> {
          if (is_from_root(written)) return std::nullopt;
          const std::string& target = place.target.path == from_ ? to_ : place.target.path;
          return relative_link(to_, target) + (place.target.folder ? "/" : "") + tail_of(written);
        });
    std::erase_if(changes_, [&](const FileChange& change) { return change.path == from_; });
    changes_.push_back({from_, std::string(original->text()), std::nullopt});
    changes_.push_back({to_, std::nullopt, std::move(after)});
    return {};
  }

  const Workspace& workspace_;
  const Process& process_;
  const std::string from_;
  const std::string to_;
  std::vector<FileChange>& changes_;
};

}  // namespace

std::string final_place_of(const Process& process, const Card& card, std::string_view stage) {
  const FinalPlace& place = process.layout.final_place;
  if (place.path.empty() || place.stage != stage) return {};
  std::string path = place.path.fill(card.parts);
  return path == card.files.document ? std::string() : path;
}

Result<void> relocate(const Workspace& workspace, const Card& card, const std::string& to,
                      std::vector<FileChange>& changes) {
  return Relocation(workspace, card, to, changes).run();
}

}  // namespace milepost::move
