import type { MappedFile } from "./extension.js";

/** Resources of the server itself, which no extension has: they keep their addresses on every route. */
export const OWN_FILES: readonly MappedFile[] = [
  {
    address: "testkit:///about",
    name: "about",
    mimeType: "text/plain",
    read: () => ({ text: "A reference server for testing. Its extensions are resources in the older revisions." }),
  },
  {
    address: "testkit:///caf%C3%A9/menu",
    name: "menu",
    mimeType: "text/plain",
    read: () => ({ text: "Coffee, tea, water." }),
  },
  {
    address: "testkit:///items/{id}",
    template: true,
    name: "item",
    mimeType: "text/plain",
    // Braces are of the template, and in no expansion of it.
    read: (uri) => (/[{}]/.test(uri) ? undefined : { text: `The item ${uri}` }),
  },
];
