import type { Mount, MountResponse } from '../../core/service/mount.js';
import type { PartSource } from '../../core/service/part.js';
import { fillVariables } from '../../core/service/fill-variables.js';

/** Text files by name under `/.well-known/`; `${NAME}` is replaced with an environment variable. */
export type WellKnownTexts = { readonly [name: string]: string };

/**
 * Headers of the files. Scanners and directories rarely send requests, and a short cache time lets changes take effect
 * soon.
 */
const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'max-age=300' };

/**
 * Serves text files under `/.well-known/` without authentication.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8615
 */
export function serveTexts(texts: WellKnownTexts): PartSource<never> {
  return {
    open: () => ({}),
    mount({ environment }) {
      const byPath = new Map(
        Object.entries(texts).map(([name, text]) => [
          `/.well-known/${name}`,
          fillVariables(text, environment, `\`wellKnown\` (${name})`),
        ]),
      );
      const mount: Mount = {
        paths: [...byPath.keys()],
        after: 'host',
        find({ method }, path) {
          const text = byPath.get(path);
          return text === undefined ? undefined : () => respond(method, text);
        },
      };
      return [mount];
    },
  };
}

function respond(method: string, text: string): MountResponse {
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { Allow: 'GET, HEAD' } };
  return { status: 200, headers, body: text };
}
