/** Member of `_meta` with what code gets beside an answer of an API: the next page and what headers say, or facts about a failure. */
export const codeFactsKey = 'create-mcp-from-schema/beside-answer';
