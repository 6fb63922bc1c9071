/** What one refusal means, for people: what happened is in the message of each error. */
export interface RegistrationErrorEntry {
  /** Why it is refused. */
  why: string;
  /** What to do. */
  fix: string;
}

/** Every reason for which a registration is refused, by code. */
export const REGISTRATION_ERRORS = {
  ID_GRAMMAR: {
    why: "An extension id has the form prefix/name: a reversed domain, one slash, a name of ASCII letters, digits and . - _ inside.",
    fix: "Write an id such as com.example/jobs.",
  },
  ID_RESERVED: {
    why: "A prefix whose second label is modelcontextprotocol or mcp belongs to MCP itself.",
    fix: "Use a reversed domain of your own, or the exact id of an official extension.",
  },
  EXTENSION_TWICE: {
    why: "An extension of that id is registered already.",
    fix: "Register each extension once, with all its methods and files.",
  },
  DECLARATION: {
    why: "A part of the declaration is missing or has the wrong type.",
    fix: "Give the part that the message names, as the types of the package describe it.",
  },
  SETTINGS: {
    why: "Settings are sent as JSON, and the member notifications of the advertised settings is written by the registry.",
    fix: "Use a plain JSON object without a member notifications; declare notifications under notifications.",
  },
  METHOD_NAME: {
    why: "The name becomes a part of a resource address, so it has no white space, none of ? # % : { } \\, no empty, . or .. segment, and does not end in manifest.json.",
    fix: "Use a name such as jobs/start.",
  },
  METHOD_OF_PROTOCOL: {
    why: "Some revision of MCP, or JSON-RPC itself, gives that name a meaning of its own.",
    fix: "Put the methods of the extension under a name of its own, such as jobs/list.",
  },
  METHOD_TWICE: {
    why: "Another extension of this server has a method of that name, and a call names the method only.",
    fix: "Rename one of the two.",
  },
  SCHEMA_UNKNOWN: {
    why: "The schema cannot say what it is as JSON Schema, and callers on older revisions need to read that.",
    fix: 'Give inputSchema (for params) or outputSchema (for result) beside it, which zod/mini makes by z.toJSONSchema(schema, { io: "input" }); or use zod 4.2 or later.',
  },
  SCHEMA_NOT_OBJECT: {
    why: "The arguments of a method are one JSON object, and so is its result.",
    fix: "Wrap the schema in an object schema.",
  },
  NOTIFICATION_NAME: {
    why: "A notification has a name that begins with notifications/ and has no white space.",
    fix: "Use a name such as notifications/jobs/changed.",
  },
  NOTIFICATION_OF_PROTOCOL: {
    why: "Some revision of MCP gives that notification a meaning of its own.",
    fix: "Use a name of the extension's own, such as notifications/jobs/changed.",
  },
  NOTIFICATION_TWICE: {
    why: "Another extension of this server declares that notification, and subscribers choose by its name only.",
    fix: "Rename one of the two.",
  },
  NOTIFICATION_UNDECLARED: {
    why: "Only what an extension declares under notifications can be broadcast: subscribers choose from these.",
    fix: "Declare it under notifications of its extension.",
  },
  RESOURCE_URI: {
    why: "An address has a scheme, and mcp-extensions:// is where the registry itself puts what extensions declare.",
    fix: "Use an address such as jobs://readme.",
  },
  FILE_PATH: {
    why: "The path of a file on older revisions has no empty, . or .. segment and does not end in manifest.json.",
    fix: "Give the file a path, such as docs/readme.md; by default it is what stands after :// in its address.",
  },
  FILE_TEMPLATE: {
    why: "A template has variables of the form {name}, each once, and the same ones in its address and in its path.",
    fix: "Write a template such as jobs://{job}/log.txt; for a fixed address use files.",
  },
  ADDRESS_TAKEN: {
    why: "Something else stands at that address already: another file, a method or a resource of the server.",
    fix: "Change the address, or give the file another path.",
  },
  HANDLER_RESERVED: {
    why: "The registry itself answers resources/list, resources/templates/list, resources/read and the methods of extensions.",
    fix: "Give resources to registry.resource() or registry.resourceTemplate(), and methods to an Extension.",
  },
} as const satisfies Record<string, RegistrationErrorEntry>;

/** A code of {@link REGISTRATION_ERRORS}. */
export type RegistrationErrorCode = keyof typeof REGISTRATION_ERRORS;

/** A registration was refused, and nothing of it was kept. `message` says what happened, `fix` what to do. */
export class RegistrationError extends Error {
  override readonly name = "RegistrationError";
  readonly code: RegistrationErrorCode;

  constructor(code: RegistrationErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }

  get why(): string {
    return REGISTRATION_ERRORS[this.code].why;
  }

  get fix(): string {
    return REGISTRATION_ERRORS[this.code].fix;
  }
}
