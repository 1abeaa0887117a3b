// Findings of the document in the box of the Check page, as one types. Nothing is stored.

function lineOf(finding, box) {
  const line = document.createElement("li");
  line.className = finding.severity;
  const where = document.createElement("button");
  where.type = "button";
  where.className = "button-link";
  where.textContent = `line ${finding.line ?? 1}`;
  where.addEventListener("click", () => {
    const lines = box.value.split("\n");
    const begin = lines.slice(0, (finding.line ?? 1) - 1).reduce((sum, text) => sum + text.length + 1, 0);
    box.focus();
    box.setSelectionRange(begin, begin + (lines[(finding.line ?? 1) - 1] ?? "").length);
  });
  const rule = document.createElement("a");
  rule.href = `${document.body.dataset.base}/rules/${encodeURIComponent(finding.code)}`;
  rule.textContent = finding.code;
  const word = document.createElement("strong");
  word.textContent = finding.word;
  line.append(word, ` ${finding.message} `, where, " · ", rule);
  return line;
}

export function checkWhileTyping() {
  const form = document.querySelector("form[data-check]");
  if (!form) return;
  const box = form.querySelector("textarea");
  const list = document.getElementById("check-findings");
  const state = document.getElementById("check-state");
  let asked = 0;
  let waiting;

  const ask = async () => {
    const mine = ++asked;
    if (box.value.trim() === "") { list.replaceChildren(); state.textContent = ""; return; }
    state.textContent = "checking …";
    try {
      const answer = await fetch(form.action, {
        method: "POST",
        headers: { Accept: "application/json" },
        credentials: "same-origin",
        body: new URLSearchParams(new FormData(form)),
      });
      if (mine !== asked) return;
      if (!answer.ok) { state.textContent = answer.status === 429 ? "too many checks; wait a moment" : "could not check"; return; }
      const { findings, summary } = await answer.json();
      list.replaceChildren(...findings.map((finding) => lineOf(finding, box)));
      state.textContent = summary;
    } catch {
      if (mine === asked) state.textContent = "could not reach the server";
    }
  };
  const later = () => { clearTimeout(waiting); waiting = setTimeout(ask, 350); };
  form.addEventListener("input", later);
  form.addEventListener("submit", (event) => { event.preventDefault(); ask(); });

  const take = async (file) => { box.value = await file.text(); ask(); };
  box.addEventListener("dragover", (event) => event.preventDefault());
  box.addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files?.[0];
    if (!file) return;
    event.preventDefault();
    take(file);
  });
  const pick = form.querySelector("input[type=file]");
  if (pick) {
    pick.closest("[hidden]")?.removeAttribute("hidden");
    pick.addEventListener("change", () => { if (pick.files[0]) take(pick.files[0]); });
  }
}
