#!/usr/bin/env node
import type { CliIo } from './cli/cli-io.js';
import { openTerminal, type Terminal } from './cli/open-terminal.js';
import { runCli } from './cli/run-cli.js';

let terminal: Terminal | undefined;

const io: CliIo = {
  cwd: process.cwd(),
  columns: process.stdout.columns || 80,
  isInteractive: Boolean(process.stdin.isTTY && process.stdout.isTTY),
  color: Boolean(process.stderr.isTTY) && !process.env['NO_COLOR'],
  colorOut: Boolean(process.stdout.isTTY) && !process.env['NO_COLOR'],
  writeOut: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  ask(question) {
    terminal ??= openTerminal(process.stdin, process.stdout);
    return terminal.ask(question);
  },
};

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', () => process.exit());

process.exitCode = await runCli(process.argv.slice(2), io).finally(() => terminal?.close());
