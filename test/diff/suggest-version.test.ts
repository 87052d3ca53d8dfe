import { expect, test } from 'vitest';
import type { Change } from '../../generator/feature-kit/changes/change.js';
import type { ClientSeverity } from '../../generator/feature-kit/changes/change-rules.js';
import { suggestVersion } from '../../generator/outputs/diff/suggest-version.js';

function change(clients: ClientSeverity): Change {
  const place = { anchor: { kind: 'server' }, path: [], side: 'new' } as const;
  return {
    rule: 'tool-added',
    clients,
    handlers: 'compatible',
    subject: { kind: 'server', name: 's' },
    message: '',
    place,
  };
}

test.each([
  ['1.2.3', 'breaking', 'major', '2.0.0'],
  ['1.2.3', 'may-break', 'minor', '1.3.0'],
  ['1.2.3', 'compatible', 'minor', '1.3.0'],
  ['1.2.3', 'documentation', 'patch', '1.2.4'],
  ['0.2.3', 'breaking', 'minor', '0.3.0'],
  ['0.2.3', 'compatible', 'patch', '0.2.4'],
  ['2.0.0-rc.1', 'breaking', 'major', '2.0.0'],
  ['1.1.0-rc.1', 'breaking', 'major', '2.0.0'],
  ['1.1.0-rc.1', 'compatible', 'minor', '1.1.0'],
  ['1.1.1-rc.1', 'compatible', 'minor', '1.2.0'],
  ['1.1.1-rc.1', 'documentation', 'patch', '1.1.1'],
  ['1.2.3+build.5', 'documentation', 'patch', '1.2.4'],
] as const)('after %s with a change that is %s', (old, severity, bump, suggested) => {
  expect(suggestVersion([change(severity)], old, old)).toEqual({ bump, suggested, isEnough: false });
  expect(suggestVersion([change('documentation'), change(severity)], old, suggested)).toMatchObject({ isEnough: true });
});

test.each([
  ['1.0.0', '1.0.1', false],
  ['1.0.0', '1.1.0', true],
  ['1.0.0', '2.0.0', true],
  ['1.0.0', '1.1.0-rc.1', true],
  ['1.0.0', '0.9.0', false],
  ['1.1.0-rc.1', '1.1.0-rc.2', true],
  ['1.1.0-rc.2', '1.1.0-rc.10', true],
  ['1.1.0-rc.1', '1.1.0-rc', false],
  ['1.1.0-rc.1', '1.1.0-2', false],
])('from %s to %s with a compatible change', (old, recent, isEnough) => {
  expect(suggestVersion([change('compatible')], old, recent).isEnough).toBe(isEnough);
});

test('without a change any version that is not lower says enough', () => {
  expect(suggestVersion([], '1.0.0', '1.0.0')).toEqual({ bump: 'none', suggested: '1.0.0', isEnough: true });
  expect(suggestVersion([], '1.0.0', '0.9.0')).toEqual({ bump: 'none', suggested: '1.0.0', isEnough: false });
});

test('a version that is no semantic one is not raised', () => {
  expect(suggestVersion([change('breaking')], 'tuesday', '1.0.0')).toEqual({ bump: 'major' });
  expect(suggestVersion([change('breaking')], '1.0.0', '01.0.0')).toEqual({ bump: 'major', suggested: '2.0.0' });
});
