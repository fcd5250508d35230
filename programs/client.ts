// `npm run client [-- --url https://shop.example.com --out dist/client]`: writes the OpenAPI document and a typed client made of it.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ClientSource, createClientPackage } from '#bff/outside/openapi/client/client-package.ts';
import { createOpenApiDocument } from '#bff/outside/openapi/document.ts';
import { readOptions } from '#infra/adapters/config/command-options.ts';

const USAGE = `npm run client -- [--url https://shop.example.com] [--out dist/client]

Writes the OpenAPI document of the API and a typed client that is made of it, for the store at that address.`;

const values = readOptions(USAGE, {
  url: { type: 'string', default: 'http://localhost:3000' },
  out: { type: 'string', default: 'dist/client' },
});
const document = createOpenApiDocument(values.url);
const files = {
  ...createClientPackage(document as unknown as ClientSource),
  'openapi.json': `${JSON.stringify(document, null, 2)}\n`,
};
await mkdir(values.out, { recursive: true });
for (const [name, text] of Object.entries(files)) await writeFile(path.join(values.out, name), text);
console.log(`The client is in ${values.out}.`);
