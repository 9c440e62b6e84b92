// The picture, its overlay, and fingers and keys on it.
"use strict";

const picture = $("picture"), overlay = $("overlay");

/** Paints the changed part of a picture: words of 0xAARRGGBB, for a place in pixels. */
function paint(bytes, description) {
  const [width, height] = description.size, [x, y, w, h] = description.rect;
  if (picture.width !== width || picture.height !== height) {
    for (const canvas of [picture, overlay]) {
      canvas.width = width;
      canvas.height = height;
    }
  }
  const words = new Uint32Array(bytes), colors = new Uint32Array(words.length);
  for (let i = 0; i < words.length; i++) {
    const p = words[i];
    colors[i] = 0xff000000 | (p & 0xff) << 16 | p & 0xff00 | p >>> 16 & 0xff;
  }
  if (w && h) {
    const part = new ImageData(new Uint8ClampedArray(colors.buffer), w, h);
    picture.getContext("2d").putImageData(part, x, y);
  }
  if ($("damage").checked && description.damage.length) {
    damages = [...damages.slice(-15), { rects: description.damage, at: performance.now() }];
  }
  drawOverlay();
}

/** Milliseconds in which the damage of a frame fades. */
const fadeDuration = 600;
let damages = [], isFading = false;

/** Draws the damage of the last frames, which fades, and the outline of the selected layer. */
function drawOverlay() {
  const context = overlay.getContext("2d"), now = performance.now();
  context.clearRect(0, 0, overlay.width, overlay.height);
  context.lineWidth = Math.max(1, overlay.width / 640);
  damages = $("damage").checked ? damages.filter(({ at }) => now - at < fadeDuration) : [];
  context.fillStyle = "#ff3b6b55";
  context.strokeStyle = "#ff3b6b";
  for (const { rects, at } of damages) {
    context.globalAlpha = 1 - (now - at) / fadeDuration;
    for (const [x, y, w, h] of rects) {
      context.fillRect(x, y, w, h);
      context.strokeRect(x, y, w, h);
    }
  }
  context.globalAlpha = 1;
  const layer = state.layers?.find(layer => layer.path === selectedPath);
  if (layer) outline(layer.frame, context);
  if (!damages.length || isFading) return;
  isFading = true;
  requestAnimationFrame(() => {
    isFading = false;
    drawOverlay();
  });
}

/** Strokes a rectangle in points twice, dark and bright, to be seen on each background. */
function outline(frame, context) {
  const rect = [frame.x, frame.y, frame.width, frame.height].map(value => value * state.scale);
  context.lineWidth *= 2;
  context.strokeStyle = "#000";
  context.strokeRect(...rect);
  context.strokeStyle = "#ffc98b";
  context.setLineDash([context.lineWidth * 3, context.lineWidth * 2]);
  context.strokeRect(...rect);
  context.setLineDash([]);
}

$("damage").onchange = drawOverlay;

// A finger or the mouse.
function pointer(phase, event, slider) {
  if (state.daemon) return;
  const box = picture.getBoundingClientRect();
  const place = phase === "cancelled" ? {} : {
    x: (event.clientX - box.left) / box.width * picture.width / state.scale,
    y: (event.clientY - box.top) / box.height * picture.height / state.scale,
  };
  request({ do: "pointer", phase: phase === "cancelled" ? "ended" : phase, ...place }, slider);
}
picture.onpointerdown = event => {
  if (!state.daemon) picture.setPointerCapture(event.pointerId);
  pointer("began", event);
};
picture.onpointermove = event => { if (event.buttons) pointer("moved", event, "pointer"); };
picture.onpointerup = event => pointer("ended", event);
picture.onpointercancel = event => pointer("cancelled", event);

// Keys: Tab leaves the picture, and the browser's own stay its own.
const sceneKeys = new Set([
  "Enter", "Escape", "Backspace", "Delete", "Home", "End",
  "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight",
]);
picture.onkeydown = event => {
  const isCommand = event.metaKey
    || (event.ctrlKey || event.altKey) && !event.getModifierState("AltGraph");
  const isCharacter = [...event.key].length === 1;
  if (picture.tabIndex < 0 || isCommand || event.isComposing) return;
  if (!isCharacter && !sceneKeys.has(event.key)) return;
  event.preventDefault();
  request({ do: "key", key: event.key, repeated: event.repeat });
};

/** The picture takes keys if the scene has something that they go to. */
function showFocusOfPicture() {
  const kinds = ["field", "button", "choice"];
  const takesKeys = !state.daemon && state.controls.some(control => kinds.includes(control.kind));
  picture.tabIndex = takesKeys ? 0 : -1;
  picture.setAttribute("role", takesKeys ? "application" : "img");
  picture.setAttribute(
    "aria-label", takesKeys ? "The picture: keys go to its fields and buttons" : "The picture");
}

// Where the picture stays in sight it covers nothing that gets the focus.
const main = document.querySelector("main");
new ResizeObserver(() => {
  const isSticky = getComputedStyle(main).position === "sticky";
  document.documentElement.style.scrollPaddingTop = isSticky ? main.offsetHeight + 12 + "px" : "";
}).observe(main);
