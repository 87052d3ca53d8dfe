import path from 'node:path';

/**
 * Rewrites compiler errors about missing view scripts, which name generated modules instead of the view.
 *
 * @param text Output of `tsc --pretty false`.
 * @param out Generated folder, relative to the root.
 * @param arePagesMade Whether all view pages were bundled. If not, the bundler has reported the missing files, and
 *   the compiler errors are omitted.
 */
export function explainMissingScripts(text: string, root: string, out: string, arePagesMade: boolean): string {
  const folder = path.posix.join(out, 'view-pages');
  const lines = text.split('\n').map((line) => {
    const [, file] = line.startsWith(`${folder}/`) ? (missingScript.exec(line) ?? []) : [];
    if (file === undefined) return line;
    const script = path.relative(root, path.resolve(root, folder, file)).replaceAll('\\', '/');
    return arePagesMade
      ? `error: The file ${script} does not exist: run \`create-mcp-from-schema generate\`.`
      : undefined;
  });
  return lines.filter((line) => line !== undefined).join('\n');
}

const missingScript = /^[^:]*: error TS6053: File '(.+)' not found\.$/u;
