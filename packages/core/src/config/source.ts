/** A place inside a configuration: keys and indexes from its top. */
export type Path = readonly (string | number)[];

/** A configuration as it was read, before anything is checked. */
export interface ConfigSource {
  /** Absolute path of the file. */
  file: string;
  /** The file as messages name it: relative to the working directory when it is below. */
  shown: string;
  /** The content; of a package.json that of its key `mcptest`. */
  value: unknown;
  /** Where `path` stands, such as `mcptest.config.yaml:5:3`. Without positions (code) the file alone. */
  placeOf(path: Path): string;
  /** A scalar as it is written, such as `1.10` for the number 1.1. */
  writtenAt(path: Path): string | undefined;
}

/** `servers.local.args[0]`, `packs["@scope/name"]`; the top is an empty text. */
export function pathText(path: Path): string {
  return path
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      if (!/^[\w-]+$/.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join("");
}

/** `line:column` of an offset, both from 1. */
export function lineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return `${before.split("\n").length}:${offset - lineStart + 1}`;
}
