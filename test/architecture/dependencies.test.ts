import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { listImports, listSources, root } from './imports.js';

const imports = listSources('generator', 'runtime').flatMap(listImports);

/** Imports from a folder that some rule forbids, as `from -> to`. */
function violations(folder: string, isForbidden: (to: string) => boolean): readonly string[] {
  return imports
    .filter(({ from, to }) => from.startsWith(folder) && isForbidden(to))
    .map(({ from, to }) => `${from} -> ${to}`);
}

/** The room of both halves: messages, revisions, and the client that speaks them. */
const isShared = (to: string) => to.startsWith('runtime/wire/');

describe('dependency directions', () => {
  test('the imports are found', () => {
    expect(imports.length).toBeGreaterThan(200);
    expect(imports).toContainEqual({ from: 'generator/generate.ts', to: 'generator/core/package/load-package.js' });
  });

  test('the generator imports nothing of the runtime but `wire/`', () => {
    expect(violations('generator/', (to) => to.startsWith('runtime/') && !isShared(to))).toEqual([]);
  });

  test('the runtime imports nothing of the generator', () => {
    expect(violations('runtime/', (to) => to.startsWith('generator/'))).toEqual([]);
  });

  test('the model imports nothing but itself', () => {
    expect(violations('generator/core/model/', (to) => !to.startsWith('generator/core/model/'))).toEqual([]);
  });

  test('`wire/` imports nothing else', () => {
    expect(imports.filter(({ from, to }) => isShared(from) && !isShared(to))).toEqual([]);
  });

  test('the runtime has no dependencies, and its core none on a platform', () => {
    const others = violations('runtime/', (to) => !to.startsWith('runtime/') && !to.startsWith('node:'));
    // The thread that runs scripts is bundled as a text, with its engine.
    const left = others.filter((line) => !line.startsWith('runtime/features/code-mode/thread/'));
    // A server that records spans brings the package along.
    const isApi = (line: string) => /^runtime\/features\/telemetry\/[\w-]+\.ts -> @opentelemetry\/api$/u.test(line);
    expect(left.filter((line) => !isApi(line))).toEqual([
      // The user installs it, whose pages talk to hosts; no server imports it.
      'runtime/clients/view/open-view.ts -> @modelcontextprotocol/ext-apps',
      'runtime/clients/view/view.ts -> @modelcontextprotocol/ext-apps',
      // The bundle of the runtime contains it.
      'runtime/features/auth/dpop-proofs.ts -> jose',
      'runtime/features/auth/verify-jwt.ts -> jose',
      // The user installs the driver of the database.
      'runtime/features/sql/mysql/driver.ts -> mysql2/promise',
      'runtime/features/sql/postgres/driver.ts -> pg',
      // The user installs it, who wants this store.
      'runtime/features/stores/redis/bull-queue.ts -> bullmq',
      'runtime/features/stores/redis/bull-queue.ts -> redis',
      'runtime/features/stores/redis/bull-queue.ts -> redis',
      'runtime/features/stores/redis/bull-queue.ts -> bullmq',
      'runtime/features/stores/redis/connect.ts -> redis',
      'runtime/features/stores/redis/open-link.ts -> redis',
    ]);
    const isPlatform = (file: string) =>
      /^runtime\/(?:transports\/node|features\/(?:stores|sql)\/sqlite)\//u.test(file);
    const core = imports.filter(({ from }) => from.startsWith('runtime/') && !isPlatform(from));
    expect(core.filter(({ to }) => to.startsWith('node:') || to.startsWith('runtime/transports/node/'))).toEqual([]);
  });

  test('no server loads the test kit', () => {
    // Views are clients, in pages.
    const isKit = (path: string) => path.startsWith('runtime/clients/');
    expect(violations('runtime/', isKit).filter((line) => !isKit(line))).toEqual([]);
  });

  test('the eras do not import each other', () => {
    expect(violations('runtime/core/eras/legacy/', (to) => to.startsWith('runtime/core/eras/modern/'))).toEqual([]);
    expect(violations('runtime/core/eras/modern/', (to) => to.startsWith('runtime/core/eras/legacy/'))).toEqual([]);
  });

  test('only what reads definitions, writes projects, or runs commands touches the file system', () => {
    const isDisk = (to: string) => /^node:(fs|fs\/promises|child_process|os)$/u.test(to);
    const allowed =
      /^generator\/(?:core\/package|feature-kit\/load|features\/(?:graphql\/list-files|sql\/engines\/open-apart|skills\/list-skill-files|views\/(?:view-files|pages))|pipeline\/write|tools\/(?:watch|build|links|dev|dev-ui|scaffold|evaluate\/(?:evaluated-server|recording-files)|packages\/(?:load-project|find-unplanned-files|read-[a-z]+|byte-disk)|upgrade\/read-[a-z-]+)|cli)(?:\/|\.ts\b)/u;
    expect(violations('generator/', isDisk).filter((line) => !allowed.test(line))).toEqual([]);
  });

  test('only what starts processes knows the process, apart from the CLI', () => {
    const files = listSources('generator').filter((file) => !file.startsWith('generator/cli/'));
    const isGlobal = (file: string) => /(?<![#\w-])process\.\w/u.test(readFileSync(path.join(root, file), 'utf8'));
    expect(files.filter(isGlobal)).toEqual(['generator/features/sql/engines/engine-process.ts']);
    const importing = violations('generator/', (to) => to === 'node:process').map((line) => line.split(' ', 1)[0]);
    expect(
      importing
        .filter((file = '') => !/^generator\/(?:cli|tools\/(?:build|evaluate|links|dev|dev-ui|scaffold))\//u.test(file))
        .toSorted(),
    ).toEqual([
      // A lock holds the number of the process and asks whether that process is alive.
      'generator/pipeline/write/lock.ts',
      // The environment names the user's state folder, where the nonce of a journal is stored.
      'generator/pipeline/write/state-folder.ts',
    ]);
  });

  test('no code sets flags of V8, which other versions of Node refuse', () => {
    const setsFlags = (file: string) =>
      /node:v8|setFlagsFromString|--interrupt-budget/u.test(readFileSync(path.join(root, file), 'utf8'));
    expect(listSources('generator', 'runtime').filter(setsFlags)).toEqual([]);
  });

  test('emitters read the model, not the definitions', () => {
    const isEmitter = (file: string) => /\/emit\/|^generator\/features\/[\w-]+\/emit-/u.test(file);
    const isFrontEnd = (to: string) =>
      /^generator\/(?:core\/source|front-ends|feature-kit\/(?:load|resolve|definition)|pipeline\/(?:definition|check|read|write)|cli)\//u.test(
        to,
      );
    expect(violations('generator/', isFrontEnd).filter((line) => isEmitter(line.split(' ', 1)[0] ?? ''))).toEqual([]);
  });
});

describe('files', () => {
  const files = listSources('generator', 'runtime', 'test', 'definitions');
  const lengths = files.map((file) => ({
    file,
    lines: readFileSync(path.join(root, file), 'utf8').split('\n').length,
  }));

  test('none is longer than 600 lines, and nine in ten are shorter than 300', () => {
    expect(lengths.filter(({ lines }) => lines > 600)).toEqual([]);
    expect(lengths.filter(({ lines }) => lines > 300).length).toBeLessThan(lengths.length / 10);
  });

  test('have names in kebab case', () => {
    expect(files.filter((file) => !/^[a-z0-9-]+(\.test|\.d)?\.tsx?$/u.test(path.basename(file)))).toEqual([]);
  });

  test('hold no absolute path of a machine', () => {
    const pattern = new RegExp(['/root', '/Users', '/work'].map((folder) => `${folder}/[a-z]`).join('|'), 'u');
    expect(files.filter((file) => pattern.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
  });
});
