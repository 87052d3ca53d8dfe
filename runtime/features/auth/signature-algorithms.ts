/** Signature algorithm, with the type of key that it needs. */
export interface SignatureAlgorithm {
  readonly kty: 'RSA' | 'EC' | 'OKP';
  readonly crv?: string;
}

const rsa: SignatureAlgorithm = { kty: 'RSA' };

/** Accepted signature algorithms, without algorithms that use a shared secret, and without `none`. */
export const signatureAlgorithms: ReadonlyMap<string, SignatureAlgorithm> = new Map([
  ['RS256', rsa],
  ['RS384', rsa],
  ['RS512', rsa],
  ['PS256', rsa],
  ['PS384', rsa],
  ['PS512', rsa],
  ['ES256', { kty: 'EC', crv: 'P-256' }],
  ['ES384', { kty: 'EC', crv: 'P-384' }],
  ['ES512', { kty: 'EC', crv: 'P-521' }],
  ['EdDSA', { kty: 'OKP', crv: 'Ed25519' }],
  ['Ed25519', { kty: 'OKP', crv: 'Ed25519' }],
]);

/** Algorithms of DPoP proofs. */
export const proofAlgorithms: readonly string[] = ['ES256', 'ES384', 'EdDSA', 'Ed25519', 'PS256', 'RS256'];
