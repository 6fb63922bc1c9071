import { BRIDGE, STYLE } from "./bridge.js";

const SCRIPT = `
function onReady() {}

function onInput(args) {
  say(typeof args.city === "string" ? "Pinning " + args.city : "Looking for pinned cities");
}

function onCancelled() {
  say("There is no board: it was cancelled.");
}

function onResult(result) {
  const { cities } = dataOf(result);
  if (result.isError === true) return say("There is no board: " + textOf(result));
  if (!Array.isArray(cities)) return say(textOf(result) || "There is no board.");
  say("Pinned: " + cities.length);
  document.getElementById("cities").replaceChildren(...cities.map(cityOf));
}

function cityOf(name) {
  const item = document.createElement("li");
  item.textContent = String(name);
  return item;
}

start("testkit-board");
`;

/** The view of pinned cities: it asks its host for nothing but the handshake. */
export const boardView = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Board</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Board</h1>
<p id="status" role="status">Waiting for pinned cities.</p>
<ul id="cities"></ul>
</main>
<script>${BRIDGE}${SCRIPT}</script>
</body>
</html>
`;
