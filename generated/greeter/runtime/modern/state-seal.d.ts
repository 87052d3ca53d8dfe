import type { Service } from '../service/service.js';
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
export declare class StateSeal {
    #private;
    /** @param ring At least one key: the first one seals, all of them open. */
    constructor(ring: readonly [SealKey, ...SealKey[]]);
    seal(text: string): Promise<string>;
    /** @throws Error that says why it cannot be opened; nobody but the operator is to know. */
    open(sealed: string): Promise<string>;
}
/** The seal of a service: with its own keys, else with one that is made up and known to nobody else. */
export declare function sealOf(service: Service): Promise<StateSeal>;
export {};
