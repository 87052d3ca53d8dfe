import { expect, test } from 'vitest';
import { toPlainJson } from '../../generator/core/model/json.js';
import { findProfiles } from '../../generator/pipeline/profiles/client-profiles.js';
import { adaptModel } from '../../generator/pipeline/profiles/adapt-model.js';
import { buildModel, definitionModel, schemaModel, toolModel } from '../kit/build-model.js';

test('of an input schema with a size limit, the shortened form is adapted', () => {
  const far = { type: 'string', title: 'Far away', description: 'Where, see [Places](/p).', enum: ['a'.repeat(200)] };
  const input = schemaModel({
    type: 'object',
    properties: { far: { $ref: '#/$defs/Far' }, near: { type: 'string', title: 'Near' } },
    anyOf: [{ required: ['far'] }, { required: ['near'] }],
  });
  const model = buildModel({
    tools: [toolModel('Go', { input, maxInputSchema: 250 })],
    definitions: [definitionModel('Far', far)],
  });
  const [tool] = adaptModel(model, findProfiles(['claude'])).tools;
  expect(toPlainJson(tool?.adapted?.input ?? null)).toEqual({
    type: 'object',
    description: 'At least one of: {far} or {near}.',
    properties: { far: { type: 'string', description: 'Where, see Places.' }, near: { type: 'string' } },
  });
  expect(tool?.input).toBe(input);
});
