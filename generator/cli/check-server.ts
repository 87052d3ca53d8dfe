import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { countOf, printJson, visible } from '../core/diagnostics/format-diagnostics.js';
import { describeVersions } from '../features/contract/compare-contracts.js';
import { describeSystemError, isSystemError, nameError } from '../pipeline/write/system-error.js';
import { compareServer, contractOfServer, type VersionedDifference } from '../tools/contract/contract-of-server.js';
import { listServer, type ServerListing } from '../tools/contract/list-server.js';
import type { ServerTarget } from '../tools/scaffold/server/open-server.js';
import { contractLists, describeDifference, readContract, type Contract } from '../../runtime/wire/contract.js';
import { PeerError } from '../../runtime/wire/peer/peer.js';
import type { CliIo } from './cli-io.js';

/** Exit code of a command that the user interrupted. */
const interrupted = 130;

/** Contract file to compare a server with. */
interface ContractFile {
  /** Path of the file, relative to the working directory. */
  readonly file: string;
  /** Whether to write the file instead, if it does not exist or has changed. */
  readonly update?: boolean;
  /** Whether to print the report as JSON. */
  readonly json?: boolean;
}

/**
 * Compares a running server with a contract file. Prints the differences.
 *
 * @returns The exit code: 0 if there are no differences; 1 for any difference, also a new entry, because models read
 *   everything that a server lists; 1 for an invalid contract, and a server that cannot be listed.
 */
export async function checkServer(target: ServerTarget, options: ContractFile, io: CliIo): Promise<number> {
  return run(io, async (signal) => {
    const contract = await readContractFile(options.file, io);
    const listings = await listServer(target, signal);
    const differences = await compareServer(contract, listings);
    const compared = listings.map(({ protocolVersion }) => protocolVersion);
    const covered = compared.filter((version) => contract.protocolVersions.includes(version));
    if (options.json) io.writeOut(`${printJson({ protocolVersions: covered, differences })}\n`);
    else io.writeOut(describeComparison(options.file, listings, covered, differences));
    return differences.length === 0 ? 0 : 1;
  });
}

/**
 * Writes the contract of a running server to a file.
 *
 * @returns The exit code: 1 for a server that cannot be listed, or a file that cannot be written.
 */
export async function saveContract(target: ServerTarget, { file, json }: ContractFile, io: CliIo): Promise<number> {
  return run(io, async (signal) => {
    const listings = await listServer(target, signal);
    const contract = await contractOfServer(listings);
    const absolute = path.resolve(io.cwd, file);
    await writeFile(absolute, `${JSON.stringify(contract, null, 2)}\n`).catch((error: unknown) => {
      throw nameError(error, absolute, 'write');
    });
    const counts = contractLists.flatMap(({ list, noun }) => {
      const count = Object.keys(contract[list] ?? {}).length;
      return count === 0 ? [] : [countOf(count, noun)];
    });
    const text = `Wrote ${file}: ${counts.join(', ') || 'no entries'} in ${contract.protocolVersions.join(', ')}.`;
    io.writeOut(json ? `${printJson({ protocolVersions: contract.protocolVersions })}\n` : `${visible(text)}\n`);
    return 0;
  });
}

/** Whether a file exists. */
export async function hasFile(file: string, io: CliIo): Promise<boolean> {
  return readFile(path.resolve(io.cwd, file)).then(
    () => true,
    (error: unknown) => !isSystemError(error, 'ENOENT'),
  );
}

async function run(io: CliIo, work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const signal = io.catchInterrupt();
  try {
    return await work(signal);
  } catch (error) {
    if (signal.aborted) return interrupted;
    io.writeError(`error: ${visible(explain(error, io.cwd))}\n`);
    return 1;
  }
}

/** @throws Errors that are not about the server or the contract file. */
function explain(error: unknown, cwd: string): string {
  if (isSystemError(error)) return describeSystemError(error, cwd);
  if (error instanceof PeerError || error instanceof ContractFileError) return error.message;
  // A contract for other protocol versions, and entries without canonical JSON.
  if (error instanceof TypeError || error instanceof RangeError) return error.message;
  throw error;
}

/** Thrown for a file that is not a contract. */
class ContractFileError extends Error {
  override readonly name = 'ContractFileError';
}

async function readContractFile(file: string, { cwd }: CliIo): Promise<Contract> {
  const absolute = path.resolve(cwd, file);
  const text = await readFile(absolute, 'utf8').catch((error: unknown) => {
    throw nameError(error, absolute, 'read');
  });
  try {
    return readContract(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'it is not JSON.' : (error as Error).message;
    throw new ContractFileError(`${file} cannot be used: ${reason}`);
  }
}

function describeComparison(
  file: string,
  listings: readonly ServerListing[],
  covered: readonly string[],
  differences: readonly VersionedDifference[],
): string {
  const name = listings.at(-1)?.name ?? '';
  const server = visible(name === '' ? 'The server' : name);
  if (differences.length === 0) return `${server} is the one of ${visible(file)} (${covered.join(', ')}).\n`;
  const lines = differences.map((difference) => {
    const versions = describeVersions(difference.protocolVersions, covered);
    return `  ${visible(describeDifference(difference))}${versions === '' ? '' : ` (${versions})`}\n`;
  });
  return `${server} is not the one of ${visible(file)}:\n${lines.join('')}`;
}
