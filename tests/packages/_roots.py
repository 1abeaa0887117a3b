"""Clean systems to install packages in: roots by debootstrap, each a copy that is thrown away."""

import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
PACKAGES = os.path.join(ROOT, "build-package", "packages")
# Made once, and copied for each test.
KEPT = os.path.join(ROOT, "build-package", "roots")


def why_not():
    """In a word why no root can be made here; "" when one can."""
    if os.geteuid() != 0:
        return "root"
    if not shutil.which("debootstrap"):
        return "debootstrap"
    if not mirror():
        return "mirror"
    return ""


def mirror():
    """Where this system has its packages from."""
    if not shutil.which("apt-get"):
        return ""
    listed = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(LABEL) $(REPO_URI)", "Created-By: Packages"],
        capture_output=True, text=True, check=False).stdout.split("\n")
    found = [line.split(" ", 1)[1] for line in listed if line.startswith("Debian ")]
    return os.environ.get("MILEPOST_MIRROR") or (found[0] if found else "")


def kept_root(suite):
    folder = os.path.join(KEPT, suite)
    if not os.path.isdir(folder):
        os.makedirs(KEPT, exist_ok=True)
        print(f"making a clean {suite}, which is kept in {folder}", file=sys.stderr, flush=True)
        making = tempfile.mkdtemp(prefix="making-", dir=KEPT)
        os.chmod(making, 0o755)
        subprocess.run(["debootstrap", "--variant=minbase", suite, making, mirror()], check=True,
                       stdout=subprocess.DEVNULL, timeout=1800)
        os.rename(making, folder)
    return folder


class Root:
    """A system of its own, with the packages in /packages."""

    def __init__(self, suite):
        self.folder = tempfile.mkdtemp(prefix=f"milepost-{suite}-")
        # Not shutil: there are device nodes.
        subprocess.run(["cp", "-a", kept_root(suite) + "/.", self.folder], check=True)
        shutil.copytree(PACKAGES, self.path("packages"))
        os.chmod(self.folder, 0o755)

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def remove(self):
        subprocess.run(["rm", "-rf", "--one-file-system", self.folder], check=True)

    def command(self, script, cwd="/", **environment):
        variables = {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": "/root",
            "LC_ALL": "C.UTF-8",
            "DEBIAN_FRONTEND": "noninteractive",
        }
        variables.update(environment)
        # A /proc of its own, which goes with the last process.
        return ["unshare", "--mount", "--pid", "--fork", "--kill-child",
                f"--mount-proc={self.path('proc')}", "chroot", self.folder,
                "env", "-i", "--chdir=" + cwd, *(f"{key}={value}" for key, value in variables.items()),
                "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]

    def run(self, script, cwd="/", status=0, **environment):
        done = subprocess.run(self.command(script, cwd, **environment), capture_output=True,
                              text=True, timeout=900, check=False)
        if status is not None:
            assert done.returncode == status, f"{script}\n{done.returncode}\n{done.stdout}{done.stderr}"
        return done
