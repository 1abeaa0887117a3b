"""What milepost serve shows of a repository's files: those in folders of proposals, sandboxed."""

import os
import subprocess
import time
import unittest

import _serve

FOLDER = "keps/sig-runtime/140-priority-lanes"
SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


class Files(_serve.Case):

    def setUp(self):
        super().setUp()
        self.root = self.example()
        self.write(FOLDER + "/drawn.svg", SVG)
        self.write(FOLDER + "/page.html", "<script>alert(1)</script>")
        self.write(FOLDER + "/paper.PDF", "%PDF-1.4")
        self.write(FOLDER + "/deep er/blob", b"\0\1\2\xff" * 100)
        self.write(FOLDER + "/.hidden", "secret")
        self.write(FOLDER + "/large.png", b"\0" * (8 * 1024 * 1024 + 1))
        self.write(".git/config", "secret")
        self.write("secret.txt", "secret")
        os.symlink("../../../secret.txt", os.path.join(self.root, FOLDER, "link.txt"))
        os.symlink("../../..", os.path.join(self.root, FOLDER, "up"))
        self.server = self.serve(self.root)

    def write(self, path, content):
        full = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())

    def test_types_and_policy(self):
        cases = {"drawn.svg": "image/svg+xml", "page.html": "text/plain; charset=utf-8",
                 "paper.PDF": "application/pdf", "deep%20er/blob": "application/octet-stream",
                 "README.md": "text/plain; charset=utf-8"}
        for name, kind in cases.items():
            with self.subTest(name):
                reply = self.server.get(f"/files/{FOLDER}/{name}")
                self.assertEqual((reply.status, reply.headers["content-type"]), (200, kind))
                self.assertEqual(reply.headers["x-content-type-options"], "nosniff")
                self.assertTrue(reply.headers["content-security-policy"].startswith(
                    "sandbox; default-src 'none'"))
                self.assertEqual("content-disposition" in reply.headers,
                                 kind.startswith("application/"))
        self.assertEqual(self.server.get(f"/files/{FOLDER}/drawn.svg").body.decode(), SVG)

    def test_what_git_ignores_is_not_there(self):
        root = self.example("kep", "tracked")
        self.root = root
        self.write(".gitignore", "*.log\n*~\nbuild/\n")
        for name in ("debug.log", "README.md~", "build/out.txt", "kept.log", "new.txt"):
            self.write(f"{FOLDER}/{name}", "words")
        for words in (["init", "-q"], ["add", "-f", f"{FOLDER}/kept.log"], ["add", "."],
                      ["reset", "-q", f"{FOLDER}/new.txt"]):
            subprocess.run(["git", *words], cwd=root, check=True, capture_output=True)
        server = self.serve(root)
        found = {name: server.get(f"/files/{FOLDER}/{name}").status
                 for name in ("debug.log", "README.md~", "build/out.txt", "kept.log", "new.txt",
                              "README.md")}
        self.assertEqual(found, {"debug.log": 404, "README.md~": 404, "build/out.txt": 404,
                                 "kept.log": 200, "new.txt": 200, "README.md": 200})

    def test_home_leads_to_no_page_that_is_gone(self):
        root = self.example("design", "gone")
        for words in (["init", "-q"], ["add", "."], ["-c", "user.name=J", "-c", "user.email=j@e.org",
                                                    "commit", "-q", "-m", "all"]):
            subprocess.run(["git", *words], cwd=root, check=True, capture_output=True)
        os.remove(os.path.join(root, "design/retry-budget-per-queue.md"))
        home = self.serve(root).get("/").body.decode()
        self.assertIn('href="/proposals/design~read-replica-for-the-web-console.md"', home)
        self.assertNotIn("retry-budget-per-queue.md\"", home)
        self.assertIn("Retry Budget per Queue", home)

    def test_a_binary_document_has_its_page(self):
        root = self.example("kep", "binary")
        self.root = root
        self.write(f"{FOLDER}/README.md", b"\0\1\2\xff" * 100)
        page = self.serve(root).get("/proposals/140")
        self.assertEqual(page.status, 200)
        for words in (b"The text cannot be shown", b"is a binary file, not Markdown", b"Priority Lanes"):
            self.assertIn(words, page.body)
        self.assertNotIn(b"Nothing was found wrong", page.body)

    def test_others_are_not_there(self):
        for path in ("secret.txt", "milepost.yaml", ".git/config", FOLDER, FOLDER + "/",
                     FOLDER + "/.hidden", FOLDER + "/link.txt", FOLDER + "/up/secret.txt",
                     FOLDER + "/gone.png", FOLDER + "/%2e%2e/%2e%2e/%2e%2e/secret.txt",
                     FOLDER + "/..%2f..%2f..%2fsecret.txt", FOLDER + "//drawn.svg",
                     "..%2f..%2f..%2fetc/passwd", "/etc/passwd", FOLDER + "%5cdrawn.svg"):
            with self.subTest(path):
                reply = self.server.get("/files/" + path)
                self.assertIn(reply.status, (400, 404))
                self.assertNotIn(b"secret\n", reply.body)

    def test_large_ones_are_refused(self):
        reply = self.server.get(f"/files/{FOLDER}/large.png")
        self.assertEqual(reply.status, 422)
        self.assertIn(b"larger than the limit", reply.body)

    def test_raw_text(self):
        reply = self.server.get("/proposals/140/raw")
        self.assertEqual((reply.status, reply.headers["content-type"]),
                         (200, "text/plain; charset=utf-8"))
        with open(os.path.join(self.root, FOLDER, "README.md"), "rb") as file:
            self.assertEqual(reply.body, file.read())
        self.assertEqual(self.server.get("/proposals/999999/raw").status, 404)

    def test_a_text_with_zero_bytes(self):
        path = os.path.join(self.root, FOLDER, "README.md")
        with open(path, "rb") as file:
            text = b"\0\0" + file.read().replace(b"\n## ", b"\n\0\0 zebrafish \0\n\n## ", 2)
        with open(path, "wb") as file:
            file.write(text)
        end = time.monotonic() + 60
        while self.server.get("/proposals/140/raw").body != text:
            self.assertLess(time.monotonic(), end, "the new text is never served")
            time.sleep(0.05)
        self.assertEqual(self.server.get("/api/v1/proposals/140/document").body, text)
        for more in ("", "/findings", "/gates", "/relations"):
            reply = self.server.get("/api/v1/proposals/140" + more)
            self.assertEqual(reply.status, 200, more)
            self.assertNotIn(b"\0", reply.body)
            reply.json()
        page = self.server.get("/proposals/140")
        self.assertEqual(page.status, 200)
        self.assertNotIn(b"\0", page.body)
        self.assertIn("zebrafish", page.body.decode())

    def test_page_shows_the_text(self):
        self.write(FOLDER + "/README.md", "# Lanes\n\n## Summary\n\n<b onclick=x>bold</b> "
                   "![a](drawn.svg) <script>alert(1)</script>\n")
        server = self.serve(self.root)
        page = server.get("/proposals/140").body.decode()
        self.assertIn("<b>bold</b>", page)
        self.assertIn(f'<img src="/files/{FOLDER}/drawn.svg"', page)
        self.assertIn("&lt;script&gt;alert(1)", page)


if __name__ == "__main__":
    unittest.main()
