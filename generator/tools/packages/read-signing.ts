import { readFile } from 'node:fs/promises';
import { isSystemError } from '../../pipeline/write/system-error.js';
import type { Signer } from './signing/sign-content.js';
import { isSigned, keepSignature, signBundle } from './signing/signed-bundle.js';
import type { PackagedProject } from './target.js';

/**
 * Prepares the signing of a bundle: with the signer if there is one, else by keeping the existing signature.
 *
 * @param bundle Absolute path of an earlier run's bundle, which need not exist.
 */
export async function openSigning(
  bundle: string,
  signer: Signer | undefined,
): Promise<Pick<PackagedProject, 'signBundle'>> {
  if (signer) return { signBundle: (unsigned) => signBundle(unsigned, signer) };
  const present = await readBundle(bundle);
  if (present === undefined || !isSigned(present)) return {};
  return { signBundle: (unsigned) => keepSignature(unsigned, present) };
}

async function readBundle(file: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return undefined;
  }
}
