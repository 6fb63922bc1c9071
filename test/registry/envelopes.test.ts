import { expect, test } from "vitest";
import { envelopesOf } from "./testing/envelopes.js";
import type { Call } from "./testing/example.js";
import { TRANSPORTS, talk } from "./testing/session.js";

/** What the example server answers on one revision, over stdio; the same comes over HTTP. */
async function answersOn(version: string): Promise<string> {
  const [stdio, http] = await Promise.all(
    TRANSPORTS.map(async (transport) => {
      const talking = await talk(version, transport);
      const envelopes = await envelopesOf(talking);
      return { envelopes, calls: talking.calls().map(short) };
    }),
  );
  expect(http).toEqual(stdio);
  const rows = Object.entries(stdio?.envelopes ?? {}).map(([label, shape]) => `${label}: ${shape}`);
  return `\n${rows.join("\n")}\n\n${stdio?.calls.join("\n")}\n`;
}

function short({ name, params }: Call): string {
  return `${name} ${JSON.stringify(params)}`;
}

test("2024-11-05", async () => {
  expect(await answersOn("2024-11-05")).toMatchInlineSnapshot(`
    "
    first answer: id jsonrpc result.capabilities.resources{} result.capabilities.tools.listChanged result.instructions result.protocolVersion result.serverInfo.name result.serverInfo.version
    resources/list: id jsonrpc result.resources[].description result.resources[].mimeType result.resources[].name result.resources[].uri
    resources/list, no such cursor: -32602 error.code error.message id jsonrpc
    resources/templates/list: id jsonrpc result.resourceTemplates[].description result.resourceTemplates[].mimeType result.resourceTemplates[].name result.resourceTemplates[].uriTemplate
    read manifest: id jsonrpc result.contents[].mimeType result.contents[].text result.contents[].uri
    the text of the manifest: capabilities.maxJobs instructions methodResources[].description methodResources[].inputSchema methodResources[].outputSchema methodResources[].uri methodResources[].uriTemplate methods[] name notifications.notifications/jobs/changed resourceTemplates[] resources[]
    read fixed method: id jsonrpc result.contents[].mimeType result.contents[].text result.contents[].uri
    read method with arguments: id jsonrpc result.contents[].mimeType result.contents[].text result.contents[].uri
    the text of the method: job.jobId job.name job.priority job.state
    read method, refused by its handler: 1001 error.code error.data.jobId error.message id jsonrpc
    read method, refused by its schema: -32602 error.code error.data[].message error.data[].path[] error.message id jsonrpc
    read method, malformed escape: -32602 error.code error.message id jsonrpc
    read method, empty params: -32002 error.code error.data.uri error.message id jsonrpc
    read method that needs arguments, without: -32002 error.code error.data.uri error.message id jsonrpc
    read text: id jsonrpc result.contents[].mimeType result.contents[].text result.contents[].uri
    read bytes: id jsonrpc result.contents[].blob result.contents[].mimeType result.contents[].uri
    read text by template: id jsonrpc result.contents[].mimeType result.contents[].text result.contents[].uri
    read template, no such file: -32002 error.code error.data.uri error.message id jsonrpc
    read text of the server itself: id jsonrpc result.contents[].mimeType result.contents[].text result.contents[].uri
    read the other face's address of a file: -32002 error.code error.data.uri error.message id jsonrpc
    read unknown: -32002 error.code error.data.uri error.message id jsonrpc
    read without uri: -32602 error.code error.message id jsonrpc
    server/discover: -32601 error.code error.message id jsonrpc
    call: -32601 error.code error.message id jsonrpc
    call, refused by its handler: -32601 error.code error.message id jsonrpc
    call, refused by its schema: -32601 error.code error.message id jsonrpc

    jobs/list {}
    jobs/start {"name":"a","priority":1}
    jobs/get {"jobId":"none"}
    skill://deploy/SKILL.md {}
    skill://deploy/picture.png {}
    skill://{skill}/notes/{note}.md {"skill":"deploy","note":"rollback"}
    skill://{skill}/notes/{note}.md {"skill":"deploy","note":"none"}
    "
  `);
});

test("2025-03-26", async () => {
  expect(await answersOn("2025-03-26")).toMatchInlineSnapshot(`
    "
    first answer: id jsonrpc result.capabilities.resources{} result.capabilities.tools.listChanged result.instructions result.protocolVersion result.serverInfo.name result.serverInfo.version
    resources/list: id jsonrpc result.resources[].description result.resources[].mimeType result.resources[].name result.resources[].uri
    resources/list, no such cursor: -32602 error.code error.message id jsonrpc
    resources/templates/list: id jsonrpc result.resourceTemplates[].description result.resourceTemplates[].mimeType result.resourceTemplates[].name result.resourceTemplates[].uriTemplate
    read manifest: id jsonrpc result.contents[].mimeType result.contents[].text result.contents[].uri
    the text of the manifest: capabilities.maxJobs instructions methodResources[].description methodResources[].inputSchema methodResources[].outputSchema methodResources[].uri methodResources[].uriTemplate methods[] name notifications.notifications/jobs/changed resourceTemplates[] resources[]
    read fixed method: id jsonrpc result.contents[].mimeType result.contents[].text result.contents[].uri
    read method with arguments: id jsonrpc result.contents[].mimeType result.contents[].text result.contents[].uri
    the text of the method: job.jobId job.name job.priority job.state
    read method, refused by its handler: 1001 error.code error.data.jobId error.message id jsonrpc
    read method, refused by its schema: -32602 error.code error.data[].message error.data[].path[] error.message id jsonrpc
    read method, malformed escape: -32602 error.code error.message id jsonrpc
    read method, empty params: -32002 error.code error.data.uri error.message id jsonrpc
    read method that needs arguments, without: -32002 error.code error.data.uri error.message id jsonrpc
    read text: id jsonrpc result.contents[].mimeType result.contents[].text result.contents[].uri
    read bytes: id jsonrpc result.contents[].blob result.contents[].mimeType result.contents[].uri
    read text by template: id jsonrpc result.contents[].mimeType result.contents[].text result.contents[].uri
    read template, no such file: -32002 error.code error.data.uri error.message id jsonrpc
    read text of the server itself: id jsonrpc result.contents[].mimeType result.contents[].text result.contents[].uri
    read the other face's address of a file: -32002 error.code error.data.uri error.message id jsonrpc
    read unknown: -32002 error.code error.data.uri error.message id jsonrpc
    read without uri: -32602 error.code error.message id jsonrpc
    server/discover: -32601 error.code error.message id jsonrpc
    call: -32601 error.code error.message id jsonrpc
    call, refused by its handler: -32601 error.code error.message id jsonrpc
    call, refused by its schema: -32601 error.code error.message id jsonrpc

    jobs/list {}
    jobs/start {"name":"a","priority":1}
    jobs/get {"jobId":"none"}
    skill://deploy/SKILL.md {}
    skill://deploy/picture.png {}
    skill://{skill}/notes/{note}.md {"skill":"deploy","note":"rollback"}
    skill://{skill}/notes/{note}.md {"skill":"deploy","note":"none"}
    "
  `);
});

test("2025-06-18", async () => {
  expect(await answersOn("2025-06-18")).toMatchInlineSnapshot(`
    "
    first answer: id jsonrpc result.capabilities.resources{} result.capabilities.tools.listChanged result.instructions result.protocolVersion result.serverInfo.name result.serverInfo.version
    resources/list: id jsonrpc result.resources[].description result.resources[].mimeType result.resources[].name result.resources[].uri
    resources/list, no such cursor: -32602 error.code error.message id jsonrpc
    resources/templates/list: id jsonrpc result.resourceTemplates[].description result.resourceTemplates[].mimeType result.resourceTemplates[].name result.resourceTemplates[].uriTemplate
    read manifest: id jsonrpc result.contents[].mimeType result.contents[].text result.contents[].uri
    the text of the manifest: capabilities.maxJobs instructions methodResources[].description methodResources[].inputSchema methodResources[].outputSchema methodResources[].uri methodResources[].uriTemplate methods[] name notifications.notifications/jobs/changed resourceTemplates[] resources[]
    read fixed method: id jsonrpc result.contents[].mimeType result.contents[].text result.contents[].uri
    read method with arguments: id jsonrpc result.contents[].mimeType result.contents[].text result.contents[].uri
    the text of the method: job.jobId job.name job.priority job.state
    read method, refused by its handler: 1001 error.code error.data.jobId error.message id jsonrpc
    read method, refused by its schema: -32602 error.code error.data[].message error.data[].path[] error.message id jsonrpc
    read method, malformed escape: -32602 error.code error.message id jsonrpc
    read method, empty params: -32002 error.code error.data.uri error.message id jsonrpc
    read method that needs arguments, without: -32002 error.code error.data.uri error.message id jsonrpc
    read text: id jsonrpc result.contents[].mimeType result.contents[].text result.contents[].uri
    read bytes: id jsonrpc result.contents[].blob result.contents[].mimeType result.contents[].uri
    read text by template: id jsonrpc result.contents[].mimeType result.contents[].text result.contents[].uri
    read template, no such file: -32002 error.code error.data.uri error.message id jsonrpc
    read text of the server itself: id jsonrpc result.contents[].mimeType result.contents[].text result.contents[].uri
    read the other face's address of a file: -32002 error.code error.data.uri error.message id jsonrpc
    read unknown: -32002 error.code error.data.uri error.message id jsonrpc
    read without uri: -32602 error.code error.message id jsonrpc
    server/discover: -32601 error.code error.message id jsonrpc
    call: -32601 error.code error.message id jsonrpc
    call, refused by its handler: -32601 error.code error.message id jsonrpc
    call, refused by its schema: -32601 error.code error.message id jsonrpc

    jobs/list {}
    jobs/start {"name":"a","priority":1}
    jobs/get {"jobId":"none"}
    skill://deploy/SKILL.md {}
    skill://deploy/picture.png {}
    skill://{skill}/notes/{note}.md {"skill":"deploy","note":"rollback"}
    skill://{skill}/notes/{note}.md {"skill":"deploy","note":"none"}
    "
  `);
});

test("2025-11-25", async () => {
  expect(await answersOn("2025-11-25")).toMatchInlineSnapshot(`
    "
    first answer: id jsonrpc result.capabilities.resources{} result.capabilities.tools.listChanged result.instructions result.protocolVersion result.serverInfo.name result.serverInfo.version
    resources/list: id jsonrpc result.resources[].description result.resources[].mimeType result.resources[].name result.resources[].uri
    resources/list, no such cursor: -32602 error.code error.message id jsonrpc
    resources/templates/list: id jsonrpc result.resourceTemplates[].description result.resourceTemplates[].mimeType result.resourceTemplates[].name result.resourceTemplates[].uriTemplate
    read manifest: id jsonrpc result.contents[].mimeType result.contents[].text result.contents[].uri
    the text of the manifest: capabilities.maxJobs instructions methodResources[].description methodResources[].inputSchema methodResources[].outputSchema methodResources[].uri methodResources[].uriTemplate methods[] name notifications.notifications/jobs/changed resourceTemplates[] resources[]
    read fixed method: id jsonrpc result.contents[].mimeType result.contents[].text result.contents[].uri
    read method with arguments: id jsonrpc result.contents[].mimeType result.contents[].text result.contents[].uri
    the text of the method: job.jobId job.name job.priority job.state
    read method, refused by its handler: 1001 error.code error.data.jobId error.message id jsonrpc
    read method, refused by its schema: -32602 error.code error.data[].message error.data[].path[] error.message id jsonrpc
    read method, malformed escape: -32602 error.code error.message id jsonrpc
    read method, empty params: -32002 error.code error.data.uri error.message id jsonrpc
    read method that needs arguments, without: -32002 error.code error.data.uri error.message id jsonrpc
    read text: id jsonrpc result.contents[].mimeType result.contents[].text result.contents[].uri
    read bytes: id jsonrpc result.contents[].blob result.contents[].mimeType result.contents[].uri
    read text by template: id jsonrpc result.contents[].mimeType result.contents[].text result.contents[].uri
    read template, no such file: -32002 error.code error.data.uri error.message id jsonrpc
    read text of the server itself: id jsonrpc result.contents[].mimeType result.contents[].text result.contents[].uri
    read the other face's address of a file: -32002 error.code error.data.uri error.message id jsonrpc
    read unknown: -32002 error.code error.data.uri error.message id jsonrpc
    read without uri: -32602 error.code error.message id jsonrpc
    server/discover: -32601 error.code error.message id jsonrpc
    call: -32601 error.code error.message id jsonrpc
    call, refused by its handler: -32601 error.code error.message id jsonrpc
    call, refused by its schema: -32601 error.code error.message id jsonrpc

    jobs/list {}
    jobs/start {"name":"a","priority":1}
    jobs/get {"jobId":"none"}
    skill://deploy/SKILL.md {}
    skill://deploy/picture.png {}
    skill://{skill}/notes/{note}.md {"skill":"deploy","note":"rollback"}
    skill://{skill}/notes/{note}.md {"skill":"deploy","note":"none"}
    "
  `);
});

test("2026-07-28", async () => {
  expect(await answersOn("2026-07-28")).toMatchInlineSnapshot(`
    "
    first answer: id jsonrpc result._meta.io.modelcontextprotocol/serverInfo.name result._meta.io.modelcontextprotocol/serverInfo.version result.cacheScope result.capabilities.extensions.example.org/jobs.maxJobs result.capabilities.extensions.example.org/jobs.notifications.notifications/jobs/changed result.capabilities.extensions.example.org/skills{} result.capabilities.resources{} result.capabilities.tools.listChanged result.instructions result.resultType result.supportedVersions[] result.ttlMs
    resources/list: id jsonrpc result._meta.io.modelcontextprotocol/serverInfo.name result._meta.io.modelcontextprotocol/serverInfo.version result.cacheScope result.resources[].description result.resources[].mimeType result.resources[].name result.resources[].uri result.resultType result.ttlMs
    resources/list, no such cursor: -32602 error.code error.message id jsonrpc
    resources/templates/list: id jsonrpc result._meta.io.modelcontextprotocol/serverInfo.name result._meta.io.modelcontextprotocol/serverInfo.version result.cacheScope result.resourceTemplates[].description result.resourceTemplates[].mimeType result.resourceTemplates[].name result.resourceTemplates[].uriTemplate result.resultType result.ttlMs
    read manifest: -32602 error.code error.data.uri error.message id jsonrpc
    read fixed method: -32602 error.code error.data.uri error.message id jsonrpc
    read method with arguments: -32602 error.code error.data.uri error.message id jsonrpc
    read method, refused by its handler: -32602 error.code error.data.uri error.message id jsonrpc
    read method, refused by its schema: -32602 error.code error.data.uri error.message id jsonrpc
    read method, malformed escape: -32602 error.code error.data.uri error.message id jsonrpc
    read method, empty params: -32602 error.code error.data.uri error.message id jsonrpc
    read method that needs arguments, without: -32602 error.code error.data.uri error.message id jsonrpc
    read text: id jsonrpc result._meta.io.modelcontextprotocol/serverInfo.name result._meta.io.modelcontextprotocol/serverInfo.version result.cacheScope result.contents[].mimeType result.contents[].text result.contents[].uri result.resultType result.ttlMs
    read bytes: id jsonrpc result._meta.io.modelcontextprotocol/serverInfo.name result._meta.io.modelcontextprotocol/serverInfo.version result.cacheScope result.contents[].blob result.contents[].mimeType result.contents[].uri result.resultType result.ttlMs
    read text by template: id jsonrpc result._meta.io.modelcontextprotocol/serverInfo.name result._meta.io.modelcontextprotocol/serverInfo.version result.cacheScope result.contents[].mimeType result.contents[].text result.contents[].uri result.resultType result.ttlMs
    read template, no such file: -32602 error.code error.data.uri error.message id jsonrpc
    read text of the server itself: id jsonrpc result._meta.io.modelcontextprotocol/serverInfo.name result._meta.io.modelcontextprotocol/serverInfo.version result.cacheScope result.contents[].mimeType result.contents[].text result.contents[].uri result.resultType result.ttlMs
    read the other face's address of a file: -32602 error.code error.data.uri error.message id jsonrpc
    read unknown: -32602 error.code error.data.uri error.message id jsonrpc
    read without uri: -32602 error.code error.message id jsonrpc
    server/discover: id jsonrpc result._meta.io.modelcontextprotocol/serverInfo.name result._meta.io.modelcontextprotocol/serverInfo.version result.cacheScope result.capabilities.extensions.example.org/jobs.maxJobs result.capabilities.extensions.example.org/jobs.notifications.notifications/jobs/changed result.capabilities.extensions.example.org/skills{} result.capabilities.resources{} result.capabilities.tools.listChanged result.instructions result.resultType result.supportedVersions[] result.ttlMs
    call: id jsonrpc result._meta.io.modelcontextprotocol/serverInfo.name result._meta.io.modelcontextprotocol/serverInfo.version result.job.jobId result.job.name result.job.priority result.job.state result.resultType
    call, refused by its handler: 1001 error.code error.data.jobId error.message id jsonrpc
    call, refused by its schema: -32602 error.code error.data[].message error.data[].path[] error.message id jsonrpc

    skill://deploy/SKILL.md {}
    skill://deploy/picture.png {}
    skill://{skill}/notes/{note}.md {"skill":"deploy","note":"rollback"}
    skill://{skill}/notes/{note}.md {"skill":"deploy","note":"none"}
    jobs/start {"name":"a","priority":1}
    jobs/get {"jobId":"none"}
    "
  `);
});
