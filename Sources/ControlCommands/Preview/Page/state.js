// The state of the session, as the server sends it, and the loop that follows it.
"use strict";

let state = {};
/** Counts the changes of the state, of the lists in it, and of the picture. */
let revision = 0, listing = 0, sequence = -1;

async function follow() {
  for (;;) {
    try {
      await takeNext();
      document.body.classList.remove("ended");
      const isLost = state.daemon && !state.daemon.connected;
      setText($("status"), isLost ? "No connection, trying again: " + state.daemon.fault : "");
    } catch {
      document.body.classList.add("ended");
      setText($("status"), "firstlight preview has ended; this page waits for it");
      // The next one may show another scene.
      [sequence, revision] = [-1, 0];
      await new Promise(done => setTimeout(done, 500));
    }
  }
}

/** Waits for a picture or for other lists, and shows them. */
async function takeNext() {
  const response = await fetch("frame?after=" + sequence);
  if (response.status === 200) {
    const description = JSON.parse(response.headers.get("X-Picture"));
    paint(await response.arrayBuffer(), description);
    sequence = description.sequence;
    showTime(description.time);
  }
  if (Number(response.headers.get("X-Revision")) !== revision) {
    await reload();
  } else if (Number(response.headers.get("X-Listing")) > listing) {
    showLists(await (await fetch("lists")).json());
  }
}

async function reload() {
  showNewer(await (await fetch("state")).json());
}

/** Answers overtake each other: an older one would take back what was pressed since. */
function showNewer(next) {
  if (next.server !== state.server || next.revision >= revision) show(next);
}

function show(next) {
  state = next;
  revision = state.revision;
  listing = state.listing || 0;
  $("name").textContent = state.name || (state.daemon ? "A daemon" : "No picture yet");
  $("file").textContent = state.file;
  showPlayback();
  showFocusOfPicture();
  showDaemon();
  showControls();
  showPrompt();
  showDiagnostics();
  showAccessibility();
  showLayers();
  if (graphedKeys.length) drawGraphs();
}

/** Lists that have changed as time passed. The rest stays, and with it the focus and the graphs. */
function showLists(lists) {
  // A request came between: the whole state follows.
  if (lists.revision !== revision) return;
  listing = lists.listing;
  for (const key of ["controls", "accessibility", "layers"]) state[key] = lists[key];
  showControls();
  showAccessibility();
  showLayers();
}

function showDaemon() {
  const daemon = state.daemon;
  document.body.classList.toggle("live", !!daemon);
  document.body.classList.toggle("lost", !!daemon && !daemon.connected);
  $("read-only").hidden = !daemon || daemon.allowsControl;
  $("hidden").hidden = !daemon || !daemon.pictureFault;
  if (!daemon) return;
  $("hidden").textContent = daemon.pictureFault ? "No picture: " + daemon.pictureFault : "";
  setText($("message"), daemon.message || "");
  $("facts").replaceChildren(...daemon.facts.flatMap(fact => [
    element("dt", { textContent: fact.name }), element("dd", { textContent: fact.value }),
  ]));
}
