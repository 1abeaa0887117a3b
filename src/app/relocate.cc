#include "app/relocate.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/edits.h"
#include "base/files.h"
#include "base/limits.h"
#include "proposal/links.h"
#include "text/document.h"

namespace milepost {

namespace {

// From one file of the repository to another, as a link in the first says it.
std::string relative_link(const std::string& from, const std::string& to) {
  const std::filesystem::path folder = std::filesystem::path(from).parent_path();
  return std::filesystem::path(to).lexically_relative(folder).generic_string();
}

// The destination with its path exchanged: an address and a path from the root
// stay what they are, a relative one is made anew.
std::string exchanged(std::string_view written, const std::string& from_file,
                      const std::string& old_path, const std::string& new_path) {
  const std::size_t fragment = written.find('#');
  const std::string_view path = written.substr(0, fragment);
  const std::string tail(fragment == written.npos ? std::string_view() : written.substr(fragment));
  const std::size_t at = path.find(old_path);
  const bool from_root = path.starts_with('/') || path.find("://") != path.npos;
  if (from_root && at != path.npos) {
    return std::string(path.substr(0, at)) + new_path +
           std::string(path.substr(at + old_path.size())) + tail;
  }
  return relative_link(from_file, new_path) + tail;
}

class Relocation {
 public:
  Relocation(const Opened& opened, const Card& card, std::string to,
             std::vector<FileChange>& changes)
      : opened_(opened),
        process_(*opened.judged->process),
        from_(card.files.document),
        to_(std::move(to)),
        changes_(changes) {}

  Result<void> run() {
    if (opened_.facts->path_kind(to_) != PathKind::kNothing) {
      return failure(fmt::format("{} is there already, so {} cannot go there", to_, from_));
    }
    for (const std::string& path : markdown_files()) {
      if (path == from_) continue;
      if (auto done = follow(path); !done) return done;
    }
    return move();
  }

 private:
  std::vector<std::string> markdown_files() const {
    const Walk found = walk(opened_.repository.root, [](std::string_view path, EntryKind kind) {
      return kind == EntryKind::kDirectory || path.ends_with(".md");
    });
    std::vector<std::string> paths;
    for (const WalkedFile& file : found.files) {
      if (!file.symlink) paths.push_back(file.path);
    }
    return paths;
  }

  // What a file says now, or will after the changes so far.
  Result<std::string> text_of(const std::string& path) const {
    const auto changed = std::ranges::find(changes_, path, &FileChange::path);
    if (changed != changes_.end() && changed->after) return *changed->after;
    const auto source =
        read_source(opened_.repository.full_path(path), path, kLimits.document_bytes);
    if (!source) return tl::unexpected(source.error());
    return std::string((*source)->text());
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

  // The document itself: relative links begin at its new place.
  Result<void> move() {
    const auto original =
        read_source(opened_.repository.full_path(from_), from_, kLimits.document_bytes);
    if (!original) return tl::unexpected(original.error());
    const auto text = text_of(from_);
    if (!text) return tl::unexpected(text.error());
    std::string after = with_links(
        *text, from_,
        [&](const LinkedPlace& place, std::string_view written) -> std::optional<std::string> {
          if (written.starts_with('/') || written.find("://") != written.npos ||
              place.target.path == from_) {
            return std::nullopt;
          }
          const std::size_t fragment = written.find('#');
          return relative_link(to_, place.target.path) +
                 std::string(fragment == written.npos ? "" : written.substr(fragment));
        });
    std::erase_if(changes_, [&](const FileChange& change) { return change.path == from_; });
    changes_.push_back({from_, std::string((*original)->text()), std::nullopt});
    changes_.push_back({to_, std::nullopt, std::move(after)});
    return {};
  }

  const Opened& opened_;
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

Result<void> relocate(const Opened& opened, const Card& card, const std::string& to,
                      std::vector<FileChange>& changes) {
  return Relocation(opened, card, to, changes).run();
}

}  // namespace milepost
