import type { ListTexts, Places } from './definition.js';
/** The texts of a list in UTF-8, to be cut into descriptors. */
export declare function encodeTexts({ ascii, other }: ListTexts): Uint8Array;
/** What stands at these places, in parts; what continues the part before is part of that. */
export declare function cutPlaces(bytes: Uint8Array, all: readonly Places[]): readonly Uint8Array[];
/** Bytes one after the other. */
export declare function joinBytes(parts: readonly Uint8Array[]): Uint8Array;
