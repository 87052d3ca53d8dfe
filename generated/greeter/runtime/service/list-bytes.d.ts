import type { ListTexts, Places } from '../api/definition.js';
/** The texts of a list in UTF-8, to be cut into descriptors. */
export declare function encodeTexts({ ascii, other }: ListTexts): Uint8Array;
/**
 * What stands at these places, between two texts of ASCII characters. In one go, without an object for each place: a list of
 * 1,000 tools is there in half the time.
 *
 * @param before Takes the place of the first byte, which is the comma of the first descriptor.
 */
export declare function joinPlaces(bytes: Uint8Array, all: readonly Places[], before: string, after: string): Uint8Array;
