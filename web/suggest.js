// Suggestions in a box for queries: fields, and the values that proposals have in them.

let known;
function load() {
  const { base, live } = document.body.dataset;
  if (live === undefined) return Promise.resolve({ fields: {} });
  known ??= fetch(`${base}/suggestions.json`, { credentials: "same-origin" })
    .then((answer) => (answer.ok ? answer.json() : { fields: {} }))
    .catch(() => ({ fields: {} }));
  return known;
}

const kMost = 12;

// What could stand where the word before the cursor is.
function suggestionsFor(word, fields) {
  const bare = word.replace(/^-/, "");
  const sign = word.startsWith("-") ? "-" : "";
  const colon = bare.indexOf(":");
  if (colon < 0) {
    if (bare === "") return [];
    return Object.keys(fields)
      .filter((name) => name.startsWith(bare.toLowerCase()) || name.includes("-" + bare.toLowerCase()))
      .slice(0, kMost)
      .map((name) => ({ text: `${sign}${name}:`, goesOn: true }));
  }
  const name = bare.slice(0, colon);
  const begun = bare.slice(colon + 1).replace(/^"/, "").toLowerCase();
  return (fields[name] ?? [])
    .filter((value) => value.toLowerCase().includes(begun) && value.toLowerCase() !== begun)
    .sort((a, b) => Number(b.toLowerCase().startsWith(begun)) - Number(a.toLowerCase().startsWith(begun)))
    .slice(0, kMost)
    .map((value) => ({ text: `${sign}${name}:${/[\s,()]/.test(value) ? `"${value}"` : value}`, goesOn: false }));
}

let lists = 0;

export function suggestFor(input) {
  const list = document.createElement("ul");
  list.className = "suggestions";
  list.id = `Suggestions-${++lists}`;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Suggestions");
  list.hidden = true;
  input.parentElement.append(list);
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-expanded", "false");
  input.setAttribute("aria-controls", list.id);

  let shown = [];
  let chosen = -1;

  const wordAt = () => {
    const before = input.value.slice(0, input.selectionStart);
    const begin = before.search(/\S*$/);
    return { begin, word: before.slice(begin) };
  };
  const close = () => {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
    chosen = -1;
  };
  const choose = (index) => {
    chosen = index;
    [...list.children].forEach((line, i) => line.setAttribute("aria-selected", String(i === index)));
    if (index >= 0) {
      input.setAttribute("aria-activedescendant", list.children[index].id);
      list.children[index].scrollIntoView({ block: "nearest" });
    }
  };
  const take = (index) => {
    const { begin } = wordAt();
    const { text, goesOn } = shown[index];
    const rest = input.value.slice(input.selectionStart);
    const put = goesOn ? text : `${text} `;
    input.value = input.value.slice(0, begin) + put + rest.replace(/^\s+/, "");
    input.setSelectionRange(begin + put.length, begin + put.length);
    close();
    if (goesOn) update();
  };
  const update = async () => {
    const { fields } = await load();
    if (document.activeElement !== input) return;
    shown = suggestionsFor(wordAt().word, fields);
    list.replaceChildren(...shown.map(({ text }, i) => {
      const line = document.createElement("li");
      line.id = `${list.id}-${i}`;
      line.setAttribute("role", "option");
      line.setAttribute("aria-selected", "false");
      line.textContent = text;
      line.addEventListener("mousedown", (event) => { event.preventDefault(); take(i); });
      return line;
    }));
    chosen = -1;
    list.hidden = shown.length === 0;
    input.setAttribute("aria-expanded", String(shown.length > 0));
    input.removeAttribute("aria-activedescendant");
  };

  input.addEventListener("input", update);
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      choose((chosen + step + shown.length) % shown.length);
      event.preventDefault();
    } else if ((event.key === "Enter" || event.key === "Tab") && chosen >= 0) {
      take(chosen);
      event.preventDefault();
    } else if (event.key === "Escape") {
      close();
      event.preventDefault();
    }
  });
}
