"""Makes the pictures of docs/web.md: docs/images/web-*.png, of examples/kep with some of its life.

    MILEPOST=build/milepost python3 tests/browser/screenshots.py [FOLDER]"""

import os
import sys

import _browser


class Pictures(_browser.Case):

    def take(self, name, path, width=1280, height=860):
        self.size(width, height)
        self.open(path)
        self.driver.save_screenshot(os.path.join(FOLDER, f"web-{name}.png"))

    def runTest(self):
        address = self.server.setup_address()
        self.take("home", "/")
        self.take("proposals", "/proposals")
        self.take("board", "/board")
        self.take("proposal", "/proposals/140", 1440, 900)
        self.take("proposal-phone", "/proposals/140", 390, 760)
        self.take("release", "/release/v1.18", 1440, 900)
        self.dark()
        self.take("proposal-dark", "/proposals/140", 1440, 900)
        self.dark(False)
        self.size(1280, 860)
        self.sign_up(address, "mokafor")
        self.take("approve", "/proposals/140/approve?role=approver&stage=beta", 1100, 600)


if __name__ == "__main__":
    FOLDER = sys.argv.pop() if len(sys.argv) > 1 else os.path.join(_browser.ROOT, "docs", "images")
    os.makedirs(FOLDER, exist_ok=True)
    _browser.unittest.main(argv=[sys.argv[0]], defaultTest="Pictures")
