#!/usr/bin/env node
import { choosesColor, type CliIo } from './cli-io.js';
import { runCli } from './run-cli.js';

const io: CliIo = {
  cwd: process.cwd(),
  columns: process.stdout.columns || 80,
  isInteractive: Boolean(process.stdin.isTTY && process.stdout.isTTY),
  color: choosesColor(process.stderr, process.env),
  colorOut: choosesColor(process.stdout, process.env),
  writeOut: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  ...(process.stderr.isTTY && { writeProgress: (line) => process.stderr.write(`\r\u001b[K${line}`) }),
  async ask(question) {
    const { askOnTerminal } = await import('./ask-on-terminal.js');
    return askOnTerminal(question, process.stdin, process.stdout);
  },
  async runProgram(command, args, cwd) {
    const { spawn } = await import('node:child_process');
    // On Windows, package managers are batch files, which only a shell can start.
    const child = spawn(command, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
    return new Promise((resolve) => {
      child.on('error', () => resolve(false)).on('close', (code) => resolve(code === 0));
    });
  },
  catchInterrupt() {
    const controller = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => controller.abort());
    return controller.signal;
  },
  openProcess: () => ({
    input: process.stdin,
    output: process.stdout,
    environment: process.env,
    stopped: new Promise((resolve) => {
      process.once('SIGINT', () => resolve()).once('SIGTERM', () => resolve());
    }),
  }),
};

// A closed pipe (`| head`) is not an error. A command with its own listener cleans up first.
process.stdout.on('error', () => {
  if (process.stdout.listenerCount('error') === 1) process.exit();
});

process.exitCode = await runCli(process.argv.slice(2), io);
