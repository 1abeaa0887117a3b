#include "features/record/transfer.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

#include "base/line_reader.h"
#include "base/posix.h"
#include "base/state_folder.h"
#include "base/whole_file.h"
#include "features/record/record_lines.h"
#include "store/import.h"
#include "store/record.h"

namespace milepost::record {

namespace {

constexpr std::size_t kPage = 200;

Result<void> export_events(const Store& store,
                           const std::function<Result<void>(std::string_view)>& write) {
  for (std::uint64_t next = 1;;) {
    TRY(auto page, store.events(next, kPage));
    for (Event& event : page) {
      next = event.number + 1;
      TRY(write(record_line(std::move(event))));
    }
    if (page.size() < kPage) return {};
  }
}

Result<void> export_texts(const Store& store,
                          const std::function<Result<void>(std::string_view)>& write) {
  std::optional<Digest> last;
  while (true) {
    TRY(const auto page, store.texts_after(last, kPage));
    for (const Digest& digest : page) {
      TRY(auto text, store.text(digest));
      RecordText item{digest, std::move(text).value_or("")};
      TRY(write(record_line(std::move(item))));
    }
    if (page.size() < kPage) return {};
    last = page.back();
  }
}

// A folder that is gone when it is no longer needed.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::error_code ignored;
    std::string pattern =
        (std::filesystem::temp_directory_path(ignored) / "milepost-import-XXXXXX").string();
    if (::mkdtemp(pattern.data()) != nullptr) path_ = real_path(pattern).value_or("");
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

Result<Head> import_lines(Store& store, int descriptor) {
  if (store.is_mirror()) {
    return failure(store.name() + " keeps its own record; a record is imported there");
  }
  LineReader lines(descriptor, kLongestRecordLine);
  std::size_t number = 1;
  const auto in_line = [&](Error error) {
    return std::move(error).within(fmt::format("line {}", number));
  };
  const auto first = lines.next();
  if (!first) return tl::unexpected(in_line(first.error()));
  TRY(const auto header, parse_record_header(first->value_or("")));
  auto done =
      import_record(store, header.id, header.head, [&]() -> Result<std::optional<RecordItem>> {
        ++number;
        TRY(const auto line, lines.next());
        if (!line) return std::nullopt;
        return parse_record_line(*line);
      });
  if (!done) return tl::unexpected(in_line(std::move(done.error())));
  return header.head;
}

// Puts a record that was made elsewhere into a folder where there is none. One that
// somebody else has begun there meanwhile stays.
Result<void> put_in_place(const std::string& from, const StateFolder& folder,
                          const std::string& to) {
  constexpr std::size_t kPiece = 1 << 20;
  const Descriptor made(::open(from.c_str(), O_RDONLY | O_CLOEXEC));
  if (made.get() < 0) return failed("opening", from);
  const std::string beside = to + ".import";
  TRY(auto copy, WholeFile::begin(beside, 0600));
  std::string piece(kPiece, '\0');
  while (true) {
    const ssize_t got = ::read(made.get(), piece.data(), piece.size());
    if (got < 0) return failed("reading", from);
    if (got == 0) break;
    TRY(copy.add(std::string_view(piece).substr(0, static_cast<std::size_t>(got))));
  }
  TRY(copy.finish());
  const int linked = ::link(beside.c_str(), to.c_str());
  const int error = errno;
  ::unlink(beside.c_str());
  if (linked == 0) {
    if (::fsync(folder.open.get()) != 0) return failed("syncing", folder.path);
    return {};
  }
  if (error != EEXIST) return failure("making " + to + ": " + reason(error));
  return failure(to + " was made by somebody else meanwhile");
}

Result<Head> import_aside(int descriptor,
                          const std::function<Result<void>(const std::string&)>& use) {
  const ScratchFolder scratch;
  if (scratch.path().empty()) return failure("there is no folder for temporary files");
  TRY(auto store, Store::open({scratch.path(), {}}, record_projection(), Access::kWrite));
  TRY(const Head head, import_lines(*store, descriptor));
  const std::string file = store->name();
  store.reset();  // all of it is in the file now
  TRY(use(file));
  return head;
}

}  // namespace

Result<Head> export_record(const Store& store,
                           const std::function<Result<void>(std::string_view)>& write) {
  if (!store.is_there()) return failure(store.name() + ": nothing is recorded yet");
  Head head;
  TRY(store.in_snapshot([&]() -> Result<void> {
    TRY(head, store.head());
    return write(record_header_line({store.id(), head}))
        .and_then([&] { return export_events(store, write); })
        .and_then([&] { return export_texts(store, write); });
  }));
  return head;
}

Result<Imported> import_from(const Workspace& workspace, int descriptor) {
  TRY(const auto target, open_store(workspace, Access::kRead));
  const std::string& name = target->name();
  std::error_code unknown;
  const bool aside = workspace.options().store.empty() && !std::filesystem::exists(name, unknown);
  if (!aside) {
    TRY(const auto store, open_store(workspace, Access::kWrite));
    TRY(const auto head, import_lines(*store, descriptor));
    return Imported{head, name};
  }
  TRY(const auto head, import_aside(descriptor, [&](const std::string& file) {
        return make_state_folder(workspace.root()).and_then([&](const StateFolder& folder) {
          return put_in_place(file, folder, name);
        });
      }));
  return Imported{head, name};
}

Result<Head> try_import(const Workspace& workspace, int descriptor) {
  TRY(const auto target, open_store(workspace, Access::kRead));
  TRY(const auto head, target->head());
  if (head.number != 0) {
    return failure(
        fmt::format("{} is not empty: it has {} events; a record is imported whole, "
                    "into an empty store",
                    target->name(), head.number));
  }
  return import_aside(descriptor, [](const std::string&) { return Result<void>(); });
}

}  // namespace milepost::record
