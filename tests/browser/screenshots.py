"""Makes the pictures of docs/web.md: docs/images/web-*.png, of the repositories that examples/demo
makes, in the fonts of fonts.conf where they are installed.

    MILEPOST=build/milepost python3 tests/browser/screenshots.py [FOLDER]"""

import os
import subprocess
import sys
import tempfile

import _browser


class Demo(_browser.Repository):
    """examples/kep in the middle of a release."""

    def __init__(self, folder):  # pylint: disable=super-init-not-called
        self.home = folder
        self.root = os.path.join(folder, "repositories", "enhancements")
        subprocess.run([os.path.join(_browser.ROOT, "examples", "demo"),
                        os.path.dirname(self.root)], check=True, timeout=120,
                       env=self.environment(MILEPOST=_browser.PROGRAM))


class Pictures(_browser.Case):

    @classmethod
    def setUpClass(cls):
        os.environ["FONTCONFIG_FILE"] = os.path.join(_browser.HERE, "fonts.conf")
        cls.place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.place.cleanup)
        cls.repository = Demo(cls.place.name)
        cls.server = _browser.Server(cls.repository)
        cls.addClassCleanup(cls.server.stop)
        cls.driver = _browser.start_browser(os.path.join(cls.place.name, "profile"))
        cls.addClassCleanup(cls.driver.quit)

    def take(self, name, path, width=1280, height=860):
        self.size(width, height)
        self.open(path)
        self.driver.save_screenshot(os.path.join(FOLDER, f"web-{name}.png"))

    def runTest(self):
        address = self.server.setup_address()
        self.take("proposals", "/proposals")
        self.take("board", "/board")
        self.take("proposal", "/proposals/140", 1440, 900)
        self.take("proposal-phone", "/proposals/140", 390, 760)
        self.take("release", "/release/v1.18", 1440, 900)
        self.take("reports", "/reports", 1280, 1000)
        self.dark()
        self.take("proposal-dark", "/proposals/131", 1440, 900)
        self.dark(False)
        self.size(1280, 860)
        self.sign_up(address, "mokafor")
        self.take("home", "/")
        self.take("inbox", "/inbox", 1280, 700)
        self.take("approve", "/proposals/140/approve?role=approver&stage=beta", 1100, 600)


if __name__ == "__main__":
    FOLDER = sys.argv.pop() if len(sys.argv) > 1 else os.path.join(_browser.ROOT, "docs", "images")
    os.makedirs(FOLDER, exist_ok=True)
    _browser.unittest.main(argv=[sys.argv[0]], defaultTest="Pictures")
