/** Program of the thread that runs a script: `build/runtime.mjs` bundles `main.ts` into this text. */
export declare const threadProgram: string;
/** Compiled engine, in Base64 of Brotli. */
export declare const engineText: string;
