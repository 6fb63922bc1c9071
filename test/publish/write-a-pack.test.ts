import { expect, test } from "vitest";
import { page } from "../docs/testing/pages.js";
import { MANAGERS } from "./testing/managers.js";
import { createProject } from "./testing/project.js";

const GUIDE = "docs/write-a-pack.md";

/** One thing that the reader does, or sees. */
type Step =
  | { kind: "write"; path: string; text: string }
  | { kind: "run"; line: string; code: number }
  | { kind: "see"; lines: string[] };

/** The blocks of the guide, in its order. A block of code begins with its path, a line that fails ends with its exit code. */
function steps(): Step[] {
  return [...page(GUIDE).matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap(([, language, text = ""]): Step[] => {
    const lines = text.trimEnd().split("\n");
    if (language === "") return [{ kind: "see", lines }];
    if (language !== "sh") return [{ kind: "write", path: lines[0]!.replace(/^(\/\/|#) /, ""), text }];
    return lines.map((line) => ({ kind: "run", line, code: Number(/ # exit code (\d+)$/.exec(line)?.[1] ?? 0) }));
  });
}

test("the guide leads from nothing to a pack that is pinned, word for word", async () => {
  const [npm] = MANAGERS;
  const project = createProject(npm!, {});
  let folder = ".";
  let said = "";
  const kinds = { write: 0, run: 0, see: 0 };
  for (const step of steps()) {
    kinds[step.kind] += 1;
    if (step.kind === "write") {
      project.write({ [`${folder}/${step.path}`]: step.text });
    } else if (step.kind === "see") {
      for (const line of step.lines) expect(said).toContain(line);
    } else {
      const { code, stdout, stderr, left } = await project.shell(
        `${step.line}\nstatus=$?\npwd >&2\nexit $status`,
        folder,
      );
      said = stdout + stderr;
      folder =
        stderr
          .trimEnd()
          .split("\n")
          .at(-1)!
          .slice(project.folder.length + 1) || ".";
      expect({ line: step.line, code, said: code === step.code ? "" : said, left }).toEqual({
        line: step.line,
        code: step.code,
        said: "",
        left: [],
      });
    }
  }
  expect(kinds.write).toBeGreaterThan(4);
  expect(kinds.see).toBeGreaterThan(3);
  expect(kinds.run).toBeGreaterThan(12);
}, 480_000);
