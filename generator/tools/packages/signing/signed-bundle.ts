import { signContent, type Signer } from './sign-content.js';

/**
 * Signature block after a bundle: `MCPB_SIG_V1`, the signature length in four bytes, the signature, `MCPB_SIG_END`.
 *
 * @see https://github.com/modelcontextprotocol/mcpb/blob/main/CLI.md#signature-format and src/node/sign.ts there
 */
const header = Buffer.from('MCPB_SIG_V1');
const footer = Buffer.from('MCPB_SIG_END');

/** Maximum length of a ZIP comment, which contains the block. */
const maxBlock = 0xffff;

/**
 * Signs a bundle and returns it with its signature. The signature block is declared as a ZIP comment, because strict
 * readers such as Claude Desktop reject other trailing bytes (mcpb issue 278). The signature covers all bytes before
 * the block exactly as they are in the file.
 *
 * @param bundle ZIP archive without a comment.
 * @throws {RangeError} for certificates that are too long for the format
 */
export function signBundle(bundle: Uint8Array, signer: Signer): Buffer {
  // All signatures of a key have the same length.
  const length = makeBlock(signContent(bundle, signer)).length;
  const content = declareComment(bundle, length);
  return Buffer.concat([content, makeBlock(signContent(content, signer))]);
}

function makeBlock(signature: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(signature.length);
  return Buffer.concat([header, length, signature, footer]);
}

/** Declares the length of the comment in the last two bytes of an archive without a comment. */
function declareComment(bundle: Uint8Array, length: number): Buffer {
  if (length > maxBlock) throw new RangeError('The certificates are too long for a bundle.');
  const content = Buffer.from(bundle);
  content.writeUInt16LE(length, content.length - 2);
  return content;
}

/**
 * Returns the signed bundle if it consists of this bundle and a signature, so that a run without a key keeps the
 * signature; otherwise `undefined`.
 */
export function keepSignature(bundle: Uint8Array, signed: Uint8Array): Buffer | undefined {
  const block = Buffer.from(signed.subarray(bundle.length));
  if (!block.subarray(0, header.length).equals(header) || block.length > maxBlock) return undefined;
  const content = declareComment(bundle, block.length);
  return content.equals(signed.subarray(0, bundle.length)) ? Buffer.concat([content, block]) : undefined;
}

/** Whether a bundle ends with a signature. */
export function isSigned(bundle: Uint8Array): boolean {
  return Buffer.from(bundle.subarray(-footer.length)).equals(footer);
}
