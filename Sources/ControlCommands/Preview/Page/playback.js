// The time, the panel and the other settings below the picture; loaded last, it starts the page.
"use strict";

/** The time of the shown picture, in microseconds. */
let time = 0;
const frameRate = 60;

function showTime(microseconds) {
  time = microseconds;
  const seconds = time / 1e6, slider = $("time");
  if (seconds > Number(slider.max)) {
    slider.max = Math.min(600, Math.max(seconds, Number(slider.max) * 2));
  }
  if (document.activeElement !== slider || state.playing) slider.value = seconds;
  $("seconds").value = seconds.toFixed(3) + " s";
  slider.setAttribute("aria-valuetext", $("seconds").value);
  $("still").href = "still.png?time=" + Math.round(time);
}

function showPlayback() {
  $("play").textContent = state.playing ? "Pause" : "Play";
  $("reduced-motion").checked = state.reducesMotion;
  showLocales(state.locales ?? []);
  showPanel();
  if (!state.playing) showTime(state.time);
}

/** A list that is open stays. */
function showLocales(locales) {
  const select = $("locale");
  $("locale-field").hidden = locales.length < 2;
  if (locales.join() !== [...select.options].map(option => option.value).join()) {
    select.replaceChildren(...locales.map(locale => new Option(locale, locale)));
  }
  select.value = locales.includes(state.locale) ? state.locale : locales[0] ?? "";
}

function showPanel() {
  const size = state.size.join("x"), sizes = $("size"), scales = $("scale");
  const option = size => new Option(size.replace("x", " × "), size);
  if (!sizes.options.length) sizes.replaceChildren(...(state.panels || []).map(option));
  if (![...sizes.options].some(option => option.value === size)) sizes.add(option(size));
  sizes.value = size;
  if (![...scales.options].some(option => Number(option.value) === state.scale)) {
    scales.add(new Option(state.scale));
  }
  scales.value = state.scale;
}

$("size").onchange = $("scale").onchange = () => {
  const [width, height] = $("size").value.split("x").map(Number);
  sequence = -1;
  request({ do: "resize", width, height, scale: Number($("scale").value) });
};
$("locale").onchange = () => request({ do: "locale", value: $("locale").value });
$("reduced-motion").onchange = () => {
  request({ do: "reduceMotion", value: $("reduced-motion").checked });
};

function seek(time) {
  Object.assign(requested, { time, playing: false });
  request({ do: "seek", time }, "time");
}

/** Goes on by frames, or back, from the frame that the last request is for. */
function step(frames) {
  const frame = Math.round((requested.time ?? time) * frameRate / 1e6) + frames;
  seek(Math.max(0, Math.round(frame * 1e6 / frameRate)));
}

$("play").onclick = () => {
  requested.playing = !(requested.playing ?? state.playing);
  request({ do: requested.playing ? "play" : "pause" });
};
$("restart").onclick = () => {
  $("time").max = 10;
  Object.assign(requested, { time: 0, prompt: {} });
  request({ do: "clear" });
};
$("back").onclick = () => step(-1);
$("next").onclick = () => step(1);
$("time").oninput = () => seek(Math.round($("time").value * 1e6));

// Keys for the time, where they have no other use.
document.addEventListener("keydown", event => {
  const isCommand = event.ctrlKey || event.altKey || event.metaKey;
  if (state.daemon || event.defaultPrevented || isCommand || event.isComposing) return;
  const isPicture = event.target === picture && picture.tabIndex >= 0;
  if (isPicture || event.target.closest("input, select")) return;
  if (event.key === " " && event.target.closest("button, a")) return;
  switch (event.key) {
    case " ":
      if (!event.repeat) $("play").click();
      break;
    case ",":
      step(-1);
      break;
    case ".":
      step(1);
      break;
    default:
      return;
  }
  event.preventDefault();
});

reload().then(follow);
