import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { InferredOptionTypes } from 'yargs';
import { visible } from '../core/diagnostics/format-diagnostics.js';
import { contractFile } from '../features/contract/feature.js';
import { printApicurio } from '../features/contract/print-apicurio.js';
import { printCycloneDx } from '../features/contract/print-cyclonedx.js';
import { readDescriptors } from '../features/contract/read-descriptors.js';
import { describeSystemError, isSystemError, nameError } from '../pipeline/write/system-error.js';
import { readSigner } from '../tools/packages/read-signer.js';
import { signContent } from '../tools/packages/signing/sign-content.js';
import { readContract } from '../../runtime/wire/contract.js';
import type { CliIo } from './cli-io.js';
import { textOption, UsageError, type Command, type CommandOptions } from './command.js';
import { folderOptions } from './project-options.js';

const options = {
  root: folderOptions.root,
  generated: folderOptions.generated,
  format: {
    ...textOption,
    choices: ['apicurio', 'cyclonedx'],
    describe:
      'Print for another system; apicurio: a request body per line that creates an MCP_TOOL artifact; cyclonedx: a BOM',
  },
  sign: { ...textOption, describe: 'Certificate file (PEM) that signs contract.json, as contract.json.p7s' },
  key: { ...textOption, describe: 'Private key file (PEM, RSA) of the certificate' },
} as const satisfies CommandOptions;

type ContractArguments = InferredOptionTypes<typeof options>;

/**
 * `contract`: prints the generated contract in the format of another system, or signs it. Exits with 1 if a file cannot
 * be read or written, or the key cannot sign.
 */
export const contractCommand: Command = { options, run: runContract };

async function runContract(args: ContractArguments, io: CliIo): Promise<number> {
  const { format, sign, key } = args;
  if ((sign === undefined) !== (key === undefined)) throw new UsageError('--sign and --key require each other.');
  if ((format === undefined) === (sign === undefined)) throw new UsageError('contract requires --format or --sign.');
  const folder = path.resolve(io.cwd, args.root, args.generated);
  try {
    if (sign !== undefined && key !== undefined) return await signContract(folder, sign, key, io);
    const contract = readContract(JSON.parse(await read(path.join(folder, contractFile))));
    const descriptors = readDescriptors(await read(path.join(folder, 'descriptors.ts')));
    io.writeOut(
      format === 'cyclonedx'
        ? printCycloneDx(contract, descriptors)
        : printApicurio(contract, descriptors.get('tools') ?? []),
    );
    return 0;
  } catch (error) {
    if (isSystemError(error)) io.writeError(`error: ${visible(describeSystemError(error, io.cwd))}\n`);
    else if (error instanceof SyntaxError || error instanceof TypeError) {
      io.writeError(`error: ${contractFile} cannot be used. Run \`create-mcp-from-schema generate\`.\n`);
    } else throw error;
    return 1;
  }
}

/** Writes the detached CMS signature of the contract next to it. */
async function signContract(folder: string, certificate: string, key: string, io: CliIo): Promise<number> {
  const file = path.join(folder, contractFile);
  const content = await readFile(file).catch((error: unknown) => {
    throw nameError(error, file, 'read');
  });
  const signer = await readSigner({ certificate: path.resolve(io.cwd, certificate), key: path.resolve(io.cwd, key) });
  if ('message' in signer) {
    io.writeError(`error: ${visible(signer.message)}\n  help: ${visible(signer.help)}\n`);
    return 1;
  }
  const signature = `${file}.p7s`;
  await writeFile(signature, signContent(content, signer)).catch((error: unknown) => {
    throw nameError(error, signature, 'write');
  });
  io.writeOut(`Wrote ${visible(path.relative(io.cwd, signature).replaceAll('\\', '/'))}.\n`);
  return 0;
}

function read(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw nameError(error, file, 'read');
  });
}
