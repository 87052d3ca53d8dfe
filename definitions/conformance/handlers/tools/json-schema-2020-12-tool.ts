import type { JsonSchema202012Tool } from '../../../../generated/conformance/handlers.ts';

/** Has an input schema that uses JSON Schema 2020-12. */
export const jsonSchema202012Tool: JsonSchema202012Tool = (person) => `Got ${Object.keys(person).join(', ')}.`;
