import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createCompletionNames,
  createNames,
  splitWords,
  type NamedKind,
} from '../../generator/feature-kit/resolve/create-names.js';

describe('names', () => {
  test.each<readonly [string, NamedKind, string, string, string]>([
    ['find_books', 'Tool', 'findBooks', 'FindBooks', 'find-books'],
    ['getUser', 'Tool', 'getUser', 'GetUser', 'get-user'],
    ['DATA_EXPORT_v2', 'Tool', 'dataExportV2', 'DataExportV2', 'data-export-v2'],
    ['admin.tools.list', 'Tool', 'adminToolsList', 'AdminToolsList', 'admin-tools-list'],
    ['getHTTPResponse', 'Tool', 'getHttpResponse', 'GetHttpResponse', 'get-http-response'],
    ['delete', 'Tool', 'deleteTool', 'DeleteTool', 'delete'],
    ['string', 'Tool', 'stringTool', 'StringTool', 'string'],
    ['elicit', 'Tool', 'elicitTool', 'ElicitTool', 'elicit'],
    ['con', 'Tool', 'con', 'Con', 'con-tool'],
    ['2fa', 'Tool', 'tool2Fa', 'Tool2Fa', '2-fa'],
    ['recommend', 'Prompt', 'recommendPrompt', 'RecommendPrompt', 'recommend'],
    ['prompt', 'Prompt', 'promptPrompt', 'PromptPrompt', 'prompt'],
    ['search_tool', 'Tool', 'searchTool', 'SearchTool', 'search-tool'],
    ['tool', 'Tool', 'toolTool', 'ToolTool', 'tool'],
    ['resource_prompt_list', 'Prompt', 'resourcePromptListPrompt', 'ResourcePromptListPrompt', 'resource-prompt-list'],
    ['Opening hours', 'Resource', 'openingHoursResource', 'OpeningHoursResource', 'opening-hours'],
    ['Żółć', 'Resource', 'zoCResource', 'ZoCResource', 'zo-c'],
    ['__proto__', 'Tool', 'proto', 'Proto', 'proto'],
  ])('%s (%s)', (name, kind, identifier, typeName, fileName) => {
    expect(createNames(kind, name, name)).toEqual({ identifier, typeName, fileName });
  });

  test.each<readonly [string, NamedKind, string, string]>([
    ['confirm_prompt', 'Prompt', 'confirmPrompt', 'confirmPromptPrompt'],
    ['Books RESOURCE', 'Resource', 'booksResource', 'booksResourceResource'],
  ])('%s (%s) does not repeat the kind', (name, kind, identifier, former) => {
    const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
    const names = createNames(kind, name, name);
    expect(names).toMatchObject({ identifier, typeName: upper(identifier) });
    expect(names.former).toEqual({ identifier: former, typeName: upper(former) });
  });

  test('a name without any ASCII letter is told apart by what it identifies', () => {
    const first = createNames('Resource', '漢字', 'a://1');
    const second = createNames('Resource', '漢字', 'a://2');
    expect(first.fileName).toMatch(/^[0-9a-f-]+$/u);
    expect(first.fileName).not.toBe(second.fileName);
  });

  test('are identifiers and file names whatever the name', () => {
    const kinds = fc.constantFrom<NamedKind>('Tool', 'Prompt', 'Resource');
    fc.assert(
      fc.property(kinds, fc.oneof(fc.string({ unit: 'binary' }), fc.string()), (kind, name) => {
        const names = createNames(kind, name, name);
        expect(names.typeName).toMatch(/^[A-Z][A-Za-z0-9]*$/u);
        expect(names.identifier).toBe(names.typeName.charAt(0).toLowerCase() + names.typeName.slice(1));
        expect(names.fileName).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/u);
        expect(names.fileName.length).toBeLessThanOrEqual(80);
      }),
    );
  });

  test.each([
    ['recommend', 'subject', 'completeRecommendSubject', 'recommend-subject'],
    ['Opening hours', 'dayOfWeek', 'completeOpeningHoursDayOfWeek', 'opening-hours-day-of-week'],
    ['con', '2', 'completeCon2', 'con-2'],
    ['delete', '__proto__', 'completeDeleteProto', 'delete-proto'],
  ])('a function that completes %s, %s', (owner, argument, identifier, fileName) => {
    expect(createCompletionNames(owner, argument)).toEqual({ identifier, fileName });
  });

  test('of functions that complete are identifiers and file names whatever the names', () => {
    const names = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.string({ minLength: 60 }));
    fc.assert(
      fc.property(names, names, (owner, argument) => {
        const { identifier, fileName } = createCompletionNames(owner, argument);
        expect(identifier).toMatch(/^complete[A-Z0-9][A-Za-z0-9]*$/u);
        expect(fileName).toMatch(/^[a-z0-9]+(-[a-z0-9]+)+$/u);
        expect(fileName.length).toBeLessThanOrEqual(80);
      }),
    );
  });

  test('words keep every letter and digit', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_.-]{1,40}$/u), (name) => {
        expect(splitWords(name).join('')).toBe(name.replace(/[_.-]/gu, ''));
      }),
    );
  });
});
