import { checkServer, hasFile, saveContract } from './check-server.js';
import type { CliIo } from './cli-io.js';
import { UsageError } from './command.js';
import { parseTarget } from './server-target.js';

/** Arguments of `inspect` with a server. */
interface InspectServerArguments {
  readonly server: string | undefined;
  readonly contract: string | undefined;
  readonly update: boolean;
  readonly header: readonly string[] | undefined;
  readonly json: boolean;
}

/**
 * Compares a server with a contract file. If the file does not exist, or to update it, writes it instead.
 *
 * @throws {UsageError} if options cannot be combined.
 */
export async function inspectServer(args: InspectServerArguments, io: CliIo): Promise<number> {
  const { server, contract: file, update, header = [], json } = args;
  if (server === undefined) throw new UsageError('--contract, --update and --header require a server.');
  if (file === undefined || file === '')
    throw new UsageError('inspect <server> requires --contract <file>. To call a server, use the ui command.');
  const target = parseTarget(server, header, io.cwd);
  const isNew = update || !(await hasFile(file, io));
  return isNew ? saveContract(target, { file, json }, io) : checkServer(target, { file, json }, io);
}
