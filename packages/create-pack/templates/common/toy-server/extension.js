import { missingCapability } from "@mcptest/testkit";

const EXTENSION = "com.example/gadgets";

/** com.example/gadgets, as a server that obeys has it. The testkit's server takes it among its `extensions`. */
export function extension() {
  const items = [
    { id: "1", name: "first" },
    { id: "2", name: "second" },
  ];
  return {
    capabilities: (era) => (era === "modern" ? { extensions: { [EXTENSION]: { version: "1" } } } : {}),
    methods: { modern: new Map([["gadgets/list", declared(() => ({ items }))]]) },
  };
}

/** A method for requests that declare the extension. */
function declared(answer) {
  return (params, call) => {
    if (call.declared.extensions?.[EXTENSION] === undefined) {
      throw missingCapability({ extensions: { [EXTENSION]: {} } });
    }
    return answer(params, call);
  };
}
