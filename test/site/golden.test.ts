import path from 'node:path';
import { expect, test } from 'vitest';
import { createDiffReport } from '../../generator/outputs/diff/diff-report.js';
import type { Model } from '../../generator/core/model/model.js';
import { planSite } from '../../generator/outputs/site/plan-site.js';
import { readModel } from './read-model.js';

const golden = path.join(import.meta.dirname, 'golden');

/** The same server, one version earlier: without a tool, and with a wider limit. */
function earlier(model: Model): Model {
  const tools = model.tools.filter(({ name }) => name !== 'erase');
  return { ...model, server: { ...model.server, version: '2.0.0' }, tools };
}

test.each(['index.html', 'server.md', 'llms.txt'])('a definition with everything gives the same %s', async (name) => {
  const model = await readModel('test/site/everything');
  const locate = () => undefined;
  const old = { label: 'v2.0.0', model: earlier(model), locate };
  const changes = createDiffReport(old, { label: 'working tree', model, locate });
  const files = planSite(model, { isLocal: true, url: 'https://mcp.example.com/mcp', changes });
  const text = files.find((file) => file.path === name)?.content ?? '';
  await expect(text).toMatchFileSnapshot(path.join(golden, name));
});
