import { expect, test } from "vitest";
import { secretsInWords } from "./command-line-secrets.js";

test("every place of a command line where a secret may stand", () => {
  const words = [
    "run",
    "https://user:CANARY-1@h/mcp?token=CANARY-2",
    "--header",
    "Authorization: Bearer CANARY-3",
    "--header=X-Key:CANARY-4",
    "--env",
    "A=CANARY-5",
    "--second-identity",
    "Cookie: CANARY-6",
    "--bearer-env",
    "TOKEN",
    "--url=https://h/mcp?key=CANARY-8",
  ];
  const found = secretsInWords(words, { TOKEN: "CANARY-7" });
  for (let number = 1; number <= 8; number++) expect(found).toContain(`CANARY-${number}`);
  expect(secretsInWords(["run", "http://h/mcp", "--bearer-env", "the-token-itself", "--header"], {})).toEqual([
    "the-token-itself",
  ]);
});
