/**
 * Parses messages. The calls of a client mostly differ in their ids, tools and arguments alone: the rest is compared with what is
 * known, and only the arguments are parsed. That spares a quarter of a call on standard input, half of what it takes to read
 * one. Metadata (`_meta`) that come again are one object, frozen. Members of a known call are in one order, whatever its text says.
 */
export declare class KnownCalls {
    #private;
    /** @throws SyntaxError for what is no JSON. */
    parse(text: string): unknown;
}
