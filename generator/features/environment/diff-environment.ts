import type { DeclaredVariable, VariableType } from './environment-model.js';
import type { Model } from '../../core/model/model.js';
import { isRequired, namesImplied } from './list-variables.js';
import { pairByKey, type EntryChanges } from '../../feature-kit/changes/change.js';
import { declaredPart } from './declared-part.js';
import { environmentChanges } from './changes.js';

/**
 * Reports differences between the variables under `server.environment`, which affect client configurations that start the server.
 */
export function diffEnvironment(changes: EntryChanges, old: Model, recent: Model): void {
  const [before, after] = [listDeclared(old), listDeclared(recent)];
  for (const [name, one, other] of pairByKey(before, after, (variable) => variable.name)) {
    changes.addPart(`variable ${name}`, ['environment', name], (part) => {
      if (one && other) diffVariable(part, one, other);
      else if (one) part.add(environmentChanges['variable-removed'], 'is gone', [], { side: 'old' });
      else if (other?.isNeeded === true) part.add(environmentChanges['required-variable-added'], 'is new and required');
      else part.add(environmentChanges['variable-added'], 'is new');
    });
  }
}

/** Declared variable, and whether the server requires it at start. */
interface Declared extends DeclaredVariable {
  readonly isNeeded: boolean;
}

function listDeclared(model: Model): readonly Declared[] {
  const implied = namesImplied(model);
  return (declaredPart.of(model) ?? []).map((variable) => ({
    ...variable,
    isNeeded: isRequired(variable, implied.has(variable.name)),
  }));
}

function diffVariable(changes: EntryChanges, old: Declared, recent: Declared): void {
  // If there is a default, handlers still get a value.
  const hasHandler = recent.defaultValue === undefined;
  if (!old.isNeeded && recent.isNeeded) changes.add(environmentChanges['variable-now-required'], 'is required now');
  else if (old.isNeeded && !recent.isNeeded)
    changes.add(environmentChanges['variable-now-optional'], 'is optional now', [], { hasHandler });
  else diffDefault(changes, old, recent);
  if (old.type === recent.type) changes.addSchema(schemaOf(old), schemaOf(recent), 'input', []);
  else {
    const details = { hasHandler: valueTypes[old.type] !== valueTypes[recent.type] };
    changes.add(
      environmentChanges['variable-type-changed'],
      `is of type \`${recent.type}\` instead of \`${old.type}\``,
      [],
      details,
    );
  }
  const changed = (['title', 'description', 'isSecret'] as const).filter((key) => old[key] !== recent[key]);
  if (changed.length === 0) return;
  const keys = changed.map((key) => `\`${key === 'isSecret' ? 'secret' : key}\``).join(', ');
  changes.add(environmentChanges['variable-documentation-changed'], `${keys} changed`);
}

function diffDefault(
  changes: EntryChanges,
  { defaultValue: old, isNeeded }: Declared,
  { defaultValue: recent }: Declared,
): void {
  if (old === recent) return;
  const [before, after] = [`\`${String(old)}\``, `\`${String(recent)}\``];
  if (recent === undefined) {
    changes.add(environmentChanges['variable-default-removed'], `no longer has a default; it was ${before}`, [], {
      hasHandler: !isNeeded,
    });
  } else if (old === undefined)
    changes.add(environmentChanges['variable-default-added'], `has the default ${after} now`, ['default']);
  else
    changes.add(environmentChanges['variable-default-changed'], `has the default ${after} instead of ${before}`, [
      'default',
    ]);
}

/** Types of the values that handlers receive. */
const valueTypes: { readonly [Type in VariableType]: string } = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
};

function schemaOf({ type, rules }: DeclaredVariable) {
  return { dialect: '2020-12', schema: new Map([['type', type], ...rules]) } as const;
}
