#include "git/mirror.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/files.h"
#include "base/posix.h"
#include "git/guard.h"
#include "git/libgit2.h"
#include "git/patient_stream.h"

namespace milepost {

namespace {

// The largest public repositories are of some gigabytes; those of proposals are not among them.
constexpr std::size_t kMostReceived = std::size_t{2} << 30;

// Where systems keep the certificates that they trust. Debian's libgit2, which packages bring to
// other systems, looks in the first.
constexpr std::array kCertificates = {"/etc/ssl/certs/ca-certificates.crt",
                                      "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
                                      "/etc/ssl/cert.pem"};

void trust_what_the_system_trusts(const LibGit2& lib) {
  const auto there = std::ranges::find_if(
      kCertificates, [](const char* path) { return real_path(path).has_value(); });
  if (there == kCertificates.begin() || there == kCertificates.end()) return;
  lib.git_libgit2_opts(GIT_OPT_SET_SSL_CERT_LOCATIONS, *there, nullptr);
}

struct MirrorProgress {
  const std::function<bool()>& stop;
  std::string why = {};
};

int check_progress(const git_indexer_progress* progress, void* payload) {
  auto& state = *static_cast<MirrorProgress*>(payload);
  if (state.stop && state.stop()) state.why = "it was stopped";
  if (progress->received_bytes > kMostReceived) {
    state.why = "it is larger than the limit of " + size_text(kMostReceived);
  }
  return state.why.empty() ? 0 : -1;
}

Result<Owned<git_repository>> open_mirror(const LibGit2& lib, const std::string& folder,
                                          const std::string& shown) {
  int error = 0;
  if (real_path(folder + "/HEAD")) {
    TRY(check_git_folders({folder, folder}));
    auto opened = own<git_repository>(lib.git_repository_free, error, [&](git_repository** out) {
      return lib.git_repository_open_ext(out, folder.c_str(), GIT_REPOSITORY_OPEN_NO_SEARCH,
                                         nullptr);
    });
    if (error < 0) return lib.failed("opening " + folder);
    return opened;
  }
  auto made = own<git_repository>(lib.git_repository_free, error, [&](git_repository** out) {
    return lib.git_repository_init(out, folder.c_str(), 1);
  });
  if (error < 0) return lib.failed("making " + folder);
  // For whoever wants to link to where it came from.
  const auto origin = own<git_remote>(lib.git_remote_free, error, [&](git_remote** out) {
    return lib.git_remote_create(out, made.get(), "origin", shown.c_str());
  });
  if (error < 0) return lib.failed("making " + folder);
  return made;
}

// A HEAD that says so already is not written again: somebody watches it.
Result<void> follow_head(const LibGit2& lib, git_repository* repository, const std::string& folder,
                         const std::string& branch) {
  const auto head = read_source(folder + "/HEAD", "HEAD", 4096);
  if (head && (*head)->text() == "ref: " + branch + "\n") return {};
  if (lib.git_repository_set_head(repository, branch.c_str()) < 0) {
    return lib.failed("following " + branch);
  }
  return {};
}

}  // namespace

std::string shown_address(const std::string& address) {
  const std::size_t scheme = address.find("://");
  if (scheme == address.npos) return address;
  const std::size_t host = scheme + 3;
  const std::size_t at = address.substr(0, address.find('/', host)).rfind('@');
  return at == address.npos || at < host ? address
                                         : address.substr(0, host) + address.substr(at + 1);
}

Result<void> mirror_repository(const std::string& address, const std::string& folder,
                               const std::function<bool()>& stop,
                               std::chrono::milliseconds silence) {
  TRY(const auto library, libgit2());
  const LibGit2& lib = *library;
  TRY(const auto repository, open_mirror(lib, folder, shown_address(address)));
  const Patience patience(lib, silence);
  MirrorProgress progress{stop};
  const auto failed = [&]() -> tl::unexpected<Error> {
    const std::string doing = "fetching from " + shown_address(address);
    if (progress.why.empty()) progress.why = patience.ran_out();
    if (progress.why.empty()) return lib.failed(doing);
    return failure(doing + ": " + progress.why);
  };

  trust_what_the_system_trusts(lib);
  int error = 0;
  const auto remote = own<git_remote>(lib.git_remote_free, error, [&](git_remote** out) {
    return lib.git_remote_create_anonymous(out, repository.get(), address.c_str());
  });
  if (error < 0) return failed();
  git_fetch_options options;
  if (lib.git_fetch_options_init(&options, GIT_FETCH_OPTIONS_VERSION) < 0) {
    return failed();
  }
  options.prune = GIT_FETCH_PRUNE;
  options.update_fetchhead = 0;
  options.download_tags = GIT_REMOTE_DOWNLOAD_TAGS_NONE;
  options.callbacks.transfer_progress = check_progress;
  options.callbacks.payload = &progress;
  if (lib.git_remote_connect(remote.get(), GIT_DIRECTION_FETCH, &options.callbacks, nullptr,
                             nullptr) < 0) {
    return failed();
  }
  git_buf named = {nullptr, 0, 0};
  const bool has_head = lib.git_remote_default_branch(&named, remote.get()) == 0;
  const std::string branch = has_head ? std::string(named.ptr, named.size) : "";
  lib.git_buf_dispose(&named);

  std::array<std::string, 4> wanted = {"+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*",
                                       "+refs/pull/*/head:refs/pull/*/head",
                                       "+refs/merge-requests/*/head:refs/merge-requests/*/head"};
  std::array<char*, wanted.size()> pointers{};
  for (std::size_t i = 0; i < wanted.size(); ++i) pointers[i] = wanted[i].data();
  const git_strarray refspecs{pointers.data(), pointers.size()};
  const int fetched = lib.git_remote_fetch(remote.get(), &refspecs, &options, nullptr);
  if (fetched < 0) return failed();
  (void)lib.git_remote_disconnect(remote.get());
  if (branch.empty()) return {};
  return follow_head(lib, repository.get(), folder, branch);
}

}  // namespace milepost
