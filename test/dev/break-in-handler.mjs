// Preloaded into a server: a debugger in a thread of its own, which stops at a line of a TypeScript file as an editor does, says so on
// stderr, and goes on. The variable BREAK_AT names the place (handlers/tools/greet.ts:4), BREAK_TEXT a text in that line.
import { isMainThread, Worker } from 'node:worker_threads';

const debug = () => {
  const { readFileSync } = require('node:fs');
  const { Session } = require('node:inspector');
  const { SourceMap } = require('node:module');
  const [file, line] = process.env.BREAK_AT.split(':');
  const session = new Session();
  session.connectToMainThread();
  const maps = new Map();
  session.on('Debugger.scriptParsed', ({ params: { scriptId, url, sourceMapURL } }) => {
    if (!sourceMapURL || !url.startsWith('file:')) return;
    const [, inline] = /^data:.*;base64,(.*)$/u.exec(sourceMapURL) ?? [];
    const text = inline ? Buffer.from(inline, 'base64') : readFileSync(new URL(sourceMapURL, url));
    const payload = JSON.parse(String(text));
    if (!payload.sources.some((source) => source.endsWith(file))) return;
    const map = new SourceMap(payload);
    maps.set(scriptId, map);
    session.post('Debugger.getScriptSource', { scriptId }, (_error, { scriptSource }) => {
      // In a build the whole module is one line.
      const lineNumber = scriptSource.split('\n').findIndex((each) => each.includes(process.env.BREAK_TEXT));
      const start = { scriptId, lineNumber, columnNumber: 0 };
      const end = { scriptId, lineNumber: lineNumber + 1, columnNumber: 0 };
      session.post('Debugger.getPossibleBreakpoints', { start, end }, (_failure, { locations }) => {
        const location = locations.find((each) => placeOf(map, each) === `${file}:${line}`);
        session.post('Debugger.setBreakpoint', { location }, () => console.error(`breakpoint at ${file}:${line}`));
      });
    });
  });
  session.on('Debugger.paused', ({ params: { callFrames } }) => {
    const { location } = callFrames[0];
    console.error(`paused at ${placeOf(maps.get(location.scriptId), location)}`);
    session.post('Debugger.resume');
  });
  session.post('Debugger.enable', { maxScriptsCacheSize: 100_000_000 });
  function placeOf(map, { lineNumber, columnNumber }) {
    const { originalSource, originalLine } = map.findEntry(lineNumber, columnNumber);
    return originalSource?.endsWith(file) ? `${file}:${originalLine + 1}` : 'another file';
  }
  setInterval(() => {}, 2 ** 30);
};

if (isMainThread) new Worker(`(${debug})()`, { eval: true }).unref();
