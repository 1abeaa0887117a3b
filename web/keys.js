// Keys: / search, j and k rows, Enter opens, g and a letter for pages, ? help.

const kHelp = [
  ["/", "search"],
  ["j  k", "next and previous row"],
  ["Enter", "open the row"],
  ["g h", "home"],
  ["?", "this help"],
  ["Esc", "leave a box or this help"],
];

function isTyping(target) {
  return target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

function entriesOfPages() {
  return [...document.querySelectorAll(".navigation a[data-key]")];
}

function makeHelp() {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-labelledby", "Help-title");
  const title = document.createElement("h2");
  title.id = "Help-title";
  title.textContent = "Keyboard";
  const list = document.createElement("dl");
  list.className = "facts";
  const add = (keys, text) => {
    const term = document.createElement("dt");
    for (const key of keys.split(/\s+/)) {
      const kbd = document.createElement("kbd");
      kbd.textContent = key;
      term.append(kbd, " ");
    }
    const meaning = document.createElement("dd");
    meaning.textContent = text;
    list.append(term, meaning);
  };
  for (const [keys, text] of kHelp) add(keys, text);
  for (const link of entriesOfPages()) add(`g ${link.dataset.key}`, link.firstChild.textContent.toLowerCase());
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "Close";
  close.addEventListener("click", () => dialog.close());
  dialog.append(title, list, close);
  document.body.append(dialog);
  return dialog;
}

let help;
function showHelp() {
  help ??= makeHelp();
  if (!help.open) help.showModal();
}

// Rows are chosen one after the other; the chosen one's link has the focus.
function chooseRow(step) {
  const rows = [...document.querySelectorAll("[data-row]")];
  if (rows.length === 0) return;
  const at = rows.findIndex((row) => row.classList.contains("chosen"));
  const next = Math.min(Math.max(at < 0 ? (step > 0 ? 0 : rows.length - 1) : at + step, 0), rows.length - 1);
  if (at >= 0) rows[at].classList.remove("chosen");
  rows[next].classList.add("chosen");
  const link = rows[next].querySelector("[data-open]") ?? rows[next].querySelector("a[href]");
  link?.focus({ preventScroll: true });
  rows[next].scrollIntoView({ block: "nearest" });
}

function goTo(key) {
  if (key === "h") {
    document.querySelector("a.brand").click();
    return;
  }
  entriesOfPages().find((link) => link.dataset.key === key)?.click();
}

export function addKeys() {
  let going = 0;
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === "Escape" && isTyping(event.target)) {
      event.target.blur();
      return;
    }
    if (isTyping(event.target) || document.querySelector("dialog[open]")) return;
    const follows = Date.now() - going < 1500;
    going = 0;
    if (follows) {
      goTo(event.key);
      return;
    }
    switch (event.key) {
      case "/": {
        const box = document.querySelector("main input[data-suggest]") ?? document.getElementById("Search");
        box?.focus();
        box?.select();
        event.preventDefault();
        break;
      }
      case "j": chooseRow(1); break;
      case "k": chooseRow(-1); break;
      case "g": going = Date.now(); break;
      case "?": showHelp(); event.preventDefault(); break;
    }
  });
  for (const button of document.querySelectorAll("[data-help]")) {
    button.hidden = false;
    button.addEventListener("click", showHelp);
  }
}
