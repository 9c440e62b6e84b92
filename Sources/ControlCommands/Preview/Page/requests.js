// Requests to the server, and small helpers of all scripts.
"use strict";

const $ = id => document.getElementById(id);

/** A new element with properties and children. */
function element(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

/** Sets a text that differs: a new node would be read aloud again, and lose a selection. */
function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Requests that wait, oldest first. They are sent one after the other. */
const queue = [];
let busy = false;

/**
 * The values that requests will have brought about, by name, until the last answer has come in.
 * The state is an older one until then, and the next key or press goes on from these values.
 */
let requested = {};

async function send(action) {
  const response = await fetch("action", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(action),
  });
  $("message").textContent = response.ok ? "" : await response.text();
  if (response.ok) showNewer(await response.json());
}

/**
 * Sends a request after those that wait. The request of a slider replaces one of the same slider
 * that waits, if none came in between.
 */
async function request(action, slider) {
  if (slider && queue.length && queue[queue.length - 1].slider === slider) queue.pop();
  queue.push({ action, slider });
  if (busy) return;
  busy = true;
  while (queue.length) await send(queue.shift().action).catch(() => {});
  busy = false;
  requested = {};
}
