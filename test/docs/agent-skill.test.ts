import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Diagnostic } from '../../generator/core/diagnostics/diagnostic.js';
import type { Resolution } from '../../generator/feature-kit/definition/resolve-entry.js';
import { readFrontmatter } from '../../generator/features/skills/read-frontmatter.js';
import { readPage, root } from './read-pages.js';

const file = 'skills/create-mcp-from-schema/SKILL.md';
const text = readPage(file);

test('the skill of the package follows the format of skills', () => {
  const diagnostics: Diagnostic[] = [];
  const found = readFrontmatter({ diagnostics } as unknown as Resolution, file, text, 'create-mcp-from-schema');
  expect(diagnostics).toEqual([]);
  expect(found?.description).toContain('Use when');
  expect(text.split('\n').length).toBeLessThanOrEqual(500);
});

test('the pages that the skill names are in the package', () => {
  const pages = [...text.matchAll(/`(?:node_modules\/create-mcp-from-schema\/)?((?:docs\/)[\w-]+\.md|llms\.txt)`/gu)];
  expect(pages.length).toBeGreaterThan(15);
  const missing = pages.map(([, page]) => page ?? '').filter((page) => !existsSync(path.join(root, page)));
  expect(missing).toEqual([]);
});

test('the keys that the skill names are in the definition format', () => {
  const format = readPage('docs/definition-format.md');
  const keys = ['openapi', 'graphql', 'databases', 'elicitations', 'exclude', 'questions', 'apiKeys', 'outputSchema'];
  for (const key of keys) {
    expect(text).toContain(key);
    expect(format).toContain(`\`${key}\``);
  }
});
