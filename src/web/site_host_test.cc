#include "web/site_host.h"

#include <gtest/gtest.h>

namespace milepost::web {
namespace {

TEST(SiteHost, NamesFilesSoThatNothingRuns) {
  struct Case {
    const char *name, *type, *want;
  };
  const Case cases[] = {
      {"files/a/picture.png", "image/png", "files/a/picture.png"},
      {"files/a/PICTURE.PNG", "image/png", "files/a/PICTURE.PNG"},
      {"files/a/page.html", "text/plain; charset=utf-8", "files/a/page.html.txt"},
      {"files/a/script.js", "text/plain; charset=utf-8", "files/a/script.js.txt"},
      {"files/a/notes.md", "text/plain; charset=utf-8", "files/a/notes.md"},
      {"proposals/1/raw", "text/plain; charset=utf-8", "proposals/1/raw.txt"},
      {"proposals.json", "application/json", "proposals.json"},
      {"files/a/x.html", "image/png", "files/a/x.html.png"},
      {"files/a/x.bin", "application/octet-stream", ""},
      {"files/a/x.html", "text/html", ""},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(host_file_name(c.name, c.type, "").value_or(""), c.want);
  }
}

TEST(SiteHost, KeepsPicturesThatDoNothing) {
  for (const char* const svg :
       {"<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"M0 0\"/></svg>",
        "<svg><use href=\"#a\"/><use xlink:href='#b'/><text>configuration = on</text></svg>",
        "<?xml version=\"1.0\"?><svg><a href=\"https://example.org\"/></svg>"}) {
    EXPECT_TRUE(is_inert_svg(svg)) << svg;
  }
}

TEST(SiteHost, DropsPicturesThatMayAct) {
  for (const char* const svg :
       {"<svg onload=\"alert(1)\"/>", "<svg><SCRIPT>alert(1)</SCRIPT></svg>",
        "<svg/onload=alert(1)>", "<svg a=\"b\"onload = 'x'>",
        "<svg><a href=\"javascript:alert(1)\"/></svg>",
        "<svg><a href=\"java&#115;cript:alert(1)\"/></svg>", "<svg><a href=x/></svg>",
        "<svg><foreignObject><b/></foreignObject></svg>",
        "<svg><set attributeName=\"onload\" to=\"x\"/></svg>",
        "<!DOCTYPE svg [<!ENTITY x \"y\">]><svg/>",
        "<svg><image href=\"data:text/html,x\"/></svg>"}) {
    EXPECT_FALSE(is_inert_svg(svg)) << svg;
  }
}

}  // namespace
}  // namespace milepost::web
