// The example server, whose calls are written down.
import "./watch.mjs";
import "../../../examples/jobs-and-skills/server.mjs";
