// The search of a site of static files: over the index that search.js holds, without a server.
// A plain script, since browsers load no modules from a disk.
(() => {
  "use strict";
  const results = document.getElementById("results");
  const index = window.milepostIndex;
  if (!results || !Array.isArray(index)) return;
  const box = document.getElementById("query");
  const found = document.getElementById("found");
  const kMost = 100;
  const kFields = ["number", "group", "status", "stage"];

  const lower = (text) => String(text).toLowerCase();

  // "stage:beta" → {field, values, not}; a word without a field is looked for in all texts.
  function readTerm(word) {
    const not = word.startsWith("-") && word.length > 1;
    const plain = lower(not ? word.slice(1) : word);
    const colon = plain.indexOf(":");
    if (colon < 1) return { words: plain, not };
    const field = plain.slice(0, colon);
    const values = plain.slice(colon + 1).split(",").map((value) => value.replace(/^["@]+|"+$/g, ""));
    return { field, values, not };
  }

  function matchesField(entry, term) {
    if (term.field === "author" || term.field === "authors") {
      return entry.authors.some((author) => term.values.includes(lower(author)));
    }
    if (term.field === "title") {
      return term.values.some((value) => lower(entry.title).includes(value));
    }
    if (!kFields.includes(term.field)) return false;
    return term.values.includes(lower(entry[term.field]));
  }

  // A title counts most, then what it is called by, then its headings.
  function weigh(entry, word) {
    if (entry.number === word) return 100;
    const title = lower(entry.title);
    if (title.startsWith(word)) return 40;
    if (title.includes(word)) return 30;
    if (lower(entry.group).includes(word)) return 10;
    if (entry.authors.some((author) => lower(author) === word.replace(/^@/, ""))) return 10;
    return entry.headings.some((heading) => lower(heading).includes(word)) ? 5 : 0;
  }

  function score(entry, terms) {
    let total = 1;
    for (const term of terms) {
      const weight = term.field ? (matchesField(entry, term) ? 1 : 0) : weigh(entry, term.words);
      if ((weight > 0) === term.not) return 0;
      total += weight;
    }
    return total;
  }

  function element(name, text, properties) {
    const made = Object.assign(document.createElement(name), properties || {});
    made.textContent = text;
    return made;
  }

  function row(entry) {
    const item = document.createElement("li");
    item.className = "card";
    const base = document.body.dataset.base || ".";
    const href = `${base}/proposals/${encodeURIComponent(entry.key)}.html`;
    item.append(element("a", [entry.number, entry.title].filter(Boolean).join(" "), { href }));
    const detail = [entry.group, entry.stage, entry.status].filter(Boolean).join(" · ");
    item.append(element("div", detail, { className: "detail" }));
    return item;
  }

  function show() {
    const words = box.value.match(/\S*"[^"]*"|\S+/g) || [];
    results.replaceChildren();
    if (words.length === 0) {
      found.textContent = `${index.length} proposals`;
      return;
    }
    const terms = words.map(readTerm);
    const hits = index
      .map((entry, at) => ({ entry, at, score: score(entry, terms) }))
      .filter((hit) => hit.score > 0)
      .sort((one, other) => other.score - one.score || one.at - other.at);
    found.textContent = hits.length === 1 ? "1 proposal" : `${hits.length} proposals`;
    if (hits.length > kMost) found.textContent += `, the first ${kMost} of them`;
    results.append(...hits.slice(0, kMost).map((hit) => row(hit.entry)));
  }

  box.value = new URLSearchParams(location.search).get("q") || "";
  box.addEventListener("input", show);
  show();
})();
