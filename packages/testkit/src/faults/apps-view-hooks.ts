import type { Json } from "@mcptest/pack";
import type { Hooks } from "../server/hooks.js";
import { BOARD, onView, withCsp } from "./apps-hooks.js";
import { apps } from "./groups.js";

/**
 * Hooks that put `text` in the place of `from` in the HTML of the second view, or of another one; `from` must be there, so that
 * no fault is lost when a view changes.
 */
export function replaced(from: string, text: string, uri: string = BOARD): Hooks {
  return onView(uri, (html) => {
    if (!html.includes(from)) throw new Error(`${uri} has no ${JSON.stringify(from)}`);
    return html.replace(from, () => text);
  });
}

/** The same for several places, one after the other. */
export function replacedAll(changes: readonly (readonly [from: string, text: string])[], uri: string = BOARD): Hooks {
  return onView(uri, (html) =>
    changes.reduce((changed, [from, text]) => {
      if (!changed.includes(from)) throw new Error(`${uri} has no ${JSON.stringify(from)}`);
      return changed.replace(from, () => text);
    }, html),
  );
}

/** Hooks that run `script` before the script of the second view, or of another one. */
export function scriptBefore(script: string, uri: string = BOARD): Hooks {
  return replaced("<script>", `<script>${script}</script>\n<script>`, uri);
}

/** Hooks that run `script` at the end of the script of the second view, after its `start`, or of another one. */
export function scriptAfter(script: string, uri: string = BOARD): Hooks {
  return replaced("</script>\n</body>", `${script}</script>\n</body>`, uri);
}

/** Hooks that run `body` when the second view has shown a result, or another one. `result` is there. */
export function onShown(body: string, uri: string = BOARD): Hooks {
  return scriptAfter(`{ const shown = onResult; onResult = function (result) { shown(result); ${body} }; }`, uri);
}

/** The same hooks on the second view, which declares this `csp`. */
export function declaring(csp: Json, { policies }: Hooks): Hooks {
  return apps({ ...policies?.apps, ...withCsp(csp).policies?.apps });
}
