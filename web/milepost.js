// What pages do beyond being read: keys, suggestions, folding, times of the reader's zone, news
// of changes. A page is whole without any of it.

import { addKeys } from "./keys.js";
import { suggestFor } from "./suggest.js";
import { followChanges } from "./live.js";
import { checkWhileTyping } from "./check.js";

// Times in the reader's zone; UTC stays in the title.
function showLocalTimes() {
  for (const time of document.querySelectorAll("time[datetime*='T']")) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    const here = at.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
    time.title = `${here} · ${time.title}`;
  }
}

// What was just recorded is told once: whoever loads the page again, or copies its address, has
// recorded nothing.
function forgetOutcome() {
  const address = new URL(location.href);
  if (!address.searchParams.has("seal")) return;
  for (const name of ["done", "refused", "seal"]) address.searchParams.delete(name);
  history.replaceState(history.state, "", address);
}

function nameInHash() {
  try { return decodeURIComponent(location.hash.slice(1)); } catch { return location.hash.slice(1); }
}

// What a link leads to is not to be hidden in a fold. Headings of the text once had "doc-" before
// their names: links of then still arrive.
function openTarget() {
  const name = nameInHash();
  if (!name) return;
  let target = document.getElementById(name);
  if (!target && name.startsWith("doc-")) {
    target = document.getElementById(name.slice(4));
    if (target) {
      location.replace(`#${encodeURIComponent(name.slice(4))}`);
      return;
    }
  }
  if (!target) return;
  for (let at = target; at; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
    const fold = at.querySelector(":scope > .fold");
    if (fold) fold.open = true;
  }
}

// A click on the mark beside a heading copies the address.
function copyHeadings() {
  for (const anchor of document.querySelectorAll(".prose a.anchor")) {
    anchor.addEventListener("click", () => {
      navigator.clipboard?.writeText(anchor.href).then(() => {
        anchor.title = "copied";
        setTimeout(() => { anchor.title = "link to this heading"; }, 2000);
      }, () => {});
    });
  }
}

// The list of contents follows the reader; the page itself stays where it is.
function keepInSight(link) {
  const list = link.closest(".contents");
  const box = list.getBoundingClientRect();
  const line = link.getBoundingClientRect();
  if (line.top >= box.top && line.bottom <= box.bottom) return;
  list.scrollTop += line.top - box.top - (box.height - line.height) / 2;
}

// What has come into one's inbox since one last looked, in this browser.
function markNewItems() {
  const rows = [...document.querySelectorAll("[data-item]")];
  if (!document.querySelector("[data-inbox]")) return;
  const place = `milepost inbox ${document.body.dataset.base} ${document.querySelector("[data-inbox]").dataset.inbox}`;
  try {
    const seen = JSON.parse(localStorage.getItem(place));
    localStorage.setItem(place, JSON.stringify(rows.map((row) => row.dataset.item)));
    if (!Array.isArray(seen)) return;
    for (const row of rows) {
      if (seen.includes(row.dataset.item)) continue;
      const mark = document.createElement("span");
      mark.className = "chip chip-accent";
      mark.textContent = "new";
      mark.title = "it was not here when you last looked";
      row.querySelector(".detail").prepend(mark, " ");
    }
  } catch {
    // Without storage nothing is known of the last time.
  }
}

// One menu is open at a time; Escape and a click elsewhere close it.
function closeMenus() {
  const close = (but) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(but)) menu.open = false;
    }
  };
  addEventListener("click", (event) => close(event.target));
  addEventListener("focusin", (event) => close(event.target));
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const menu = document.activeElement?.closest("details.menu[open]");
    close(null);
    menu?.querySelector("summary").focus();
  });
}

// Which section is read, in the contents.
function followReading() {
  const lines = new Map();
  for (const link of document.querySelectorAll(".contents a[href^='#']")) {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (heading) lines.set(heading, link);
  }
  if (lines.size === 0) return;
  let current;
  const mark = () => {
    let last;
    for (const heading of lines.keys()) {
      if (heading.getBoundingClientRect().top > 120) break;
      last = heading;
    }
    if (last === current) return;
    if (current) lines.get(current).removeAttribute("aria-current");
    current = last;
    if (current) lines.get(current).setAttribute("aria-current", "location");
    if (current) keepInSight(lines.get(current));
  };
  let waiting = false;
  addEventListener("scroll", () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; mark(); });
  }, { passive: true });
  mark();
}

// What is wider than its place is moved by the arrow keys, too.
function reachScrollers() {
  for (const box of document.querySelectorAll(".prose table, .prose pre")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  }
}

// A command is copied by a button beside it.
function copyCommands() {
  for (const line of document.querySelectorAll("p.command, div.command")) {
    const code = line.querySelector("code");
    if (!code || !navigator.clipboard) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button-small";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
    });
    line.append(button);
  }
}

showLocalTimes();
openTarget();
addEventListener("hashchange", openTarget);
copyHeadings();
copyCommands();
reachScrollers();
followReading();
addKeys();
closeMenus();
markNewItems();
for (const input of document.querySelectorAll("input[data-suggest]")) suggestFor(input);
forgetOutcome();
followChanges();
checkWhileTyping();
