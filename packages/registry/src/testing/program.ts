// The registry of the tests over stdio. Arguments: the options of serveStdio as JSON.
import { toyRegistry } from "./registry.js";

toyRegistry().registry.serveStdio(JSON.parse(process.argv[2] ?? "{}"));
