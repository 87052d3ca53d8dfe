import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { talk } from './talk.mjs';

/** Disables timers: on a busy machine a server would otherwise also load the code that it loads when idle. */
const withoutTimers = `data:text/javascript,globalThis.setTimeout = () => ({ unref() {}, ref() {} });`;

/**
 * Lists the files that Node loads until a server has answered some requests and ended, with their sizes in bytes.
 * Coverage shows the files, whether imported statically or not.
 */
export async function listLoadedFiles(server, requests, options = []) {
  const coverage = mkdtempSync(path.join(tmpdir(), 'loaded-files-'));
  try {
    await talk([process.execPath, '--import', withoutTimers, server, ...options], requests, {
      NODE_V8_COVERAGE: coverage,
    });
    const urls = readdirSync(coverage).flatMap((file) =>
      JSON.parse(readFileSync(path.join(coverage, file), 'utf8')).result.map(({ url }) => url),
    );
    const files = [...new Set(urls.filter((url) => url.startsWith('file:')))].map((url) => fileURLToPath(url));
    return files.map((file) => ({ name: path.basename(file), bytes: statSync(file).size }));
  } finally {
    rmSync(coverage, { recursive: true });
  }
}
