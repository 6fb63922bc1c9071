/** One problem that a schema found. */
export interface SchemaIssue {
  message: string;
  path?: readonly (PropertyKey | { key: PropertyKey })[];
}

/** The Standard Schema interface, version 1: what zod, valibot, arktype and others implement. */
export interface StandardSchema<Input = unknown, Output = Input> {
  "~standard": {
    version: 1;
    vendor: string;
    validate(
      value: unknown,
    ):
      | { value: Output; issues?: undefined }
      | { issues: readonly SchemaIssue[] }
      | Promise<{ value: Output; issues?: undefined } | { issues: readonly SchemaIssue[] }>;
    types?: { input: Input; output: Output };
  };
}
