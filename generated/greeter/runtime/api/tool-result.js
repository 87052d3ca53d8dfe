/**
 * A tool result made with a builder. Only the builders make one: an object of the user's that happens to look like a
 * result is data.
 */
export class ToolResult {
    #parts;
    /** @internal */
    constructor(parts) {
        this.#parts = parts;
    }
    /**
     * What a value holds if it is a tool result.
     *
     * @internal
     */
    static partsOf(value) {
        return typeof value === 'object' && value !== null && #parts in value ? value.#parts : undefined;
    }
}
