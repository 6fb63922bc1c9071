/** A name that no tool and no prompt has, to see how a server refuses one; a report marks calls of it. */
export const MADE_UP_NAME = "mcptest-none-7f3a";
