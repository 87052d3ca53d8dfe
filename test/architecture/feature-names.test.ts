import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { features } from '../../generator/features.js';
import { listSources, root } from './imports.js';

/** Words of code that mean a feature. Words with another meaning, such as the `view` of a template, are not among them. */
const words: { readonly [feature: string]: RegExp } = {
  apis: /ApiModel|ApiFile|ForwardHandler|resolveApis|\bapis\b/u,
  auth: /\bauth\??:|\.auth\b|\{[^}\n]*\bauth\b[^}\n]*\}|authPart|loadAuth|Auth(?:Info|Model|Source)\b|AccessControl|[sS]copesPart|refuseScopes/u,
  bind: /[bB]oundArguments?\b|bindPart\b|bindDiagnostics/u,
  'code-mode': /[cC]odeMode|CodeSettings|CodeDiscovery/u,
  contract: /createContract|contractFile|compareContracts|contractDiagnostics/u,
  delegation: /[dD]elegation|ConsentNeeded/u,
  'docs-page': /\bloadPage\b|[dD]ocsPage/u,
  'dry-run': /[dD]ryRun(?:Part|Model|Diagnostics|Argument|Handler|Members)|(?:create|read|emit|diff)DryRuns?\b/u,
  environment: /declaredPart|DeclaredVariable|\bValueScope\b/u,
  errors: /errorsPart|ErrorModel\b|ErrorSet\b|errorsDiagnostics|errorChanges|declareErrors/u,
  graphql: /[gG]raphql[A-Z]|[a-z]Graphql\b|\/graphql\//u,
  http: /httpDiagnostics|readHttp\b|HttpValues/u,
  lint: /lint(?:Diagnostics|Model|OffPart|Rules?)\b|[lL]inted[A-Z]/u,
  package: /packagePart|PackageModel/u,
  questions: /[qQ]uestionsPart|QuestionModel|listQuestions|questionsDiagnostics/u,
  'server-card': /\bloadCard\b|[sS]erverCard/u,
  skills: /[sS]kill/u,
  sql: /[sS]qlTool|sqlPart|SqlDatabase|SqlEngine|sqlDiagnostics/u,
  'static-results': /[sS]taticResult/u,
  stores: /\b(?:open)?[sS]tores?\b|StoreError|StoreHost|storesPart|[rR]edis/u,
  tasks: /\b(?:openT|t)asks\b|startTask|taskPart|Task(?:Model|Port|Queue|Store|Switch|Record)\b|[dD]urable/u,
  toolsets: /[tT]oolsets?/u,
  views: /viewsOf|viewsPart|ViewModel|\bviews\?:|toolUi/u,
  'well-known': /[wW]ellKnown|well-known/u,
};

/** Code of a file, without comments. */
function readCode(file: string): string {
  const text = readFileSync(path.join(root, file), 'utf8');
  return text.replaceAll(/\/\*[\s\S]*?\*\//gu, '').replaceAll(/(^|\s)\/\/.*$/gmu, '$1');
}

/** The table of former names has those of all features. */
const named = listSources('generator', 'runtime').filter((file) => file !== 'generator/tools/upgrade/former-names.ts');

const mentions = named.map((file) => {
  const code = readCode(file);
  return { file, features: Object.keys(words).filter((feature) => words[feature]?.test(code)) };
});

test('every feature has words', () => {
  expect(Object.keys(words)).toEqual(features.map(({ name }) => name).toSorted());
});

/** Features that the core of the runtime reaches by ports: it asks them while it answers. */
const ports: ReadonlySet<string> = new Set(['auth', 'delegation', 'stores', 'tasks']);

/** Files below the features that name some nevertheless. The list only shrinks. */
const allowed: { readonly [file: string]: string } = {
  'generator/core/model/model.ts': 'apis code-mode',
  'generator/feature-kit/descriptors/budget/output-forms.ts': 'apis',
  'generator/feature-kit/feature.ts': 'apis',
  'generator/feature-kit/load/referenced-files.ts': 'apis',
  'generator/pipeline/check/check-elicitations.ts': 'apis',
  'generator/pipeline/emit/descriptors/emit-definition.ts': 'tasks toolsets',
  'generator/pipeline/emit/descriptors/emit-tools.ts': 'apis code-mode',
  'generator/pipeline/emit/emit-project.ts': 'stores tasks',
  'generator/pipeline/profiles/check-model.ts': 'toolsets',
  'generator/pipeline/read/load-definitions.ts': 'apis',
  'generator/pipeline/read/resolve-model.ts': 'apis',
  'runtime/core/api/definition.ts': 'apis code-mode docs-page server-card skills toolsets views',
  'runtime/core/api/environment.ts': 'environment',
  'runtime/core/api/docs-page.ts': 'docs-page',
  'runtime/core/service/choose-mode.ts': 'code-mode',
  'runtime/core/service/choose-tools.ts': 'toolsets',
  'runtime/core/service/enabled-entries.ts': 'toolsets',
  'runtime/core/service/service.ts': 'toolsets',
  'runtime/core/sharing/prepare-service.ts': 'toolsets',
};

test('what lies below the features names none', () => {
  const below = /^(?:generator\/(?:core|feature-kit|pipeline)|runtime\/(?:wire|core))\//u;
  const found = mentions.flatMap(({ file, features: all }) => {
    const others = file.startsWith('runtime/') ? all.filter((feature) => !ports.has(feature)) : all;
    return below.test(file) && others.length > 0 ? [[file, others.join(' ')]] : [];
  });
  expect(Object.fromEntries(found)).toEqual(allowed);
});

/** Most files outside of the folders of a feature that name it. The numbers only fall. */
const most: { readonly [feature: string]: number } = {
  apis: 31,
  auth: 72,
  bind: 0,
  'code-mode': 7,
  contract: 4,
  delegation: 17,
  'docs-page': 7,
  'dry-run': 0,
  environment: 5,
  errors: 3,
  graphql: 5,
  http: 1,
  lint: 0,
  package: 5,
  questions: 4,
  'server-card': 4,
  skills: 12,
  sql: 1,
  'static-results': 1,
  stores: 92,
  tasks: 45,
  toolsets: 29,
  views: 1,
  'well-known': 7,
};

test.each(Object.keys(words))('%s is named in few files besides its own', (feature) => {
  const isOwn = (file: string): boolean => file.split('/').slice(1, 3).join('/') === `features/${feature}`;
  // Old names of members are gone in the next minor version.
  const isDeprecated = (file: string): boolean => path.basename(file).startsWith('deprecated');
  const naming = mentions.filter(
    ({ file, features: all }) => all.includes(feature) && !isOwn(file) && !isDeprecated(file),
  );
  expect(naming.length).toBeLessThanOrEqual(most[feature] ?? 0);
});

test('parts are read and written by their keys alone', () => {
  const reads = /\b(?:api|entry|model|old|owner|prompt|recent|resource|template|workspace)\.parts\b/u;
  const files = listSources('generator').filter((file) => reads.test(readCode(file)));
  expect(files).toEqual(['generator/core/model/part-key.ts']);
});
