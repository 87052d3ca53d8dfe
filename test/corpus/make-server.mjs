import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { linkPackages } from '../kit/link-packages.mjs';

/**
 * Generates a project of one document, as the command line does.
 *
 * @param {string} project an empty folder
 * @param {string} document path below the folder of documents
 * @param {ReadonlyMap<string, Buffer>} parts its files
 * @param {object} [settings] beside `document` in the definition
 */
export async function generateProject(project, document, parts, settings = {}) {
  for (const [file, bytes] of parts) write(project, `definitions/documents/${file}`, bytes);
  const api = JSON.stringify({ document: `./documents/${document}`, ...settings });
  write(project, 'definitions/corpus.mcp.yaml', `server: { name: corpus, version: 1.0.0 }\nopenapi: { api: ${api} }\n`);
  linkPackages(project);
  const { runGenerator } = await import('../../dist/generator/tools/runs/run-generator.js');
  const folders = { root: project, definitions: 'definitions', handlers: 'handlers', out: 'generated' };
  return runGenerator({ ...folders, check: false, force: false, strict: false });
}

/**
 * Bundles the server of a project.
 *
 * @param {string} project
 * @returns {Promise<string>} path of the program
 */
export async function bundleServer(project) {
  await bundle(project, 'generated/server.ts');
  return path.join(project, 'dist', 'server.mjs');
}

/**
 * Bundles a module of a project into `dist`.
 *
 * @param {string} project
 * @param {string} entry
 */
export async function bundle(project, entry) {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: project,
    entryPoints: [entry],
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
  });
}

/**
 * Writes a file of a project.
 *
 * @param {string} project
 * @param {string} file
 * @param {string | Buffer} content
 */
export function write(project, file, content) {
  const target = path.join(project, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
}
