import { Socket } from "node:net";
import { servePack } from "./loader/isolate/serve.js";

// The program of a process that runs one pack. Its only door is the pipe on descriptor 3.
servePack(new Socket({ fd: 3, readable: true, writable: true }));
