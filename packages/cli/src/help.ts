import { DOCUMENTATION, VERDICT_CODES } from "./help-text.js";
import { bundledCommands } from "./pack-commands.js";
