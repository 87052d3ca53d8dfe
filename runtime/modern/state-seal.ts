import { decodeBase64Url, encodeBase64Url } from '../protocol/base64.js';
import type { Service } from '../service/service.js';

/** Version of the `requestState` format; the encryption authenticates it. */
const version = '1';
const ivBytes = 12;

type CryptoKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

interface SealKey {
  /** Tells the keys of a ring apart; made from the key. */
  readonly id: string;
  readonly key: CryptoKey;
}

/**
 * Seals texts, so that who carries them can neither read nor change them: AES-256-GCM.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#security-considerations
 */
export class StateSeal {
  readonly #ring: readonly SealKey[];
  readonly #first: SealKey;

  /** @param ring At least one key: the first one seals, all of them open. */
  constructor(ring: readonly [SealKey, ...SealKey[]]) {
    this.#ring = ring;
    this.#first = ring[0];
  }

  async seal(text: string): Promise<string> {
    const { id, key } = this.#first;
    const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
    const sealed = await crypto.subtle.encrypt(algorithm(iv, id), key, new TextEncoder().encode(text));
    const bytes = new Uint8Array(ivBytes + sealed.byteLength);
    bytes.set(iv);
    bytes.set(new Uint8Array(sealed), ivBytes);
    return `${version}.${id}.${encodeBase64Url(bytes)}`;
  }

  /** @throws Error that says why it cannot be opened; nobody but the operator is to know. */
  async open(sealed: string): Promise<string> {
    const [form, id = '', text = '', ...rest] = sealed.split('.');
    if (form !== version || rest.length > 0) throw new Error('it has not the form of a state');
    const known = this.#ring.find((each) => each.id === id);
    if (known === undefined) throw new Error('it was sealed with a key that is not known here');
    const bytes = decodeBase64Url(text);
    if (bytes === undefined || bytes.length <= ivBytes) throw new Error('it is no base64url');
    try {
      const opened = await crypto.subtle.decrypt(
        algorithm(bytes.slice(0, ivBytes), id),
        known.key,
        bytes.slice(ivBytes),
      );
      return new TextDecoder().decode(opened);
    } catch {
      throw new Error('it was changed on its way');
    }
  }
}

const seals = new WeakMap<Service, Promise<StateSeal>>();

/** Returns the seal of a service. It uses the keys of the option `stateKeys`, else one random key per process. */
export function sealOf(service: Service): Promise<StateSeal> {
  const seal = seals.get(service) ?? makeSeal(service.options.stateKeys ?? []);
  seals.set(service, seal);
  return seal;
}

async function makeSeal(secrets: readonly string[]): Promise<StateSeal> {
  const [first = crypto.getRandomValues(new Uint8Array(32)), ...others] = secrets;
  return new StateSeal([await importKey(first), ...(await Promise.all(others.map(importKey)))]);
}

async function importKey(secret: string | Uint8Array<ArrayBuffer>): Promise<SealKey> {
  const bytes = typeof secret === 'string' ? new TextEncoder().encode(secret) : secret;
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  const key = await crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt', 'decrypt']);
  const fingerprint = await crypto.subtle.digest('SHA-256', digest);
  return { id: encodeBase64Url(new Uint8Array(fingerprint, 0, 6)), key };
}

function algorithm(iv: Uint8Array<ArrayBuffer>, id: string) {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(`${version}.${id}`) };
}
