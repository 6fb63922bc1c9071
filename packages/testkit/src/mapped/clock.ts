import type { MappedExtension } from "./extension.js";

/** `com.example/clock`: one method without arguments and without a description, no settings, no files. */
export const clockExtension: MappedExtension = {
  id: "com.example/clock",
  settings: {},
  methods: [
    {
      name: "clock/now",
      description: "",
      inputSchema: { type: "object", properties: {} },
      run: () => ({ time: new Date().toISOString() }),
    },
  ],
  notifications: {},
  files: [],
};
