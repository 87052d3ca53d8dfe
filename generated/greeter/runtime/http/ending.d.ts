import type { ExchangeOwner } from '../exchange.js';
/** Waits for the end of one exchange. */
export declare class Ending implements ExchangeOwner {
    #private;
    /** Resolves when the exchange is closed; to be asked for once, before that. */
    get promise(): Promise<void>;
    forget(): void;
}
