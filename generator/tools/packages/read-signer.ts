import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { isSystemError } from '../../pipeline/write/system-error.js';
import type { Signer } from './signing/sign-content.js';

/** Absolute paths of two PEM files for signing a bundle. */
export interface SignerFiles {
  /** Certificate of the publisher, followed by intermediate certificates. */
  readonly certificate: string;
  readonly key: string;
}

/** Reason why signing is impossible, and the fix. */
interface SignerProblem {
  readonly message: string;
  readonly help: string;
}

/** Maximum number of bytes in a PEM file. */
const maxBytes = 100_000;

/** Key usages that allow code signing: code signing and any usage. */
const codeSigning = new Set(['1.3.6.1.5.5.7.3.3', '2.5.29.37.0']);

/**
 * Reads a certificate with its key and checks that they can currently sign code. Messages never contain parts of the
 * key.
 */
export async function readSigner(files: SignerFiles): Promise<Signer | SignerProblem> {
  const pem = await readPem(files.certificate);
  if (typeof pem !== 'string') return pem;
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/gu) ?? [];
  const certificates = blocks.map(parseCertificate);
  const [certificate, ...intermediates] = certificates.filter((each) => each !== undefined);
  if (!certificate || certificates.includes(undefined)) {
    return { message: `${files.certificate} contains no PEM certificate.`, help: 'Specify the file with `--sign`.' };
  }
  const keyText = await readPem(files.key);
  if (typeof keyText !== 'string') return keyText;
  const key = parseKey(keyText, files.key);
  if ('message' in key) return key;
  const problem = checkPair(certificate, key, files);
  return problem ?? { certificate, intermediates, key };
}

async function readPem(file: string): Promise<string | SignerProblem> {
  const help = 'Specify a PEM file.';
  try {
    const { size } = await stat(file);
    if (size > maxBytes) return { message: `${file} is not a PEM file: it is larger than 100 kB.`, help };
    return await readFile(file, 'utf8');
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const reason = error.code === 'ENOENT' ? 'does not exist' : `cannot be read (${error.code})`;
    return { message: `${file} ${reason}.`, help };
  }
}

function parseCertificate(text: string): X509Certificate | undefined {
  try {
    return new X509Certificate(text);
  } catch {
    return undefined;
  }
}

function parseKey(text: string, file: string): KeyObject | SignerProblem {
  try {
    const key = createPrivateKey(text);
    if (key.asymmetricKeyType === 'rsa') return key;
    const help = 'Use a certificate with an RSA key, the only kind that MCPB tools support.';
    return { message: `The key in ${file} is not an RSA key.`, help };
  } catch {
    if (!/ENCRYPTED/u.test(text)) {
      return { message: `${file} contains no PEM private key.`, help: 'Specify the file with `--key`.' };
    }
    const help = 'Remove the password for this run: `openssl pkey -in key.pem -out plain.pem`.';
    return { message: `The key in ${file} is password-protected.`, help };
  }
}

function checkPair(certificate: X509Certificate, key: KeyObject, files: SignerFiles): SignerProblem | undefined {
  if (!certificate.checkPrivateKey(key)) {
    const help = 'The certificate of the publisher must be the first one in the file.';
    return { message: `The key in ${files.key} does not belong to the certificate in ${files.certificate}.`, help };
  }
  const now = Date.now();
  if (now < Date.parse(certificate.validFrom) || now > Date.parse(certificate.validTo)) {
    const { validFrom, validTo } = certificate;
    const message = `The certificate in ${files.certificate} is valid only from ${validFrom} to ${validTo}.`;
    return { message, help: 'Renew it.' };
  }
  // Absent if the certificate allows any usage.
  const uses = certificate.keyUsage as readonly string[] | undefined;
  if (uses === undefined || uses.some((use) => codeSigning.has(use))) return undefined;
  const message = `The certificate in ${files.certificate} is not for code signing.`;
  return { message, help: 'Use one with the extended key usage "code signing".' };
}
