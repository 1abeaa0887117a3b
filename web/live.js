// Tells the reader when what the page shows has changed. Nothing is changed under their eyes.

// Whether a reload would throw away what the reader has typed.
let isTyped = false;

function tell() {
  if (document.querySelector(".changed")) return;
  const box = document.createElement("div");
  box.className = "changed";
  box.setAttribute("role", "status");
  const link = document.createElement("a");
  link.href = location.href;
  link.textContent = "reload";
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const loses = "What you have typed on this page is not recorded. Reload without it?";
    if (!isTyped || window.confirm(loses)) location.reload();
  });
  box.append("changed: ", link);
  document.body.append(box);
}

export function followChanges() {
  const { base, generation, live } = document.body.dataset;
  if (live === undefined || !generation || !("EventSource" in window)) return;
  document.querySelector("main")?.addEventListener("input", () => { isTyped = true; });
  let source;
  const proposal = document.querySelector("[data-proposal]")?.dataset.proposal;
  const open = () => {
    source = new EventSource(`${base}/api/v1/events/stream?generation=${generation}`);
    source.addEventListener("change", (event) => {
      let news;
      try { news = JSON.parse(event.data); } catch { return; }
      const other = proposal && !news.all && !news.proposals?.includes(proposal);
      if (!other && String(news.generation) !== generation) { tell(); source.close(); }
    });
  };
  // Pages in the background hold no connection.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) source?.close();
    else if (!document.querySelector(".changed")) open();
  });
  if (!document.hidden) open();
}
