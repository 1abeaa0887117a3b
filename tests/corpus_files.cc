#include "corpus_files.h"

#include <cstdlib>
#include <fstream>

namespace milepost {

namespace fs = std::filesystem;

fs::path corpus_root() {
  const char* set = std::getenv("MILEPOST_CORPUS");
  return set != nullptr ? fs::path(set) : fs::path(MILEPOST_SOURCE_DIR) / "../shared/corpus";
}

bool for_each_version(const std::string& pattern,
                      const std::function<void(const std::string& name, std::string bytes)>& each) {
  const fs::path bundle = corpus_root() / "keps.bundle";
  if (!fs::exists(bundle)) return false;
  std::string temporary = (fs::temp_directory_path() / "milepost-versions-XXXXXX").string();
  if (::mkdtemp(temporary.data()) == nullptr) return false;
  const fs::path folder = temporary;
  const auto run = [&](const std::string& command) {
    return std::system(("cd '" + folder.string() + "' && " + command).c_str()) == 0;
  };
  const bool read = run("git clone -q --bare '" + fs::absolute(bundle).string() + "' repo") &&
                    run("git -C repo rev-list --objects --all | grep '" + pattern +
                        "' | cut -d' ' -f1 | git -C repo cat-file --batch > blobs");
  std::ifstream blobs(folder / "blobs", std::ios::binary);
  std::string name;
  std::string type;
  std::size_t size = 0;
  while (read && blobs >> name >> type >> size) {
    blobs.get();
    std::string bytes(size, '\0');
    blobs.read(bytes.data(), static_cast<std::streamsize>(size));
    each(name, std::move(bytes));
  }
  fs::remove_all(folder);
  return read;
}

std::uint64_t scaled(std::uint64_t count) {
  const char* const percent = std::getenv("MILEPOST_TEST_SCALE");
  return percent == nullptr ? count : count * std::strtoull(percent, nullptr, 10) / 100;
}

}  // namespace milepost
