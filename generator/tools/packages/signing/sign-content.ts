import { createHash, sign, type KeyObject, type X509Certificate } from 'node:crypto';
import { derTags, encodeDer, encodeObjectId, readDer } from './der.js';

/** Publisher's certificate with its private key, and the intermediate certificates. */
export interface Signer {
  readonly certificate: X509Certificate;
  readonly intermediates: readonly X509Certificate[];
  /** RSA key. */
  readonly key: KeyObject;
}

const { context, empty, integer, octets, sequence, set } = derTags;

const data = encodeObjectId('1.2.840.113549.1.7.1');
const signedData = encodeObjectId('1.2.840.113549.1.7.2');
const contentType = encodeObjectId('1.2.840.113549.1.9.3');
const messageDigest = encodeObjectId('1.2.840.113549.1.9.4');
const sha256 = encodeDer(sequence, encodeObjectId('2.16.840.1.101.3.4.2.1'), encodeDer(empty));
const rsa = encodeDer(sequence, encodeObjectId('1.2.840.113549.1.1.1'), encodeDer(empty));
const versionOne = encodeDer(integer, Buffer.from([1]));

/**
 * Creates a detached PKCS#7 (CMS) signature with SHA-256 and RSA, in DER. It contains no timestamp, so the same content
 * and key produce the same bytes.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5652#section-5
 */
export function signContent(content: Uint8Array, { certificate, intermediates, key }: Signer): Buffer {
  const digest = createHash('sha256').update(content).digest();
  // DER requires the members of a set to be ordered by their bytes; these two already are.
  const attributes = [
    encodeDer(sequence, contentType, encodeDer(set, data)),
    encodeDer(sequence, messageDigest, encodeDer(set, encodeDer(octets, digest))),
  ];
  // The signature covers a set; in the message, the attributes have a different tag (section 5.4).
  const signature = sign('sha256', encodeDer(set, ...attributes), key);
  const signerInfo = encodeDer(
    sequence,
    versionOne,
    nameCertificate(certificate),
    sha256,
    encodeDer(context, ...attributes),
    rsa,
    encodeDer(octets, signature),
  );
  const certificates = [certificate, ...intermediates].map(({ raw }) => raw);
  const body = encodeDer(
    sequence,
    versionOne,
    encodeDer(set, sha256),
    encodeDer(sequence, data),
    encodeDer(context, ...certificates),
    encodeDer(set, signerInfo),
  );
  return encodeDer(sequence, signedData, encodeDer(context, body));
}

/** Returns the issuer and the serial number of a certificate. */
function nameCertificate({ raw }: X509Certificate): Buffer {
  const [certificate] = readDer(raw);
  const [toBeSigned] = readDer(certificate?.content ?? Buffer.alloc(0));
  const members = readDer(toBeSigned?.content ?? Buffer.alloc(0));
  // The version at the start can be missing, which means version 1.
  const [serial, , issuer] = members[0]?.tag === context ? members.slice(1) : members;
  if (!serial || !issuer) throw new RangeError('The certificate has no issuer.');
  return encodeDer(sequence, issuer.whole, serial.whole);
}
