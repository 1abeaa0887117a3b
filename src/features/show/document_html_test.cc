#include "features/show/document_html.h"

#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "features/show/page.h"
#include "features/show/served_files.h"
#include "workspace/repository_fixture.h"

namespace milepost::show {
namespace {

using testing::HasSubstr;
using testing::Not;

class DocumentPages : public RepositoryFixture {
 protected:
  DocumentPages() {
    propose("1-x", "title: Faster\nnumber: 1\nstatus: accepted\nstage: alpha\n",
            "# Faster\n\n## Summary\n\nSee [two](../2-y/README.md#risks), [here](#risks), "
            "[file](notes.txt), [none](gone.md), ![drawn](a.svg) and ![hidden](.b.svg).\n\n"
            "## Own words\n\nMore.\n\n> ## Risks\n\n## Risks\n\nTBD\n");
    propose("2-y", "title: Slower\nnumber: 2\nstatus: done\n");
    write(folder("1-x") + "/a.svg", "<svg/>");
    write(folder("1-x") + "/.b.svg", "<svg/>");
    write(folder("1-x") + "/notes.txt", "notes");
    write("secret.txt", "secret");
  }

  Workspace::Pointer open() const {
    WorkspaceOptions where;
    where.directory = at("");
    return *Workspace::open(where, start_of(today_utc()));
  }

  DocumentHtml made(const std::string& subject) const {
    const auto workspace = open();
    const auto page = make_page(*workspace, subject);
    return *document_html(*workspace, *page, links_);
  }

  PageLinks links_ = {.base = "/keps", .ending = ".html"};
};

TEST_F(DocumentPages, LeadToPagesAndFiles) {
  const std::string html = made("1").html;
  EXPECT_THAT(html, HasSubstr("<a href=\"/keps/proposals/2.html#risks\">two</a>"));
  EXPECT_THAT(html, HasSubstr("<a href=\"#risks\">here</a>"));
  EXPECT_THAT(html, HasSubstr("<a href=\"/keps/files/ways/1-x/notes.txt\">file</a>"));
  EXPECT_THAT(html, HasSubstr(" none,"));
  EXPECT_THAT(html, HasSubstr("<img src=\"/keps/files/ways/1-x/a.svg\""));
  EXPECT_THAT(html, HasSubstr("and hidden."));
}

TEST_F(DocumentPages, ShowFindingsAtTheirSection) {
  const DocumentHtml shown = made("1");
  const std::size_t risks = shown.html.find("<section class=\"part not-filled\">");
  ASSERT_NE(risks, std::string::npos);
  const std::string below = shown.html.substr(risks);
  EXPECT_THAT(below, HasSubstr("<details class=\"found"));
  EXPECT_THAT(below, HasSubstr("<a href=\"/keps/rules/MP2"));
  EXPECT_THAT(below, HasSubstr("line 15"));
  EXPECT_THAT(shown.html, HasSubstr("<section class=\"part filled\"><h2 id=\"summary\">"));
  EXPECT_THAT(shown.html, HasSubstr("<section class=\"part own\">"));
  EXPECT_THAT(shown.html, HasSubstr("<a class=\"anchor\" href=\"#summary\""));
}

TEST_F(DocumentPages, ListWhatTheyHold) {
  const auto contents = made("1").contents;
  ASSERT_EQ(contents.size(), 4U) << "a heading in a quote is none of them";
  EXPECT_EQ(contents[0].title, "Faster");
  EXPECT_EQ(contents[1].health, Health::kFilled);
  EXPECT_EQ(contents[2].health, std::nullopt);
  EXPECT_EQ(contents[3].id, "risks-1");
  EXPECT_EQ(contents[3].health, Health::kNotFilled);
  EXPECT_GT(contents[3].errors + contents[3].warnings, 0U);
}

TEST_F(DocumentPages, LoseNoFinding) {
  // What md4c takes for headings differs from what we do: it has no limit of nesting of its own.
  const auto workspace = open();
  auto page = *make_page(*workspace, "1");
  const std::size_t found = page.run.findings.size();
  ASSERT_GT(found, 0U);
  write(folder("1-x") + "/README.md", "text without headings\n");
  const std::string html = document_html(*open(), page, links_)->html;
  std::size_t shown = 0;
  for (std::size_t at = html.find("<li class="); at != html.npos;
       at = html.find("<li class=", at + 1)) {
    ++shown;
  }
  EXPECT_EQ(shown, found);
}

TEST_F(DocumentPages, FrontMatterAndTablesOfContentsAreNotShown) {
  propose("3-z", "title: Third\nnumber: 3\nstatus: draft\n",
          "---\nname: front\n---\n# Third\n\n<!-- toc -->\n- [listed](#summary)\n<!-- /toc -->\n\n"
          "## Summary\n\nWords that say something of it.\n");
  const std::string html = made("3").html;
  EXPECT_THAT(html, Not(HasSubstr("front")));
  EXPECT_THAT(html, Not(HasSubstr("listed")));
  EXPECT_THAT(html, HasSubstr("<h1 id=\"third\">"));
}

TEST_F(DocumentPages, FilesOfProposalsAreServed) {
  namespace fs = std::filesystem;
  fs::create_symlink("../../secret.txt", at(folder("1-x") + "/link.txt"));
  fs::create_directory_symlink("../..", at(folder("1-x") + "/up"));
  fs::create_directories(at(folder("1-x") + "/.git"));
  write(folder("1-x") + "/.git/config", "secret");
  write(folder("1-x") + "/below/b.png", "png");
  const auto workspace = open();
  const auto served = [&](const std::string& path) { return is_served_file(*workspace, path); };
  EXPECT_TRUE(served("ways/1-x/a.svg"));
  EXPECT_TRUE(served("ways/1-x/README.md"));
  EXPECT_TRUE(served("ways/1-x/below/b.png"));
  for (const char* const path :
       {"secret.txt", "milepost.yaml", "pack/process.yaml", "ways/1-x/link.txt",
        "ways/1-x/up/secret.txt", "ways/1-x/.git/config", "ways/1-x/.b.svg",
        "ways/1-x/../../secret.txt", "ways/1-x/../2-y/README.md", "/etc/passwd", "ways//1-x/a.svg",
        "ways/1-x", "ways/1-x/", "", "ways/1-x/gone.png", "ways\\1-x\\a.svg"}) {
    EXPECT_FALSE(served(path)) << path;
  }
  EXPECT_FALSE(served(std::string("ways/1-x/a.svg\0.png", 19)));
}

// Proposals that are a single file each, in two folders and at the top.
class FlatDocuments : public TreeFixture {
 protected:
  FlatDocuments() {
    write("milepost.yaml",
          "schema: 1\nprocess: design\nlayout: {documents: [\"*.md\", \"design/*.md\"]}\n");
    propose("design/a.md",
            "![near](b.png) ![below](pics/a%20b.png) [text](notes.txt) ![away](../secret.png) "
            "[other](c.md) ![gone](gone.png) <img src=\"raw.png\">");
    propose("design/c.md", "Nothing.");
    propose("top.md", "![drawn](drawn.svg) [code](main.c)");
    for (const char* const path :
         {"design/b.png", "design/pics/a b.png", "design/notes.txt", "design/unnamed.png",
          "design/raw.png", "secret.png", "drawn.svg", "undrawn.svg", "main.c"}) {
      write(path, "bytes");
    }
  }

  void propose(const std::string& path, const std::string& text) const {
    write(path, "# T\n\n## Status\n\nprovisional\n\n## Summary\n\n" + text +
                    "\n\n## Motivation\n\nNone.\n\n## Goals\n\nNone.\n");
  }
  Workspace::Pointer open() const {
    return *Workspace::open({.directory = at("")}, start_of(today_utc()));
  }
  std::string made(const std::string& subject) const {
    const auto workspace = open();
    return document_html(*workspace, *make_page(*workspace, subject), {.base = "/keps"})->html;
  }
};

TEST_F(FlatDocuments, ShowWhatStandsBesideThem) {
  const std::string html = made("design/a.md");
  EXPECT_THAT(html, HasSubstr("<img src=\"/keps/files/design/b.png\""));
  EXPECT_THAT(html, HasSubstr("<img src=\"/keps/files/design/pics/a%20b.png\""));
  EXPECT_THAT(html, HasSubstr("<a href=\"/keps/files/design/notes.txt\">text</a>"));
  EXPECT_THAT(html, HasSubstr("<a href=\"/keps/proposals/design~c.md\">other</a>"));
  EXPECT_THAT(html, HasSubstr("away"));
  EXPECT_THAT(html, Not(HasSubstr("files/secret.png")));
  EXPECT_THAT(html, Not(HasSubstr("files/design/gone.png")));
  const std::string top = made("top.md");
  EXPECT_THAT(top, HasSubstr("<img src=\"/keps/files/drawn.svg\""));
  EXPECT_THAT(top, Not(HasSubstr("files/main.c")));
}

TEST_F(FlatDocuments, HaveServedWhatTheyReferTo) {
  const auto workspace = open();
  for (const char* const path : {"design/a.md", "design/b.png", "design/pics/a b.png",
                                 "design/notes.txt", "design/raw.png", "drawn.svg"}) {
    EXPECT_TRUE(is_served_file(*workspace, path)) << path;
  }
  for (const char* const path : {"design/unnamed.png", "secret.png", "undrawn.svg", "main.c",
                                 "milepost.yaml", "design/gone.png", "design/../drawn.svg"}) {
    EXPECT_FALSE(is_served_file(*workspace, path)) << path;
  }
}

}  // namespace
}  // namespace milepost::show
