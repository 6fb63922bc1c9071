import { BRIDGE, STYLE } from "./bridge.js";

const SCRIPT = `
const CITIES = ["Oslo", "Bergen", "Tromsø"];
let city = "Oslo";

function onReady() {
  const modes = Array.isArray(context.availableDisplayModes) ? context.availableDisplayModes : [];
  document.getElementById("larger").hidden = !modes.includes("fullscreen");
  try {
    localStorage.setItem("testkit-forecast", "seen");
  } catch {
    // A frame of an opaque origin has no storage.
  }
}

function onInput(args) {
  if (CITIES.includes(args.city)) city = args.city;
  say("Looking up " + city);
}

function onCancelled() {
  say("There is no forecast: it was cancelled.");
}

function onResult(result) {
  const data = dataOf(result);
  if (result.isError === true) return say("There is no forecast: " + textOf(result));
  if (CITIES.includes(data.city)) city = data.city;
  const isWhole = typeof data.temperature === "number" && typeof data.sky === "string";
  document.getElementById("title").textContent = "Forecast of " + city;
  say(isWhole ? data.temperature + " °C, " + data.sky : textOf(result) || "There is no forecast.");
  const days = Array.isArray(data.days) ? data.days.filter(isObject) : [];
  document.getElementById("days").replaceChildren(...days.map(dayOf));
  if (isObject(host.serverTools)) showDetails();
  if (isObject(host.updateModelContext)) {
    const content = [{ type: "text", text: "The forecast of " + city + " is on the screen." }];
    request("ui/update-model-context", { content }).catch(() => {});
  }
  if (isObject(host.logging)) {
    notify("notifications/message", { level: "info", logger: "forecast", data: "The forecast is on the screen." });
  }
}

function dayOf({ day, high, low }) {
  const item = document.createElement("li");
  item.textContent = day + ": " + high + " to " + low + " °C";
  return item;
}

function showDetails() {
  const details = document.getElementById("details");
  request("tools/call", { name: "refresh_forecast", arguments: { city } }).then(
    (result) => {
      const { humidity } = dataOf(result);
      details.textContent = typeof humidity === "number" ? "Humidity: " + humidity + " %" : textOf(result);
    },
    () => {
      details.textContent = "There are no details.";
    },
  );
}

document.getElementById("ask").addEventListener("click", () => {
  const content = [{ type: "text", text: "What shall I wear in " + city + "?" }];
  request("ui/message", { role: "user", content }).catch(() => say("The host takes no questions."));
});

document.getElementById("larger").addEventListener("click", () => {
  request("ui/request-display-mode", { mode: "fullscreen" }).then(
    ({ mode }) => change({ displayMode: mode }),
    () => say("The host has no room."),
  );
});

document.getElementById("radar").addEventListener("click", () => {
  document.getElementById("map").className = "map";
  fetch("https://api.example.com/v1/radar")
    .then((response) => response.text())
    .then(say, () => say("There is no radar."));
});

start("testkit-forecast");
`;

/** The view of a forecast: a page that obeys every rule for views, without an SDK. */
export const forecastView = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Forecast</title>
<style>${STYLE}
.map { height: 120px; background-image: url("https://tiles.example.com/norway.png"); }
</style>
</head>
<body>
<main>
<h1 id="title">Forecast</h1>
<p id="status" role="status">Waiting for a forecast.</p>
<ul id="days"></ul>
<p id="details" class="faint"></p>
<div id="map"></div>
<p>
<button type="button" id="ask">What shall I wear?</button>
<button type="button" id="larger" hidden>Larger</button>
<button type="button" id="radar">Radar</button>
<a href="https://example.com/forecast">All forecasts</a>
</p>
</main>
<script>${BRIDGE}${SCRIPT}</script>
</body>
</html>
`;
