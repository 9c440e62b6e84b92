// The controls of the scene: a group of sliders, texts and buttons for each.
"use strict";

/** The groups that are shown, by the identity of their control. */
const groups = new Map();

/** Controls whose groups are equal. A save may give a control other states or phases. */
function identity(control) {
  return JSON.stringify(
    [control.kind, control.name, control.options || control.states, control.phases]);
}

function showControls() {
  const identities = new Set(state.controls.map(identity));
  for (const [key, group] of groups) {
    if (identities.has(key)) continue;
    group.node.remove();
    groups.delete(key);
  }
  const list = $("controls");
  state.controls.forEach((control, index) => {
    const key = identity(control);
    if (!groups.has(key)) groups.set(key, new ControlGroup(control));
    const group = groups.get(key);
    // Moving a node takes the focus from it.
    if (list.children[index] !== group.node) {
      list.insertBefore(group.node, list.children[index] || null);
    }
    group.update(control);
  });
  $("no-controls").hidden = state.controls.length > 0;
  $("may-decrease").hidden = !!state.daemon
    || !state.controls.some(control => ["progress", "reveal"].includes(control.kind));
}

/** Whole percent as texts of a scene have them: .29 times 100 is 29, though the product is less. */
function percent(value) {
  const exact = Math.min(Math.max(value || 0, 0), 1) * 100, nearest = Math.round(exact);
  return Math.abs(exact - nearest) < 1e-9 ? nearest : Math.floor(exact);
}

const parts = ["0%", "50%", "100%"];
let controlCount = 0;

class ControlGroup {
  constructor(control) {
    this.name = control.name;
    this.id = "control" + controlCount++;
    /** The options of a choice, or the states of a state. */
    this.options = control.options || control.states;
    this.title = element("span");
    this.value = element("span", { className: "name" });
    this.buttons = element("div", { className: "buttons" });
    this.phases = [];
    this.input = null;
    this.node = element("div", { className: "control" });
    this.node.setAttribute("role", "group");
    this.make(control);
    // A label is for an input alone.
    const tag = this.input ? "label" : "div";
    const label = element(tag, { className: "label", htmlFor: this.id }, this.title, this.value);
    this.node.prepend(label);
  }

  set(value) { request({ do: "set", control: this.name, value }); }
  slide(value) { request({ do: "set", control: this.name, value }, this.name); }

  make(control) {
    if (this.options) {
      this.node.append(this.buttons);
      for (const option of this.options) this.addButton("", () => this.set(option));
      return;
    }
    switch (control.kind) {
      case "text":
      case "field":
        this.addInput({ type: "text", value: control.text || "" });
        this.input.oninput = () => this.slide(this.input.value);
        break;
      case "log":
        this.addInput({ type: "text", placeholder: "A line, then Enter" });
        this.input.onchange = () => {
          this.set(this.input.value);
          this.input.value = "";
        };
        break;
      case "image":
        if (state.daemon) break;
        this.addInput({ type: "text", placeholder: "A picture file, then Enter" });
        this.input.onchange = () => { if (this.input.value) this.set(this.input.value); };
        break;
      case "button":
        this.node.classList.add("line");
        if (state.daemon) break;
        this.node.append(this.buttons);
        this.addButton("Press", () => request({ do: "press", control: this.name }));
        break;
      default:
        this.makeSlider(control);
    }
  }

  makeSlider(control) {
    this.addInput({ type: "range", min: 0, max: 1, step: .001 });
    this.input.oninput = () => this.slide(this.input.value);
    this.node.append(this.buttons);
    if (control.kind === "scrub") {
      this.addButton("Toggle", () => this.set("toggle"));
    } else {
      for (const part of parts) this.addButton(part, () => this.set(part));
      this.addButton("Unknown", () => this.set("indeterminate"));
    }
    if (control.kind === "reveal") {
      this.addButton("Reveal", () => this.set("revealed"));
      this.addButton("Cover", () => this.set("covered"));
    }
    for (const phase of control.phases || []) this.addPhase(phase);
  }

  addInput(properties) {
    this.input = element("input", { id: this.id, ...properties });
    this.node.append(this.input);
  }

  addButton(text, action) {
    this.buttons.append(element("button", { textContent: text, onclick: action }));
  }

  addPhase(phase) {
    const row = element(
      "div", { className: "buttons phase" },
      element("span", { className: "name", textContent: phase }),
      ...parts.map(part => element("button", {
        textContent: part,
        ariaLabel: phase + " " + part,
        onclick: () => this.set(phase + "=" + part),
      })));
    this.phases.push([phase, row]);
    this.node.append(row);
  }

  update(control) {
    this.updateTitle(control);
    const isFree = !state.daemon || state.daemon.allowsControl && state.daemon.connected;
    for (const part of this.node.querySelectorAll("input, button")) part.disabled = !isFree;
    if (this.options || control.kind === "button") this.updateButtons(control);
    else this.updateInput(control);
    for (const [phase, row] of this.phases) {
      if (phase === control.phase) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    }
  }

  /** Another locale has other labels. Where two are equal the names tell the controls apart. */
  updateTitle(control) {
    const isShared = control.label && state.controls.some(
      other => other.name !== control.name && other.label === control.label);
    const title = control.label
      ? control.label + (isShared ? ` (${control.name})` : "") : control.name;
    if (this.title.textContent === title) return;
    this.title.textContent = title;
    this.node.setAttribute("aria-label", title);
  }

  updateButtons(control) {
    const current = control.option || control.state || "";
    this.value.textContent = current;
    [...this.buttons.children].forEach((button, index) => {
      if (!this.options) {
        button.title = control.outOfSight ? "Out of sight: nothing can press it now"
          : state.prompt?.shown ? "A question stands in front of it" : "";
        button.disabled ||= !!button.title;
        return;
      }
      const option = this.options[index], label = control.labels?.[index];
      const isOther = label && label.toLowerCase() !== option.toLowerCase();
      setText(button, option + (isOther ? " · " + label : ""));
      button.setAttribute("aria-pressed", option === current);
    });
  }

  updateInput(control) {
    const hasFocus = document.activeElement === this.input;
    switch (control.kind) {
      case "text":
      case "field":
        if (!hasFocus) this.input.value = control.text || "";
        break;
      case "log":
        this.value.textContent = control.text || "";
        break;
      case "image":
        break;
      default:
        if (!hasFocus) this.input.value = control.value || 0;
        this.value.textContent = (control.phase ? control.phase + " " : "")
          + (control.indeterminate ? "unknown" : percent(control.value) + " %");
        this.input.setAttribute("aria-valuetext", this.value.textContent);
    }
  }
}
