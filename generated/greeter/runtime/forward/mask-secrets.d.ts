/** Replaces credentials in a text, in the ways in which an API may repeat them, by `***`. */
export declare function maskSecrets(text: string, secrets: readonly string[]): string;
