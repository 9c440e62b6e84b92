// A sample question in the scene's prompt, or in the usual one.
"use strict";

/** States that a prompt shows beside the question, each with a sample and its usual value. */
const promptStates = {
  capsLock: { title: "Caps lock", sample: true, usual: false },
  queue: { title: "Two more wait", sample: 3, usual: 1 },
  keyboardLayout: { title: "Keyboard DE", sample: "DE", usual: "" },
  choices: {
    title: "Choices",
    sample: ["Start normally", "Start the former version", "Repair", "Switch off"],
    usual: [],
  },
};

function isUnusual(key, prompt) {
  const { usual } = promptStates[key];
  return String(prompt[key] ?? usual) !== String(usual);
}

/** Asks with the states of the last question and changes. Only the number of letters counts. */
function ask(changes = {}, slider) {
  const last = requested.prompt ?? state.prompt;
  const kept = Object.entries(promptStates).map(([key, { usual }]) => [key, last[key] ?? usual]);
  requested.prompt = { ...Object.fromEntries(kept), ...changes };
  const letters = [...$("letters").value].length;
  request({ do: "ask", message: $("question").value, letters, ...requested.prompt }, slider);
}

/** A button for another question, without letters. */
function questionButton(title, question) {
  return element("button", {
    textContent: title,
    onclick: () => {
      $("question").value = question;
      $("letters").value = "";
      ask();
    },
  });
}

const stateButtons = Object.entries(promptStates).map(([key, { title, sample, usual }]) => ({
  key,
  button: element("button", {
    textContent: title,
    onclick: () => {
      const isSet = isUnusual(key, requested.prompt ?? state.prompt);
      ask({ [key]: isSet ? usual : sample });
    },
  }),
}));
$("prompt-states").append(
  ...stateButtons.map(({ button }) => button),
  questionButton("Wrong answer", "Wrong, try again"),
  questionButton(
    "Long question", "The passphrase of the encrypted disk “Samsung SSD 990 PRO 2TB” "
      + "(nvme0n1p3, mounted at /home), which was asked for by systemd-cryptsetup"));
$("question").oninput = $("letters").oninput = () => ask({}, "question");
$("ask").onclick = () => ask();
$("dismiss").onclick = () => {
  requested.prompt = {};
  request({ do: "hidePrompt" });
};

function showPrompt() {
  const prompt = state.prompt;
  $("prompt").hidden = !prompt;
  if (!prompt) return;
  const name = prompt.usual ? "not the scene's" : prompt.name;
  $("prompt-name").textContent = name + (prompt.shown ? ", shown" : "");
  $("ask").setAttribute("aria-pressed", prompt.shown);
  for (const { key, button } of stateButtons) {
    button.setAttribute("aria-pressed", isUnusual(key, prompt));
  }
}
