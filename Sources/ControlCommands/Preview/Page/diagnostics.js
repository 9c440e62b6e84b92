// Mistakes in the scene's file, with their lines.
"use strict";

function count(number, noun) {
  return number + " " + noun + (number === 1 ? "" : "s");
}

/** The diagnostics that are shown, as JSON. */
let shownDiagnostics = "";

function showDiagnostics() {
  const isError = diagnostic => diagnostic.severity === "error";
  const errors = state.diagnostics.filter(isError);
  const warnings = state.diagnostics.filter(diagnostic => !isError(diagnostic));
  document.title = (errors.length ? "✗ " : warnings.length ? "⚠ " : "")
    + (state.name || state.file) + " – preview";
  const problems = [
    errors.length && count(errors.length, "error"),
    warnings.length && count(warnings.length, "warning"),
  ].filter(Boolean).join(", ");
  $("problems").textContent = problems;
  $("problems").hidden = !problems;
  $("problems").classList.toggle("severe", errors.length > 0);

  const json = JSON.stringify(state.diagnostics);
  if (shownDiagnostics === json) return;
  shownDiagnostics = json;
  placeDiagnostics(errors.length > 0);
  $("diagnostics").replaceChildren(...[...errors, ...warnings].map(diagnosticElement));
  if (!state.diagnostics.length) $("diagnostics").textContent = "None.";
}

/** Errors come before the controls, which may be many: the picture is an older one until then. */
function placeDiagnostics(isFirst) {
  const section = $("diagnostics-section"), aside = section.parentElement;
  if (!isFirst) {
    $("graphs-section").before(section);
  } else if (aside.firstElementChild !== section) {
    aside.prepend(section);
    aside.scrollTop = 0;
  }
}

function diagnosticElement(diagnostic) {
  const { severity, file, line, column, message, code, text, expected, hint } = diagnostic;
  const place = file && line > 0 ? `${file.split("/").pop()}:${line}:${column} ` : "";
  const paragraphs = [
    element(
      "p", {}, severity === "error" ? "Error: " : "Warning: ",
      element("span", { className: "name", textContent: place }),
      message + (code ? ` (${code})` : "")),
    excerpt(text || ""),
    expected && element("p", {}, "Expected: " + expected),
    hint && element("p", {}, "Hint: " + hint),
  ];
  return element("div", { className: "diagnostic " + severity }, ...paragraphs.filter(Boolean));
}

/** The lines of the file, wrapped, with a mark in place of the caret below its place. */
function excerpt(text) {
  const isCaret = /^ *\| *(\^+) *$/;
  const lines = text.split("\n").filter(line => /^ *\d* \| /.test(line));
  if (!lines.length) return null;
  const pre = element("pre");
  lines.forEach((line, index) => {
    if (isCaret.test(line)) return;
    if (index) pre.append("\n");
    const caret = isCaret.exec(lines[index + 1] || "");
    if (!caret) {
      pre.append(line);
      return;
    }
    const start = lines[index + 1].indexOf("^");
    // One caret stands below the beginning of a string, a word or a number.
    const word = /^("(?:[^"\\]|\\.)*"?|[^\s,:\]}]+)/.exec(line.slice(start));
    const end = start + Math.max(caret[1].length, word ? word[0].length : 1);
    const marked = element("mark", { textContent: line.slice(start, end) || " " });
    pre.append(line.slice(0, start), marked, line.slice(end));
  });
  return pre;
}
