import { fromTaskClient } from '../wire/task-client.js';
import type { HttpTarget } from '../wire/http-kit.js';
import { request, type Wire } from '../wire/wire.js';

/** Headers of a caller. */
export type Headers = { readonly [name: string]: string };

/** Sends a request, and returns its result or error. */
export type Ask = (method: string, params: object) => Promise<Wire>;

/** Returns the result of a response, or its error. */
export const resultOf = (message: Wire | undefined): Wire => (message?.['result'] ?? message?.['error']) as Wire;

/** Ways to send requests with the headers of a caller: all eras, and batches. */
export const transports: { readonly [name: string]: (target: HttpTarget, headers: Headers) => Promise<Ask> } = {
  'HTTP, 2026-07-28': async (target, headers) => async (method, params) => {
    const { messages } = await target.post(fromTaskClient(1, method, params), headers);
    return resultOf(messages[0]);
  },
  ...Object.fromEntries(
    ['2025-03-26', '2025-06-18', '2025-11-25'].map((version) => [
      `HTTP, session of ${version}`,
      async (target: HttpTarget, headers: Headers): Promise<Ask> => {
        const session = await target.initialize(version, headers);
        let id = 0;
        return async (method, params) => {
          id += 1;
          return resultOf((await session.post(request(id, method, params))).messages.at(-1));
        };
      },
    ]),
  ),
  'HTTP, batch': async (target, headers) => {
    const session = await target.initialize('2025-03-26', headers);
    let ids = 0;
    return async (method, params) => {
      const id = (ids += 2);
      const { messages } = await session.post([request(id + 1, 'ping'), request(id, method, params)]);
      const answers = messages.flat() as readonly Wire[];
      return resultOf(answers.find((each) => each['id'] === id));
    };
  },
};
