import type { ServerProcess } from './start-server.js';

/**
 * Resolves with the match when a server has written something for its operator.
 *
 * @throws {Error} with what it has written, when it ends without
 */
export function untilSaid({ child, output, exited }: ServerProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const found = pattern.exec(output.stderr);
      if (found !== null) resolve(found);
    };
    child.stderr.on('data', look);
    look();
    void exited.then((code) => reject(new Error(`The server ended with ${code}: ${output.stderr}`)));
  });
}
