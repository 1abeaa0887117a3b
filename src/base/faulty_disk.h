// A Disk for tests, which can fail at any call, and knows all that were made.
//
// Nothing is synced: a process that dies leaves what it wrote with the kernel,
// and tests would wait for the device.
#pragma once

#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdint>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

#include "base/disk.h"

namespace milepost {

class FaultyDisk : public Disk {
 public:
  enum class Fault : std::uint8_t {
    kNothing,
    kNoSpace,  // this one call fails
    kBroken,   // the same, with another reason
    kDead,     // no call gets through from here on
    kTorn,     // the same, but the half of what was to be written does
    kKilled,   // the process is killed before the call
  };

  FaultyDisk() = default;
  FaultyDisk(Fault fault, int at_call) : fault_(fault), at_call_(at_call) {}

  // "rename /folder/a b", one for each call.
  const std::vector<std::string>& calls() const { return calls_; }
  int pauses() const { return pauses_; }

  int create(int folder, const char* name, int flags, mode_t mode) override {
    if (!passes("create " + in(folder, name))) return -1;
    return Disk::create(folder, name, flags, mode);
  }
  ssize_t write(int file, std::string_view bytes) override {
    if (!passes("write " + path_of(file))) {
      if (fault_ == Fault::kTorn && is_now())
        (void)Disk::write(file, bytes.substr(0, bytes.size() / 2));
      return -1;
    }
    // In two calls, as the kernel may have it.
    return Disk::write(file, bytes.substr(0, (bytes.size() + 1) / 2));
  }
  int truncate(int file) override {
    return passes("truncate " + path_of(file)) ? Disk::truncate(file) : -1;
  }
  int change_mode(int file, mode_t mode) override {
    return passes("mode " + path_of(file)) ? Disk::change_mode(file, mode) : -1;
  }
  int change_owner(int file, uid_t user, gid_t group) override {
    return passes("owner " + path_of(file)) ? Disk::change_owner(file, user, group) : -1;
  }
  int sync(int file_or_folder) override {
    return passes("sync " + path_of(file_or_folder)) ? 0 : -1;
  }
  int rename(int folder, const char* from, const char* to) override {
    return passes("rename " + in(folder, from) + " " + to) ? Disk::rename(folder, from, to) : -1;
  }
  int remove(int folder, const char* name) override {
    return passes("remove " + in(folder, name)) ? Disk::remove(folder, name) : -1;
  }
  int make_folder(int folder, const char* name, mode_t mode) override {
    return passes("make " + in(folder, name)) ? Disk::make_folder(folder, name, mode) : -1;
  }
  int remove_folder(int folder, const char* name) override {
    return passes("unmake " + in(folder, name)) ? Disk::remove_folder(folder, name) : -1;
  }
  void pause() override { ++pauses_; }

 protected:
  // Whether this call, the latest, may be made; errno says why not.
  virtual bool passes(std::string call) {
    calls_.push_back(std::move(call));
    switch (fault_) {
      case Fault::kNothing: return true;
      case Fault::kNoSpace:
      case Fault::kBroken: errno = fault_ == Fault::kNoSpace ? ENOSPC : EIO; return !is_now();
      case Fault::kDead:
      case Fault::kTorn: errno = EIO; return static_cast<int>(calls_.size()) < at_call_;
      case Fault::kKilled:
        if (is_now()) (void)::raise(SIGKILL);
        return true;
    }
    return true;
  }

 private:
  bool is_now() const { return static_cast<int>(calls_.size()) == at_call_; }

  static std::string path_of(int descriptor) {
    std::array<char, PATH_MAX> path{};
    const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
    const ssize_t size = ::readlink(link.c_str(), path.data(), path.size());
    return {path.data(), size > 0 ? static_cast<std::size_t>(size) : 0};
  }
  static std::string in(int folder, const char* name) { return path_of(folder) + "/" + name; }

  Fault fault_ = Fault::kNothing;
  int at_call_ = 0;  // from 1
  int pauses_ = 0;
  std::vector<std::string> calls_;
};

}  // namespace milepost
