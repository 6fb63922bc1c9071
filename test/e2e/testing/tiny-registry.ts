import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll } from "vitest";

/** The files of one version of a package; its package.json is an object. */
export interface PackageFiles {
  "package.json": { name: string; version: string; [member: string]: unknown };
  [path: string]: string | object;
}

/** A registry on loopback that has these packages and no other. Gives its URL; it goes away after the tests of the file. */
export async function startTinyRegistry(packages: readonly PackageFiles[]): Promise<string> {
  const server = createServer((request, response) => {
    const [name = "", file] = decodeURIComponent(request.url ?? "")
      .slice(1)
      .split("/-/");
    const versions = packages.filter((files) => files["package.json"].name === name);
    if (versions.length === 0) response.writeHead(404).end('{"error": "not_found"}');
    else if (file === undefined) response.end(JSON.stringify(packument(versions, `http://${request.headers.host}`)));
    else response.end(tarball(versions.find((files) => file === fileOf(files)) as PackageFiles));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function packument(versions: readonly PackageFiles[], url: string): object {
  const manifests = versions.map((files) => files["package.json"]);
  const { name } = manifests[0] as PackageFiles["package.json"];
  const entries = versions.map((files) => {
    const bytes = tarball(files);
    const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
    const shasum = createHash("sha1").update(bytes).digest("hex");
    const dist = { tarball: `${url}/${name}/-/${fileOf(files)}`, integrity, shasum };
    return [files["package.json"].version, { ...files["package.json"], dist }];
  });
  return { name, "dist-tags": { latest: manifests.at(-1)?.version }, versions: Object.fromEntries(entries) };
}

function fileOf({ "package.json": { name, version } }: PackageFiles): string {
  return `${name.replace(/^.*\//, "")}-${version}.tgz`;
}

/** In the format ustar, below the folder `package` as npm has it. */
function tarball(files: PackageFiles): Buffer {
  const blocks = Object.entries(files).flatMap(([path, content]) => {
    const bytes = Buffer.from(typeof content === "string" ? content : JSON.stringify(content));
    return [header(`package/${path}`, bytes.length), bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

function header(path: string, size: number): Buffer {
  const block = Buffer.alloc(512);
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, "0");
  block.write(path, 0);
  block.write(octal(0o644, 8), 100);
  block.write(octal(size, 12), 124);
  block.write(octal(0, 12), 136);
  block.write("        0", 148);
  block.write("ustar\0" + "00", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 7)}\0 `, 148);
  return block;
}
