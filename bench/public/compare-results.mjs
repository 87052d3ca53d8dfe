import { isDeepStrictEqual } from 'node:util';
import { VirtualUser } from './drive/virtual-user.mjs';

/** Users whose sessions are compared, with two and with three items in the cart. */
const compared = [1, 3];

/**
 * Lets a few users work at each server and compares the results of the tools.
 *
 * @param {{ name: string, port: number }[]} subjects Each has a database of its own with the same data.
 * @returns {Promise<Record<string, object>>} Results of the first server, by user and tool.
 * @throws Error for a wrong response, or one that differs from that of the first server.
 */
export async function compareResults(subjects) {
  let expected;
  for (const { name, port } of subjects) {
    const found = {};
    for (const number of compared) {
      const results = await new VirtualUser(number, port, { count() {}, fail: (text) => refuse(name, text) }).tour();
      for (const [tool, { content }] of Object.entries(results)) if (content) found[`${number} ${tool}`] = content;
    }
    expected ??= found;
    for (const [key, content] of Object.entries(found)) {
      if (!isDeepStrictEqual(content, expected[key])) {
        refuse(name, `${key} returns ${JSON.stringify(content)} instead of ${JSON.stringify(expected[key])}`);
      }
    }
  }
  return expected;
}

function refuse(name, text) {
  throw new Error(`${name}: ${text}`);
}
