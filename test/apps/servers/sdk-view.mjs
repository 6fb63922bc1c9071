// The script of a view on the official SDK: bundled into one HTML by the server beside it.
import { App, applyDocumentTheme, applyHostStyleVariables } from "@modelcontextprotocol/ext-apps";

const status = document.getElementById("status");
const list = document.getElementById("cities");
const app = new App({ name: "sdk-board", version: "1.0.0" }, {});

function follow(context) {
  if (context?.theme) applyDocumentTheme(context.theme);
  if (context?.styles?.variables) applyHostStyleVariables(context.styles.variables);
}

app.ontoolinput = () => {
  status.textContent = "Looking up the cities";
};
app.ontoolresult = ({ isError, content = [], structuredContent }) => {
  const texts = content.filter(({ type }) => type === "text").map(({ text }) => text);
  const cities = Array.isArray(structuredContent?.cities) ? structuredContent.cities : [];
  status.textContent = isError ? `That failed: ${texts.join(" ")}` : texts.join(" ") || `${cities.length} cities`;
  list.replaceChildren(
    ...cities.map((city) => Object.assign(document.createElement("li"), { textContent: String(city) })),
  );
};
app.ontoolcancelled = () => {
  status.textContent = "It was cancelled.";
};
app.onhostcontextchanged = follow;
app.onteardown = async () => ({});
app.connect().then(
  () => follow(app.getHostContext()),
  (error) => {
    status.textContent = `There is no host: ${error.message}`;
  },
);
