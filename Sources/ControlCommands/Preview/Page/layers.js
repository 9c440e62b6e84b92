// The accessibility tree and the list of layers.
"use strict";

/** The accessibility tree that is shown, as JSON. */
let shownAccessibility = "";

function showAccessibility() {
  const json = JSON.stringify(state.accessibility);
  if (shownAccessibility === json) return;
  shownAccessibility = json;
  $("accessibility").replaceChildren(...state.accessibility.map(node => {
    const role = node.role + (node.text ? " · " + node.text : "");
    const item = element(
      "li", {}, element("span", {}, node.label + " "),
      element("span", { className: "role" }, role));
    item.style.paddingLeft = node.level + "rem";
    return item;
  }));
  if (!state.accessibility.length) $("accessibility").textContent = "Nothing has a label.";
}

/** The path of the layer that is outlined in the picture. */
let selectedPath = null;

/** Shows the layers. Items of the list stay, so that a change leaves the place and the focus. */
function showLayers() {
  const list = $("layers");
  list.hidden = !state.layers.length;
  state.layers.forEach((layer, index) => {
    const item = list.children[index] || list.appendChild(layerItem(index));
    const parts = layer.path.split("/");
    setText(item.children[0], (parts[parts.length - 1] || "/") + " ");
    setText(item.children[1], layerDescription(layer));
    item.style.paddingLeft = .4 + (layer.path === "/" ? 0 : parts.length * .8) + "rem";
  });
  while (list.children.length > state.layers.length) list.lastElementChild.remove();
  showSelection();
  if (!state.daemon) showPaths();
}

function layerItem(index) {
  const item = element(
    "li", { id: "layer" + index, onclick: () => toggleLayer(index) },
    element("span"), element("span", { className: "role" }));
  item.setAttribute("role", "option");
  return item;
}

function layerDescription(layer) {
  const [x, y, width, height] = ["x", "y", "width", "height"]
    .map(key => Number(layer.frame[key].toFixed(1)));
  const facts = [layer.kind, `${width} × ${height} at ${x}, ${y}`];
  if (layer.hidden) facts.push("hidden");
  else if (layer.opacity < 1) facts.push("opacity " + Number(layer.opacity.toFixed(2)));
  if (layer.progress != null) facts.push("progress " + Number(layer.progress.toFixed(2)));
  if (layer.text) facts.push("“" + layer.text + "”");
  return facts.join(" · ");
}

/** Outlines a layer and takes it for the next graph, or ends that for the selected layer. */
function toggleLayer(index) {
  const path = state.layers[index].path;
  selectedPath = path === selectedPath ? null : path;
  if (selectedPath && !state.daemon) {
    $("layer").value = selectedPath;
    showKeys();
  }
  showSelection();
}

function selectedIndex() {
  return state.layers.findIndex(layer => layer.path === selectedPath);
}

function showSelection() {
  const index = selectedIndex(), list = $("layers");
  [...list.children].forEach((item, place) => item.setAttribute("aria-selected", place === index));
  if (index < 0) list.removeAttribute("aria-activedescendant");
  else list.setAttribute("aria-activedescendant", "layer" + index);
  drawOverlay();
}

$("layers").onkeydown = event => {
  const last = state.layers.length - 1, index = selectedIndex();
  const next = {
    ArrowDown: Math.min(index + 1, last), ArrowUp: Math.max(index - 1, 0), Home: 0, End: last,
    Escape: index,
  }[event.key];
  if (next === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  if (event.key === "Escape" ? index >= 0 : next !== index) toggleLayer(next);
  $("layers").children[next]?.scrollIntoView({ block: "nearest" });
};
