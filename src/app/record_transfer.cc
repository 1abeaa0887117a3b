#include "app/record_transfer.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "app/record.h"
#include "base/line_reader.h"
#include "base/posix.h"
#include "report/record_lines.h"
#include "store/import.h"

namespace milepost {

namespace {

constexpr std::size_t kPage = 200;

Result<void> export_events(const Store& store,
                           const std::function<Result<void>(std::string_view)>& write) {
  for (std::uint64_t next = 1;;) {
    auto page = store.events(next, kPage);
    if (!page) return tl::unexpected(std::move(page.error()));
    for (Event& event : *page) {
      next = event.number + 1;
      if (auto done = write(record_line(std::move(event))); !done) return done;
    }
    if (page->size() < kPage) return {};
  }
}

Result<void> export_texts(const Store& store,
                          const std::function<Result<void>(std::string_view)>& write) {
  std::optional<Digest> last;
  while (true) {
    const auto page = store.texts_after(last, kPage);
    if (!page) return tl::unexpected(page.error());
    for (const Digest& digest : *page) {
      auto text = store.text(digest);
      if (!text) return tl::unexpected(std::move(text.error()));
      RecordText item{digest, std::move(*text).value_or("")};
      if (auto done = write(record_line(std::move(item))); !done) return done;
    }
    if (page->size() < kPage) return {};
    last = page->back();
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

}  // namespace

Result<Head> export_record(const Store& store,
                           const std::function<Result<void>(std::string_view)>& write) {
  if (!store.is_there()) return failure(store.name() + ": nothing is recorded yet");
  Head head;
  auto done = store.in_snapshot([&]() -> Result<void> {
    const auto found = store.head();
    if (!found) return tl::unexpected(found.error());
    head = *found;
    return write(record_header_line({store.id(), head}))
        .and_then([&] { return export_events(store, write); })
        .and_then([&] { return export_texts(store, write); });
  });
  if (!done) return tl::unexpected(std::move(done.error()));
  return head;
}

Result<Head> import_lines(Store& store, int descriptor) {
  LineReader lines(descriptor, kLongestRecordLine);
  std::size_t number = 1;
  const auto in_line = [&](Error error) {
    return std::move(error).within(fmt::format("line {}", number));
  };
  const auto first = lines.next();
  if (!first) return tl::unexpected(in_line(first.error()));
  const auto header = parse_record_header(first->value_or(""));
  if (!header) return tl::unexpected(header.error());
  auto done =
      import_record(store, header->id, header->head, [&]() -> Result<std::optional<RecordItem>> {
        ++number;
        const auto line = lines.next();
        if (!line) return tl::unexpected(line.error());
        if (!*line) return std::nullopt;
        auto item = parse_record_line(**line);
        if (!item) return tl::unexpected(std::move(item.error()));
        return std::move(*item);
      });
  if (!done) return tl::unexpected(in_line(std::move(done.error())));
  return header->head;
}

Result<Head> try_import(const RecordRequest& request, int descriptor) {
  const auto target = open_record(request, Access::kRead);
  if (!target) return tl::unexpected(target.error());
  const auto head = (*target)->head();
  if (!head) return tl::unexpected(head.error());
  if (head->number != 0) {
    return failure(
        fmt::format("{} is not empty: it has {} events; a record is imported whole, "
                    "into an empty store",
                    (*target)->name(), head->number));
  }
  const ScratchFolder scratch;
  if (scratch.path().empty()) return failure("there is no folder for temporary files");
  const auto store = Store::open({scratch.path(), {}}, record_projection(), Access::kWrite);
  if (!store) return tl::unexpected(store.error());
  return import_lines(**store, descriptor);
}

}  // namespace milepost
