import { expect, test } from 'vitest';
import { toPlainJson } from '../../generator/model/json.js';
import { findProfiles } from '../../generator/profiles/client-profiles.js';
import { lowerModel } from '../../generator/profiles/lower-model.js';
import { buildModel, definitionModel, schemaModel, toolModel } from '../kit/build-model.js';

test('an input schema of somebody else is lowered as it is told, not as it is enforced', () => {
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
  const [tool] = lowerModel(model, findProfiles(['claude'])).tools;
  expect(toPlainJson(tool?.lowered?.input ?? null)).toEqual({
    type: 'object',
    description: 'At least one of: {far} or {near}.',
    properties: { far: { type: 'string', description: 'Where, see Places.' }, near: { type: 'string' } },
  });
  expect(tool?.input).toBe(input);
});
