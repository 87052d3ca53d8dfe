import { changeRules, schemaRules } from '../../dist/generator/feature-kit/changes/change-rules.js';
import { rowsOfFeatures } from './by-feature.mjs';

/** Renders generator/outputs/diff/RULES.md: the rules with which \`diff\` classifies changes. */
export function renderRules() {
  const changes = {
    ...changeRules,
    ...rowsOfFeatures('changes', ({ rule, clients, handlers, about }) => [rule, [clients, handlers, about]]),
  };
  const changeRows = Object.entries(changes).map(
    ([rule, [clients, handlers, about]]) => `| \`${rule}\` | ${clients} | ${handlers} | ${about} |`,
  );
  const schemaRows = Object.entries(schemaRules).map(
    ([rule, { input, output, about }]) =>
      `| \`${rule}\` | ${[...input, ...output].map(showWeight).join(' | ')} | ${about} |`,
  );
  return `# Rules of \`diff\`

<!-- Generated from generator/feature-kit/changes/change-rules.ts and the features by docs/generate.mjs. -->

Each change has two severities. For clients: \`breaking\`, \`may-break\`, \`compatible\` or \`documentation\`. For handlers written for the
old version: \`breaking\`, \`may-break\` or \`compatible\`. Usage, options and the suggested version are in
[Versioning and upgrades](../../../docs/upgrading.md).

## What is compared

\`diff\` compares the meaning of definitions, not their text. Moving a definition to another file, reordering keys, or replacing a schema with an
equal \`$ref\` is no change, or the change \`schema-rewritten\`. A renamed tool, prompt, resource or template is reported as one removed and one
added. A change of a shared schema is reported once, with all entries that use it.

Scopes are compared by who has access: \`scopes-raised\` means that a caller who met the old requirements does not meet the new ones, counting
\`implies\` and \`requiredScopes\` of both versions. Texts of \`auth\` that name environment variables are compared as written.

A change of \`server.environment\` counts for clients: for the configurations, packages and containers that start the server. A new required
variable is \`breaking\`, because the server does not start without it.

Static entries have no handler, so their changes are \`compatible\` for handlers.

## Rules

| rule | clients | handlers | |
| --- | --- | --- | --- |
${changeRows.join('\n')}

## Schema rules

A schema becomes _narrower_ when it rejects values that it accepted before, and _wider_ when it accepts values that it rejected before. A
narrower input schema breaks clients: the server rejects their arguments. A wider output schema breaks clients, too: they get results that they
never got before. For handlers it is the reverse: wider input and narrower output break them.

Each rule looks at one keyword, or at a few that belong together. A change that certainly lacks the effect is \`compatible\`. A change is
\`may-break\` when the rule cannot decide: a different \`pattern\`, an \`anyOf\` or \`oneOf\` with overlapping members, or a property that moves into a
member of \`allOf\`. _At least may-break_ means that the change is never \`compatible\`.

An object schema is taken to allow only the properties that it lists, unless it allows others explicitly (\`additionalProperties: true\` or a
schema). A new optional property is therefore compatible. Responses of users to \`elicitations\` are input of the handler; for clients, a change of
such a form is compatible.

| rule | input: clients | input: handlers | output: clients | output: handlers | |
| --- | --- | --- | --- | --- | --- |
${schemaRows.join('\n')}
`;
}

function showWeight(weight) {
  const [, effect, least] = /^(narrows|widens)(-or-may-break)?$/.exec(weight) ?? [];
  if (effect === undefined) return weight;
  return `if ${effect === 'narrows' ? 'narrower' : 'wider'}${least ? ', at least may-break' : ''}`;
}
