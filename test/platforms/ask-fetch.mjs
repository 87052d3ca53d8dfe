// Asks a bundled `generated/web.ts` in this process: node ask-fetch.mjs <module> <requests, one a line>
import { pathToFileURL } from 'node:url';
import { ask } from './ask.mjs';

const [module, lines] = process.argv.slice(2);
const server = (await import(pathToFileURL(module).href)).default;
const requests = lines
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
for (const answer of await ask('http://127.0.0.1/mcp', requests, (...given) => server.fetch(new Request(...given)))) {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
