/** Key in `_meta` for facts about an API response that only code gets: the next page and headers, or facts about a failure. */
export const codeFactsKey = 'create-mcp-from-schema/beside-answer';
