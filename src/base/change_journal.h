// What a change to several files is about to do, written down so that it can be
// finished, or undone, by another process.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace milepost {

// Tells whether a file is still what it was. It guards against accidents, not
// against malice.
struct FileFingerprint {
  std::uint64_t size = 0;
  std::uint64_t hash = 0;
  friend constexpr bool operator==(FileFingerprint, FileFingerprint) = default;
};
FileFingerprint fingerprint(std::string_view bytes);

// One file. Its new text waits beside it in a temporary file, to be renamed.
struct ChangeStep {
  std::string folder;                     // below the root, without links; "" is the root
  std::string name;                       // in the folder
  std::string temporary;                  // in the same; "" when the file is deleted
  std::optional<FileFingerprint> before;  // nothing: it is created
  friend bool operator==(const ChangeStep&, const ChangeStep&) = default;

  std::string path() const { return folder.empty() ? name : folder + "/" + name; }
};

struct ChangeJournal {
  std::string root;                      // from the state folder: "../.."
  std::vector<std::string> new_folders;  // below the root, outermost first
  std::vector<ChangeStep> steps;
  friend bool operator==(const ChangeJournal&, const ChangeJournal&) = default;
};

// A name no file has yet.
std::string temporary_name();

std::string to_bytes(const ChangeJournal& journal);

// Nothing when the bytes are cut short or otherwise not what to_bytes() made:
// such a journal must not be acted upon.
std::optional<ChangeJournal> parse_journal(std::string_view bytes);

}  // namespace milepost
