import { startWorker } from '../../features/tasks/durable/index.js';
import { withResolver } from '../../wire/promises.js';
import { reportStartError, reportLater } from '../../core/service/report-later.js';
import type { Service } from '../../core/service/service.js';
import { formatReport, type LogOptions, type Report } from '../../core/service/report.js';
import { parseArguments as parseServerArguments } from './command-line.js';
import { fillForHelp } from './fill-for-help.js';
import { fillProgram } from './fill-program.js';
import { closeProgram, loadMapped, type ServerProgram } from './run-server.js';
import { reportPlainly, writeReport } from './standard-streams.js';
import { openService } from './open-service.js';

/** Result of parsing the arguments of a worker. */
type WorkerArguments =
  | { readonly mode: 'help' | 'version' }
  | { readonly mode: 'wrong'; readonly message: string }
  | {
      readonly mode: 'work';
      readonly concurrency?: number;
      readonly args?: readonly string[];
      readonly log?: LogOptions;
    };

/**
 * Runs a worker as a process: takes the durable tasks of a server from its queue and runs their handlers, until SIGTERM
 * or SIGINT. Tasks that are not finished in time return to the queue. The exit code is 0 after a signal, 1 if the
 * worker cannot start, 2 for invalid arguments. The logging environment variables override the option `log`. Uncaught
 * errors of user code are reported on stderr and do not end the process.
 *
 * @param argv Command-line arguments, without the executable and the script.
 * @typeParam App Return value of `setup`.
 */
export async function runWorker<App>(given: ServerProgram<App>, argv: readonly string[]): Promise<void> {
  const program = given as unknown as ServerProgram<never>;
  const parsed = parseArguments(argv, process.env);
  if (parsed.mode === 'work') process.exit(await work(program, parsed));
  if (parsed.mode === 'wrong') {
    writeReport(`${parsed.message}. Try --help.`);
    process.exit(2);
  }
  const { definition, options = {} } = await fillForHelp(program);
  const { name = definition.server.name, version = definition.server.version } = options;
  const text = parsed.mode === 'version' ? `${version}\n` : formatHelp(name, version);
  process.stdout.write(text, () => process.exit(0));
}

/** Runs tasks until a signal arrives; returns the exit code. */
async function work(
  source: ServerProgram<never>,
  { concurrency, args, log: logOptions }: Extract<WorkerArguments, { readonly mode: 'work' }>,
): Promise<number> {
  const program = await fillProgram(source, logOptions);
  const { definition, handlers, options = {} } = program;
  let report: Report = reportPlainly;
  const survive = (error: unknown): void => void reportLater(report, 'UNCAUGHT', error);
  process.on('uncaughtException', survive).on('unhandledRejection', survive);
  let failure: unknown;
  let prepared: Service | undefined;
  let code = 0;
  try {
    const log = (logOptions ?? options.log) && { ...options.log, ...logOptions };
    const opened = log && (await import('./open-log.js')).openLog(log, writeReport);
    if (opened) ({ report } = opened);
    const load = () => loadMapped(definition, handlers, (error) => (failure = error));
    const platform = { log, openLog: opened && (() => opened), environment: process.env, isEager: true, args };
    const service = await openService({ ...program, handlers: load }, platform);
    prepared = service;
    const worker = await startWorker(service, { concurrency, shutdownTimeoutMs: options.shutdownTimeoutMs });
    const stopped = withResolver();
    // Once, so that a second signal ends the process immediately, which is Node's default.
    process.once('SIGTERM', stopped.resolve).once('SIGINT', stopped.resolve);
    report(formatReport('', `The ${service.identity.name} worker is waiting for tasks`, 'INFO'));
    // The queue itself might not keep the process running.
    const keepAlive = setInterval(() => {}, 2 ** 31 - 1);
    await stopped.promise;
    await worker.stop();
    await service.enabled.end();
    clearInterval(keepAlive);
  } catch (error) {
    await reportStartError(report, failure ?? error);
    code = 1;
  }
  await closeProgram(program, prepared, report);
  return code;
}

function parseArguments(
  all: readonly string[],
  environment: { readonly [variable: string]: string | undefined },
): WorkerArguments {
  const end = all.indexOf('--');
  const argv = end < 0 ? all : all.slice(0, end);
  if (argv.includes('--help')) return { mode: 'help' };
  if (argv.includes('--version')) return { mode: 'version' };
  const { MCP_LOG, MCP_LOG_LEVEL, MCP_LOG_REQUESTS } = environment;
  const logging = parseServerArguments([], { MCP_LOG, MCP_LOG_LEVEL, MCP_LOG_REQUESTS });
  if (logging.mode !== 'serve') return { mode: 'wrong', message: 'message' in logging ? logging.message : '' };
  const rest = {
    ...(logging.log && { log: logging.log }),
    ...(end >= 0 && { args: all.slice(end + 1) }),
  };
  if (argv.length === 0) return { mode: 'work', ...rest };
  const [name = '', value] = argv.length === 1 ? (argv[0] ?? '').split('=', 2) : argv;
  if (name !== '--concurrency' || argv.length > 2) {
    return {
      mode: 'wrong',
      message: `Unknown argument: ${argv.find((each) => !/^--concurrency\b/u.test(each)) ?? name}`,
    };
  }
  const concurrency = Number(value);
  if (!Number.isSafeInteger(concurrency) || concurrency < 1 || concurrency > 10_000) {
    return { mode: 'wrong', message: '--concurrency needs a number from 1 to 10000' };
  }
  return { mode: 'work', concurrency, ...rest };
}

function formatHelp(name: string, version: string): string {
  return `${name} ${version}

Worker of a Model Context Protocol server: runs the durable tasks of the server.

  --concurrency <number>  tasks at a time (default 10)
  --help                  show this text
  --version               show the version  -- <arguments>          arguments for the server's own code
`;
}
