import type { ExtensionOptions, Methods } from "./types.js";

/**
 * An extension: its id and what it is made of. Nothing is checked before it is registered, and what is registered is what
 * the options held at that moment. The arguments of each handler have the type of the method's own `params`.
 */
export class Extension<
  Params extends Record<string, unknown> = Record<string, unknown>,
  Results extends Record<string, unknown> = Record<string, unknown>,
> {
  /** Such as `com.example/jobs`. */
  readonly id: string;
  readonly options: ExtensionOptions;

  constructor(id: string, options: ExtensionOptions<Methods<Params, Results>> = {}) {
    this.id = id;
    this.options = options as ExtensionOptions;
  }
}
