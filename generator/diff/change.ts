import { changeRules, type ChangeRule } from './change-rules.js';
import type { SidedPlace } from '../model/place.js';
import type { SchemaChange } from './schema/schema-change.js';
import { weighSchemaChange, type SchemaRole, type SchemaRule } from './schema-rules.js';
import type { ClientSeverity, HandlerSeverity } from './severity.js';

/** What changed. */
export interface Subject {
  readonly kind: 'server' | 'tool' | 'prompt' | 'resource' | 'resourceTemplate';
  /** Name, URI or URI template. */
  readonly name: string;
  /** `input`, `output`, `argument subject`, …: what of it. */
  readonly part?: string;
  /** Where in a value of a schema: `address.street`, `lines[]`. */
  readonly path?: string;
}

/** One difference between two models. */
export interface Change {
  readonly rule: ChangeRule | SchemaRule;
  readonly clients: ClientSeverity;
  readonly handlers: HandlerSeverity;
  readonly subject: Subject;
  /** What changed, without saying of what. */
  readonly message: string;
  readonly help?: string;
  readonly place: SidedPlace;
}

/** A change by its rule. */
export function createChange(
  rule: ChangeRule,
  subject: Subject,
  place: SidedPlace,
  message: string,
  details: { readonly hasHandler?: boolean; readonly help?: string } = {},
): Change {
  const { clients, handlers } = changeRules[rule];
  return {
    rule,
    clients,
    handlers: details.hasHandler === false ? 'compatible' : handlers,
    subject,
    message,
    place,
    ...(details.help !== undefined && { help: details.help }),
  };
}

/** A change of a schema in the role that the schema has. */
export function createSchemaChange(change: SchemaChange, role: SchemaRole, subject: Subject): Change {
  const path = change.trail.reduce(joinStep, '');
  return {
    rule: change.rule,
    ...weighSchemaChange(change.rule, role, change),
    subject: { ...subject, ...(path !== '' && { path }) },
    message: change.message,
    place: { ...change.place, side: change.side },
    ...(change.help !== undefined && { help: change.help }),
  };
}

function joinStep(path: string, step: string): string {
  return path === '' || step.startsWith('[') ? path + step : `${path}.${step}`;
}
