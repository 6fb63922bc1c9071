// npm start: installs, builds and shows a run, on a machine with Node and npm only.
import { install, runNode } from "./steps.mjs";

process.exitCode = (await install()) || (await runNode(["config/build.mjs"])) || (await runNode(["config/demo.mjs"]));
