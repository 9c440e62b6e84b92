// Graphs of presented values over time, drawn again when something changes.
"use strict";

/** The keys that are drawn, as `layer.key`. */
const graphedKeys = [];
let isDrawing = false, isOutdated = false;

/** Lists the paths of layers to choose from. */
function showPaths() {
  const select = $("layer"), paths = state.layers.map(layer => layer.path);
  if (paths.join("\n") === [...select.options].map(option => option.value).join("\n")) return;
  const path = select.value;
  select.replaceChildren(...paths.map(path => new Option(path, path)));
  if (paths.includes(path)) select.value = path;
  showKeys();
}

/** Lists the keys of the chosen layer. */
function showKeys() {
  const layer = state.layers.find(layer => layer.path === $("layer").value);
  const key = $("key").value, keys = layer ? layer.keys : [];
  $("key").replaceChildren(...keys.map(key => new Option(key, key)));
  if (keys.includes(key)) $("key").value = key;
}

async function drawGraphs() {
  isOutdated = true;
  if (isDrawing) return;
  isDrawing = true;
  while (isOutdated) {
    isOutdated = false;
    await drawGraph();
  }
  isDrawing = false;
}

async function drawGraph() {
  const graph = $("graph");
  if (!graphedKeys.length) {
    graph.replaceChildren();
    return;
  }
  const width = Math.max(160, Math.round(graph.clientWidth));
  const keys = graphedKeys.map(key => "&key=" + encodeURIComponent(key)).join("");
  const response = await fetch("graph?width=" + width + keys).catch(() => null);
  if (!response) {
    isOutdated = false;
    return;
  }
  const text = await response.text();
  if (!response.ok) {
    graph.textContent = text;
    return;
  }
  const drawing = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  graph.replaceChildren(document.importNode(drawing, true));
  await new Promise(done => setTimeout(done, 300));
}

function showGraphedKeys() {
  $("graphed").replaceChildren(...graphedKeys.map((key, index) => element("button", {
    textContent: key + " ×",
    ariaLabel: "Remove the graph of " + key,
    onclick: () => {
      graphedKeys.splice(index, 1);
      showGraphedKeys();
      ($("graphed").children[Math.min(index, graphedKeys.length - 1)] || $("draw")).focus();
    },
  })));
  drawGraphs();
}

$("layer").onchange = showKeys;
$("draw").onclick = () => {
  const key = $("layer").value + "." + $("key").value;
  if (!graphedKeys.includes(key) && graphedKeys.length < 16) graphedKeys.push(key);
  showGraphedKeys();
};
