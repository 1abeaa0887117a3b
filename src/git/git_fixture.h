// A folder in which tests make real repositories with git itself. Neither the
// user's configuration nor a repository around the folder has a say.
#pragma once

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "base/tree_fixture.h"
#include "git/git.h"

namespace milepost {

class GitFixture : public TreeFixture {
 protected:
  GitFixture() {
    // libgit2 asks for the home folder once, so that every test has to have the same.
    ::setenv("HOME", "/nonexistent", 1);
    ::unsetenv("XDG_CONFIG_HOME");
    for (const char* variable : {"GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"}) {
      ::unsetenv(variable);
    }
    ::setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
    write("global",
          "[user]\n\tname = Jane\n\temail = jane@example.org\n"
          "[init]\n\tdefaultBranch = main\n[protocol \"file\"]\n\tallow = always\n"
          "[uploadpack]\n\tallowFilter = true\n[gc]\n\tauto = 0\n");
    ::setenv("GIT_CONFIG_GLOBAL", at("global").c_str(), 1);
    ::setenv("GIT_CEILING_DIRECTORIES", root_.parent_path().c_str(), 1);
  }

  // Runs git in a folder, and gives back what it prints, without the last line end.
  std::string git(const std::string& arguments, const std::string& folder = "repo") const {
    const std::string command = "cd '" + at(folder) + "' && { git " + arguments + "; } >'" +
                                at("printed") + "' 2>'" + at("errors") + "'";
    const int status = std::system(command.c_str());
    EXPECT_EQ(status, 0) << "git " << arguments << "\n" << read("errors");
    std::string printed = read("printed");
    if (printed.ends_with('\n')) printed.pop_back();
    return printed;
  }

  void make_repository(const std::string& folder = "repo") const {
    make_folder(folder);
    git("init -q", folder);
  }

  // Everything there is, as one commit; its name.
  std::string commit_all(const std::string& message = "change",
                         const std::string& folder = "repo") const {
    git("add -A && git commit -q --allow-empty -m '" + message + "'", folder);
    return git("rev-parse HEAD", folder);
  }

  Git open(const std::string& folder = "repo") const {
    auto found = Git::find(at(folder));
    EXPECT_TRUE(found) << found.error().message;
    EXPECT_TRUE(*found) << folder << " is no repository";
    return std::move(**found);
  }
};

}  // namespace milepost
