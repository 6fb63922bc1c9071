// Loaded into a measured process (node --require): at its end it writes its peak resident memory in KiB to descriptor 3.
// VmHWM counts this process image only. The maximum of getrusage() would also count what its parent had at the fork.
const { readFileSync, writeSync } = require("node:fs");

process.on("exit", () => {
  const status = process.platform === "linux" ? readFileSync("/proc/self/status", "utf8") : "";
  writeSync(3, /^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? String(process.resourceUsage().maxRSS));
});
