import { expect, test } from "vitest";
import { planOf, type Wishes } from "./plan.js";
import { isRefusal } from "./refusal.js";

function planned(wishes: Wishes) {
  const { folder, extension, name, word, title } = planOf(wishes, "/home/ada");
  return [folder, extension, name, word, title];
}

test.each<[Wishes, string[]]>([
  [{}, ["/home/ada/mcptest-pack-gadgets", "com.example/gadgets", "mcptest-pack-gadgets", "gadgets", "Gadgets"]],
  [
    { extension: "com.acme/Side-Car_x" },
    ["/home/ada/mcptest-pack-side-car-x", "com.acme/Side-Car_x", "mcptest-pack-side-car-x", "side-car-x", "Side car x"],
  ],
  [
    { folder: "packs/mcptest-pack-bells" },
    ["/home/ada/packs/mcptest-pack-bells", "com.example/bells", "mcptest-pack-bells", "bells", "Bells"],
  ],
  [{ folder: "." }, ["/home/ada", "com.example/ada", "mcptest-pack-ada", "ada", "Ada"]],
  [{ name: "@acme/pack-bells" }, ["/home/ada/pack-bells", "com.example/bells", "@acme/pack-bells", "bells", "Bells"]],
  [{ folder: "Ü b", extension: "org.x/y.z" }, ["/home/ada/Ü b", "org.x/y.z", "mcptest-pack-y-z", "y-z", "Y z"]],
  [{ folder: "日本" }, ["/home/ada/日本", "com.example/gadgets", "mcptest-pack-gadgets", "gadgets", "Gadgets"]],
])("%j", (wishes, plan) => {
  expect(planned(wishes)).toEqual(plan);
});

function refused(wishes: Wishes): string {
  try {
    planOf(wishes, "/home/ada");
  } catch (error) {
    if (isRefusal(error)) return `${error.message}\nfix: ${error.fix}`;
  }
  throw new Error(`${JSON.stringify(wishes)} was not refused`);
}

test("an id of no extension is refused", () => {
  expect(refused({ extension: "gadgets" })).toMatchInlineSnapshot(`
    ""gadgets" is no id of an extension.
    fix: Write a reversed domain, a slash and a name, such as --extension com.example/gadgets"
  `);
  for (const extension of ["", "com.example/", "com.example/a/b", "com.-example/a", "com.example/$&"]) {
    expect(refused({ extension })).toContain("is no id of an extension");
  }
});

test("a name that npm does not take is refused", () => {
  expect(refused({ name: "Gadgets" })).toMatchInlineSnapshot(`
    ""Gadgets" is no name of an npm package.
    fix: Write lower-case letters, digits and hyphens, with a scope or without, such as --name @acme/mcptest-pack-gadgets"
  `);
  for (const name of ["", ".x", "a b", "@acme", "@acme/", "x".repeat(215)]) {
    expect(refused({ name, extension: "com.example/gadgets" })).toContain("is no name of an npm package");
  }
});
