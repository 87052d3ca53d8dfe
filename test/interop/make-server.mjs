import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { linkPackages } from '../kit/link-packages.mjs';
import { runProgram } from '../platforms/run-program.mjs';

const cli = path.resolve(import.meta.dirname, '../../dist/generator/cli.js');

const definition = `server: { name: interop, version: 1.0.0 }
$defs:
  Book:
    type: object
    properties: { title: { type: string }, pages: { type: integer } }
    required: [title, pages]
tools:
  greet:
    description: Greets a person.
    inputSchema:
      type: object
      properties: { name: { type: string, description: Name of the person. } }
      required: [name]
  find_book:
    description: Finds a book.
    outputSchema: { $ref: '#/$defs/Book' }
  show_book:
    description: Shows a book, with a text that is not in the structured value.
    outputSchema: { $ref: '#/$defs/Book' }
  buy_book:
    description: Buys a book that is out of stock.
  order_shirt:
    description: Orders a shirt, and asks for its size.
    elicitations:
      size:
        message: Which size?
        requestedSchema:
          type: object
          properties: { size: { type: string, enum: [S, M, L] } }
          required: [size]
  protocol_version:
    description: Tells the protocol version of the call.
`;

const handlers = {
  'greet.ts': `import type { Greet } from '../../generated/handlers.ts';
export const greet: Greet = ({ name }) => \`Hello, \${name}.\`;
`,
  'find-book.ts': `import type { FindBook } from '../../generated/handlers.ts';
export const findBook: FindBook = () => ({ title: 'Dune', pages: 412 });
`,
  'show-book.ts': `import { structured } from 'create-mcp-from-schema/runtime';
import type { ShowBook } from '../../generated/handlers.ts';
export const showBook: ShowBook = () => structured({ title: 'Dune', pages: 412 }, ['A novel about sand.']);
`,
  'buy-book.ts': `import { error } from 'create-mcp-from-schema/runtime';
import type { BuyBook } from '../../generated/handlers.ts';
export const buyBook: BuyBook = () => error('Dune is out of stock.');
`,
  'order-shirt.ts': `import type { OrderShirt } from '../../generated/handlers.ts';
export const orderShirt: OrderShirt = async (_input, { elicitations }) => {
  const answer = await elicitations.size();
  return answer.action === 'accept' ? \`Ordered \${answer.content.size}.\` : \`Not ordered: \${answer.action}.\`;
};
`,
  'protocol-version.ts': `import type { ProtocolVersion } from '../../generated/handlers.ts';
export const protocolVersion: ProtocolVersion = (_input, { protocolVersion }) => protocolVersion;
`,
};

/**
 * Generates and builds the server that all clients talk to.
 *
 * @param {string} folder is made
 * @returns {Promise<string>} the path of its bundle
 */
export async function makeServer(folder) {
  write(path.join(folder, 'definitions/interop.mcp.yaml'), definition);
  write(path.join(folder, 'package.json'), '{ "name": "interop", "version": "1.0.0", "type": "module" }\n');
  linkPackages(folder);
  for (const [name, text] of Object.entries(handlers)) write(path.join(folder, 'handlers/tools', name), text);
  for (const command of ['generate', 'build']) {
    await runProgram(process.execPath, [cli, command, '--root', folder], { cwd: folder });
  }
  return path.join(folder, 'dist/server.mjs');
}

function write(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
