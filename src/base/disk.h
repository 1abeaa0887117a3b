// The system calls that change something on disk, behind one seam.
//
// A test derives from Disk to let any call fail, or to let none get through
// after some point, as if the process had died there. Each method makes one call
// and gives what it gives: −1 with errno when it failed. Names are relative to an
// open folder, and a link is never followed.
#pragma once

#include <string_view>
#include <sys/types.h>

namespace milepost {

class Disk {
 public:
  Disk() = default;
  Disk(const Disk&) = delete;
  Disk& operator=(const Disk&) = delete;
  virtual ~Disk() = default;

  virtual int create(int folder, const char* name, int flags, mode_t mode);
  virtual ssize_t write(int file, std::string_view bytes);
  virtual int truncate(int file);
  virtual int change_mode(int file, mode_t mode);
  virtual int change_owner(int file, uid_t user, gid_t group);
  virtual int sync(int file_or_folder);
  virtual int rename(int folder, const char* from, const char* to);
  virtual int remove(int folder, const char* name);
  virtual int make_folder(int folder, const char* name, mode_t mode);
  virtual int remove_folder(int folder, const char* name);

  virtual void pause();  // a moment, while somebody else is at work
};

Disk& real_disk();

// Writes all of it, in as many calls as it takes. False with errno.
bool write_fully(Disk& disk, int file, std::string_view bytes);

}  // namespace milepost
