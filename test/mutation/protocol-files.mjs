/** Files of `runtime/` that are mutated: all that decides which bytes answer which bytes. */
export const protocolFiles = {
  wire: 'runtime/wire/*.ts',
  framing: 'runtime/wire/framing/*.ts',
  results: 'runtime/core/results/*.ts',
  exchange: 'runtime/core/exchange/*.ts',
  clientRequests: 'runtime/core/client-requests/*.ts',
  calls: 'runtime/core/calls/*.ts',
  legacy: 'runtime/{core/eras,features/tasks}/legacy/*.ts',
  modern: 'runtime/{core/eras,features/tasks}/modern/*.ts',
  connection: 'runtime/core/connection/*.ts',
  http: 'runtime/transports/http/{check-headers,check-host-and-origin,endpoint,http-error,http-session,post-reply,read-message,serve-legacy,serve-modern,serve-legacy-sse,session-store,sse-writer}.ts',
};

/** Files of these folders that no test which takes part reaches: arguments and results of API calls, which `test/forward`, `test/openapi` and `test/generate` test. */
export const testedElsewhere = [
  'runtime/core/calls/{coerce-arguments,expand-next,read-file}.ts',
  'runtime/core/results/{find-failure,forward-error,mask-secrets,percent-encode}.ts',
  'runtime/wire/file-uri.ts',
];

/** Tests that call the runtime in their own process. */
export const testFolders = ['test/wire', 'test/interaction', 'test/web'];

/** Tests of these folders that cannot notice a mutant, and why. */
export const leftOut = new Set([
  // They start the runtime in another process, from dist/.
  'test/wire/program.test.ts',
  'test/wire/http-program.test.ts',
  // They build a project, and call it.
  'test/wire/generated-server.test.ts',
  'test/interaction/task-store-option.test.ts',
  'test/web/mounting.test.ts',
  // They compare processor times, which the instrumentation distorts.
  'test/wire/adversarial-frames.test.ts',
  // It runs nothing of the runtime.
  'test/wire/clauses.test.ts',
]);

/** Tests that are skipped because they work or wait for a third of a second and more: each mutant would take minutes. */
export const slowTests = [
  'ten calls of one session do not use up what is kept for others',
  '1,000 unfinished bodies keep no client out, from the same address either',
  'a client that does not take its events is cut off; what it asked for is cancelled',
  'a client that goes on sending what is too large gets its 413 anyway',
  'a long answer arrives whole, also at a client that reads late',
  'a session that has its share keeps its latest answer, and gives up its oldest',
  'and one of a megabyte is refused',
  'are bounded in number',
  'each entry of a batch counts: 40 batches of 400 calls do not run 16,000 handlers',
  'more than a thousand are refused until they are forgotten',
  'more requests at once than allowed get 503',
  'of a thousand by default, one address may have half, and one more is refused',
  'one principal cannot take the room of all',
  'one that no client uses is closed after a while, one that is used is not',
  'requests that wait in authenticate count: 2,000 on one connection do not all wait',
  'two thousand calls at once are all answered',
  '200,000 values of a list are matched',
  'that is blocked stops the reading, until it is free again',
  'with `sequential` thousands can wait',
];

/** Folder of the bundled tests in Stryker's copy of the project. */
export const scriptsFile = 'test/mutation/scripts.json';
