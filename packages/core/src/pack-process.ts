import { Socket } from "node:net";
import { servePack } from "./loader/isolate/serve.js";

// The program of a process that runs one pack. Its only doors are the pipes on descriptors 3 (out) and 4 (in).
servePack({
  reader: new Socket({ fd: 4, readable: true, writable: false }),
  writer: new Socket({ fd: 3, readable: false, writable: true }),
});
