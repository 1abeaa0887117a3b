// Tells the reader when what the page shows has changed. Nothing is changed under their eyes.

function tell() {
  if (document.querySelector(".changed")) return;
  const box = document.createElement("div");
  box.className = "changed";
  box.setAttribute("role", "status");
  const link = document.createElement("a");
  link.href = location.href;
  link.textContent = "reload";
  link.addEventListener("click", (event) => { event.preventDefault(); location.reload(); });
  box.append("changed: ", link);
  document.body.append(box);
}

export function followChanges() {
  const { base, generation, live } = document.body.dataset;
  if (live === undefined || !generation || !("EventSource" in window)) return;
  let source;
  const open = () => {
    source = new EventSource(`${base}/events`);
    source.addEventListener("changed", (event) => {
      let now;
      try { now = JSON.parse(event.data).generation; } catch { return; }
      if (now !== undefined && String(now) !== generation) { tell(); source.close(); }
    });
  };
  // Pages in the background hold no connection.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) source?.close();
    else if (!document.querySelector(".changed")) open();
  });
  if (!document.hidden) open();
}
