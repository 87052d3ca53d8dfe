import { decodeBase64Url, encodeBase64Url } from '../../wire/base64.js';
import { joinBytes } from '../../wire/join-bytes.js';
import type { Service } from '../service/service.js';
import { SharedKeys } from './shared-keys.js';

/** Version of the `requestState` format, authenticated by the encryption. */
const version = '1';
const ivBytes = 12;

type CryptoKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

interface SealKey {
  /** Id within a ring, derived from the key. */
  readonly id: string;
  readonly key: CryptoKey;
}

/** Keys of a service: the first key encrypts; all keys can decrypt. */
interface KeyRing {
  list(): Promise<readonly SealKey[]>;
  /** Reads the keys again, including those that other processes have created. */
  reread(): Promise<readonly SealKey[]>;
}

/** The parts of a service that determine its keys. */
type KeyOwner = Pick<Service, 'options' | 'stores'>;

/** Key rings by the options of the service, because keys are also needed before the service exists. */
const rings = new WeakMap<KeyOwner['options'], KeyRing>();

function ringOf(owner: KeyOwner): KeyRing {
  const ring = rings.get(owner.options) ?? openRing(owner);
  rings.set(owner.options, ring);
  return ring;
}

function openRing({ options: { stateKeys = [] }, stores }: KeyOwner): KeyRing {
  const imported = new Map<string | Uint8Array<ArrayBuffer>, Promise<SealKey>>();
  const importAll = (secrets: readonly (string | Uint8Array<ArrayBuffer>)[]): Promise<readonly SealKey[]> => {
    for (const secret of secrets) if (!imported.has(secret)) imported.set(secret, importKey(secret));
    return Promise.all(secrets.flatMap((secret) => imported.get(secret) ?? []));
  };
  if (stateKeys.length === 0 && stores !== undefined) {
    const shared = new SharedKeys(stores.shared);
    return { list: async () => importAll(await shared.list()), reread: async () => importAll(await shared.reread()) };
  }
  const secrets = stateKeys.length === 0 ? [crypto.getRandomValues(new Uint8Array(32))] : stateKeys;
  const list = (): Promise<readonly SealKey[]> => importAll(secrets);
  return { list, reread: list };
}

/**
 * Encrypts a string with AES-256-GCM against reading and tampering, using the keys in the option `stateKeys` or in the
 * shared store, or otherwise a random key of the process.
 *
 * @returns Rejects with a `StoreError` if no key of the store is cached and the store cannot be reached.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#security-considerations
 */
export async function seal(owner: KeyOwner, text: string): Promise<string> {
  const [newest] = await ringOf(owner).list();
  if (newest === undefined) throw new Error('There is no key for sealing state');
  const { id, key } = newest;
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const sealed = await crypto.subtle.encrypt(algorithm(iv, id), key, new TextEncoder().encode(text));
  return `${version}.${id}.${encodeBase64Url(joinBytes([iv, new Uint8Array(sealed)]))}`;
}

/**
 * Opens a sealed state.
 *
 * @throws Error with the reason why the state cannot be opened, which is for the operator and not sent to the client.
 *   `StoreError` if its key is not cached and the store cannot be reached.
 */
export async function unseal(owner: KeyOwner, sealed: string): Promise<string> {
  const [form, id = '', text = '', ...rest] = sealed.split('.');
  if (form !== version || rest.length > 0) throw new Error('it does not have the form of a state');
  const ring = ringOf(owner);
  const find = (keys: readonly SealKey[]): SealKey | undefined => keys.find((each) => each.id === id);
  const key = find(await ring.list()) ?? find(await ring.reread());
  if (key === undefined) throw new Error('it was sealed with a key that is not known here');
  const bytes = decodeBase64Url(text);
  if (bytes === undefined || bytes.length <= ivBytes) throw new Error('it is not base64url');
  try {
    const iv = bytes.slice(0, ivBytes);
    return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm(iv, id), key.key, bytes.slice(ivBytes)));
  } catch {
    throw new Error('it was changed on its way');
  }
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
