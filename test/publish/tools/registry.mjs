// A registry on loopback. Usage, as a child process with a channel: node registry.mjs CONFIG_FILE
// Sends its port to the parent, and ends with it.
import { runServer } from "verdaccio";

process.on("disconnect", () => process.exit());
const server = await runServer(process.argv[2]);
server.listen(0, "127.0.0.1", () => process.send(server.address().port));
