"""Asks real shells what they would offer on a command line, for the tests beside this file."""

import os
import pty
import re
import select
import subprocess

import _milepost

# Interactive shells report through a pipe, their descriptor 9. Here zsh reports what
# completion adds: the whole word, a tab, and what is said of it.
ZSH = r"""
fpath=($HOME $fpath)
autoload -Uz compinit
compinit -u -D
zstyle ':completion:*' list-grouped no
LISTMAX=10000
compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
    builtin compadd "$@"
    return
  fi
  local -a __words __about
  local -A __before
  local __i
  __i=$@[(I)-d]
  if (( __i )); then __about=("${(@P)@[__i+1]}"); fi
  builtin compadd -A __words -D __about "$@"
  zparseopts -E -A __before P: p:
  for (( __i = 1; __i <= $#__words; __i++ )); do
    print -r -u 9 -- "$IPREFIX$__before[-P]$__before[-p]$__words[__i]"$'\t'"$__about[__i]"
  done
  builtin compadd "$@"
}
__ends() { print -u 9 END }
__complete() {
  comppostfuncs=(__ends)
  zle complete-word
}
zle -N __complete
bindkey -e
bindkey '^I' __complete
"""

# A line that was typed runs, and reports its words.
TYPED = {
    "bash": r"""
milepost() { printf '%s\n' "$@" END >&9; }
source ~/milepost.bash
""",
    "zsh": r"""
fpath=($HOME $fpath)
autoload -Uz compinit
compinit -u -D
milepost() { print -rl -u 9 -- "$@" END }
""",
}

# Readline completes paths by itself; here compgen stands in for it.
BASH = r"""
compopt() {
  if ((${#COMPREPLY[@]})); then return; fi
  case $2 in
    default) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
    dirnames) mapfile -t COMPREPLY < <(compgen -d -- "$cur") ;;
  esac
}
source "$SCRIPT"
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
COMP_LINE=$LINE
COMP_POINT=${#LINE}
_milepost
if ((${#COMPREPLY[@]})); then printf '%s\n' "${COMPREPLY[@]}"; fi
"""


def script_of(shell):
    answer = _milepost.run("completions", shell)
    if answer.status != 0:
        raise AssertionError(answer.err)
    return answer.out


def bash_words(line):
    """The words as bash breaks them: at spaces, and around each equals sign and colon."""
    *before, last = line.split(" ")
    words = [part for word in before for part in re.split("([=:])", word) if part]
    return words + ([part for part in re.split("([=:])", last) if part] or [""])


class Session:
    """An interactive shell on a terminal, with a pipe for what it reports."""

    def __init__(self, command, cwd, environment, setup):
        home = environment["HOME"]
        pipe = os.path.join(home, "report")
        if not os.path.exists(pipe):
            os.mkfifo(pipe)
        with open(os.path.join(home, "setup"), "w", encoding="utf-8") as file:
            file.write(f"exec 9>{pipe}\n{setup}\nprintf 'END\\n' >&9\n")
        self.report = os.open(pipe, os.O_RDWR)
        self.terminal, slave = pty.openpty()
        self.process = subprocess.Popen(
            command, cwd=cwd, env=environment, stdin=slave, stdout=slave, stderr=slave,
            start_new_session=True)
        os.close(slave)
        self.shown = b""
        self.ask(" source ~/setup\n")

    def ask(self, typed):
        """Types it, and returns the lines reported up to END."""
        os.write(self.terminal, typed.encode())
        told = b""
        while not told.endswith(b"END\n"):
            ready, _, _ = select.select([self.terminal, self.report], [], [], 60)
            if not ready:
                raise TimeoutError(f"no answer to {typed!r}; told {told!r}, shown {self.shown!r}")
            if self.terminal in ready:
                self.shown += os.read(self.terminal, 65536)
            if self.report in ready:
                told += os.read(self.report, 65536)
        return told.decode().splitlines()[:-1]

    def close(self):
        os.close(self.terminal)
        os.close(self.report)
        self.process.kill()
        self.process.wait(60)


class Shells:
    """The three shells, at home in a folder that holds their scripts."""

    def __init__(self, home, cwd):
        self.home = home
        self.cwd = cwd
        self.zsh_session = None
        # What the scripts ask is the program under test, by the name they know.
        self.programs = os.path.join(home, "bin")
        os.makedirs(self.programs)
        os.symlink(_milepost.PROGRAM, os.path.join(self.programs, "milepost"))
        for shell, name in (("bash", "milepost.bash"), ("fish", "milepost.fish"),
                            ("zsh", "_milepost")):
            with open(os.path.join(home, name), "w", encoding="utf-8") as file:
                file.write(script_of(shell))

    def close(self):
        if self.zsh_session:
            self.zsh_session.close()

    def environment(self, **more):
        return _milepost.plain_environment(
            HOME=self.home, ZDOTDIR=self.home, TERM="xterm", LC_ALL="C.UTF-8",
            PATH=f"{self.programs}:{os.environ['PATH']}", **more)

    def offers(self, shell, line):
        """What may stand at the end of the line: word → what the shell says of it.

        Of a value after `--name=`, the value alone, whatever the shell replaces.
        """
        found = getattr(self, shell)(line)
        last = line.split(" ")[-1]
        prefix = last[:last.find("=") + 1] if last.startswith("--") else ""
        return {word.removeprefix(prefix).strip(): about for word, about in found}

    def run(self, *command, **environment):
        done = subprocess.run(
            command,
            cwd=self.cwd,
            env=self.environment(**environment),
            capture_output=True,
            text=True,
            timeout=60,
            check=False)
        if done.stderr:
            raise AssertionError(done.stderr)
        return done.stdout.splitlines()

    def bash(self, line):
        script = os.path.join(self.home, "milepost.bash")
        words = self.run("bash", "--norc", "-c", BASH, "bash", *bash_words(line), SCRIPT=script,
                         LINE=line)
        # Readline keeps what stands before the last break.
        kept = re.sub("[^=:]*$", "", line.split(" ")[-1])
        return [(kept + word, "") for word in words]

    def fish(self, line):
        script = os.path.join(self.home, "milepost.fish")
        lines = self.run(
            "fish", "--no-config", "-c", 'source $SCRIPT; complete -C "$LINE"',
            SCRIPT=script, LINE=line)
        return [tuple((one + "\t").split("\t")[:2]) for one in lines]

    def zsh(self, line):
        if not self.zsh_session:
            self.zsh_session = self.session("zsh", ZSH)
        told = self.zsh_session.ask("\x15" + line + "\t")
        # The word itself may stand before what is said of it.
        return [(word, re.sub(r"^.*?\s+-- ", "", about))
                for word, about in (one.split("\t") for one in told)]

    def session(self, shell, setup):
        quiet = {"bash": ["--norc", "--noprofile"], "zsh": ["-f"]}[shell]
        return Session([shell, *quiet, "-i"], self.cwd, self.environment(), setup)

    def typed(self, shell, *lines):
        """The words that each line, typed with tabs, hands to milepost."""
        session = self.session(shell, TYPED[shell])
        try:
            return [session.ask(line + "\n") for line in lines]
        finally:
            session.close()
