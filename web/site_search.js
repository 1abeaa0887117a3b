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
  // How each field that is understood is read from an entry of the index.
  const kFields = {
    number: (entry) => [entry.number],
    title: (entry) => [entry.title],
    group: (entry) => [entry.group],
    participating: (entry) => entry.participating,
    status: (entry) => [entry.status],
    stage: (entry) => [entry.stage],
    milestone: (entry) => [entry.milestone],
    kind: (entry) => [entry.kind],
    author: (entry) => entry.authors,
    authors: (entry) => entry.authors,
    reviewer: (entry) => entry.reviewers,
    approver: (entry) => entry.approvers,
    person: (entry) => [...entry.authors, ...entry.reviewers, ...entry.approvers],
  };

  const lower = (text) => String(text).toLowerCase();
  // In small letters without marks, one space where there is anything but letters and digits.
  const plain = (text) =>
    lower(String(text).normalize("NFKD").replace(/\p{Mn}/gu, ""))
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();

  // "stage:beta" → {field, values, not}; a word, or several in quotes, is looked for in all texts.
  function readTerm(written) {
    const not = written.startsWith("-") && written.length > 1;
    const word = lower(not ? written.slice(1) : written);
    const term = /^([a-z][a-z.-]*):(?!\/\/)(.*)$/.exec(word);
    const known = term && Object.hasOwn(kFields, term[1]);
    if (!term || (term[2] === "" && !known)) {
      const number = /^(?:#|[a-z]{1,8}-)?([0-9]+)$/.exec(word);
      return { words: plain(word), whole: word.startsWith('"'), number: number && number[1], not };
    }
    const values = (term[2] || "none").split(",").map((value) => value.replace(/^["@]+|"+$/g, ""));
    return { field: term[1], values, not };
  }

  // What of a query needs a server; "" for nothing.
  function fault(words, terms) {
    if (words.some((word) => word === "OR" || /^-?\(+[^()]*:/.test(word))) {
      return "OR and parentheses need a server; here all that is asked for must hold.";
    }
    const unknown = terms.find((term) => term.field && !Object.hasOwn(kFields, term.field));
    if (unknown) {
      const known = Object.keys(kFields).filter((name) => name !== "authors");
      return `${unknown.field}: is not known here; the fields are ${known.join(", ")}.`;
    }
    const range = terms.find((term) => (term.values || []).some((value) => /[<>]|\.\./.test(value)));
    return range ? `${range.field}: takes no ranges here, only values.` : "";
  }

  function accepts(value, wanted) {
    if (!wanted.includes("*")) return value === wanted;
    const parts = wanted.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp(`^${parts.join(".*")}$`).test(value);
  }

  function matchesField(entry, term) {
    const has = kFields[term.field](entry).filter(Boolean).map(lower);
    return term.values.some((value) => {
      if (value === "none") return has.length === 0;
      if (term.field === "title") return has.some((title) => title.includes(value));
      return has.some((one) => accepts(one, value));
    });
  }

  const says = (text, term) => {
    const there = ` ${plain(text)} `;
    return there.includes(term.whole ? ` ${term.words} ` : term.words);
  };

  // A title counts most, then what it is called by, then its headings.
  function weigh(entry, term) {
    if (term.number && entry.number === term.number) return 100;
    if (term.words === "") return 1;
    const title = plain(entry.title);
    if (title === term.words) return 60;
    if (` ${title} `.includes(` ${term.words} `)) return 45;
    if (!term.whole && title.startsWith(term.words)) return 40;
    if (says(title, term)) return 30;
    if (says(entry.group, term)) return 10;
    if (entry.authors.some((author) => plain(author) === term.words)) return 10;
    return entry.headings.some((heading) => says(heading, term)) ? 5 : 0;
  }

  function score(entry, terms) {
    let total = 1;
    for (const term of terms) {
      const weight = term.field ? (matchesField(entry, term) ? 1 : 0) : weigh(entry, term);
      if (weight > 0 === term.not) return 0;
      total += weight;
    }
    return total;
  }

  function find(terms) {
    return index
      .map((entry, at) => ({ entry, at, score: score(entry, terms) }))
      .filter((hit) => hit.score > 0)
      .sort((one, other) => other.score - one.score || one.at - other.at);
  }

  // One letter left out, added, mistaken or swapped with the next.
  function isSlip(one, other) {
    if (Math.min(one.length, other.length) < 4 || Math.abs(one.length - other.length) > 1) return false;
    let from = 0;
    while (from < one.length && one[from] === other[from]) ++from;
    let end = 0;
    while (end < Math.min(one.length, other.length) - from && one.at(-1 - end) === other.at(-1 - end)) ++end;
    const x = one.slice(from, one.length - end);
    const y = other.slice(from, other.length - end);
    return (x.length <= 1 && y.length <= 1) || (x.length === 2 && y.length === 2 && x[0] === y[1] && x[1] === y[0]);
  }

  // The terms with words of titles in the place of slips; null where there is none.
  function corrected(terms) {
    const titles = new Set(index.flatMap((entry) => plain(entry.title).split(" ")));
    const known = [...titles];
    let any = false;
    const better = terms.map((term) => {
      if (term.field || term.not) return term;
      const words = term.words.split(" ").map((word) => {
        if (known.some((title) => title.startsWith(word))) return word;
        const near = known.find((title) => isSlip(title, word));
        any = any || Boolean(near);
        return near || word;
      });
      return { ...term, words: words.join(" ") };
    });
    return any ? better : null;
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
    const href = `${base}/${entry.page.split("/").map(encodeURIComponent).join("/")}`;
    item.append(element("a", [entry.number, entry.title].filter(Boolean).join(" "), { href }));
    const detail = [entry.group, entry.stage, entry.status].filter(Boolean).join(" · ");
    item.append(element("div", detail, { className: "detail" }));
    return item;
  }

  function show() {
    const words = box.value.replace(/[“”„]/g, '"').match(/\S*"[^"]*"|\S+/g) || [];
    results.replaceChildren();
    if (words.length === 0) {
      found.textContent = `${index.length} proposals`;
      return;
    }
    const terms = words.map(readTerm);
    const wrong = fault(words, terms);
    if (wrong) {
      found.textContent = wrong;
      return;
    }
    let hits = find(terms);
    const better = hits.length === 0 ? corrected(terms) : null;
    if (better) hits = find(better);
    found.textContent = hits.length === 1 ? "1 proposal" : `${hits.length} proposals`;
    if (hits.length > kMost) found.textContent += `, the first ${kMost} of them`;
    if (better && hits.length > 0) {
      const asked = better.map((term) => term.words).filter(Boolean).join(" ");
      found.textContent += `; nothing says that, looked for: ${asked}`;
    }
    results.append(...hits.slice(0, kMost).map((hit) => row(hit.entry)));
  }

  box.value = new URLSearchParams(location.search).get("q") || "";
  box.addEventListener("input", show);
  show();
})();
