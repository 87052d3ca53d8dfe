import { expect, test } from 'vitest';
import { tokenEstimate } from '../../generator/outputs/inspect/estimate-tokens.js';
import { inspectModel } from '../../generator/outputs/inspect/inspect-model.js';
import { readDefinitions } from '../../generator/pipeline/read/read-definitions.js';

/** Tokens of the tools of our example servers, as gpt-tokenizer 4.0.0 counts them with `o200k_base`. */
const counted = { bookshop: 287, birds: 393, 'knowledge-graph': 882, conformance: 1508 };

test.each(Object.entries(counted))('the tokens of %s are estimated within 10 %%', async (name, tokens) => {
  const { resolved } = await readDefinitions(process.cwd(), `definitions/${name}`, new Map());
  const { tools } = inspectModel(resolved.model, {
    profiles: [],
    loweredFor: [],
    tokens: tokenEstimate,
    locate: () => undefined,
  });
  expect(Math.abs(tools.tokens / tokens - 1)).toBeLessThan(0.1);
});
