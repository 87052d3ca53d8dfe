import type { HandlerContext } from '../api/handler-context.js';
import { perService } from '../service/per-service.js';
import { formatReport } from '../service/report.js';
import type { Service } from '../service/service.js';

/** The handler that a context belongs to. */
export interface EnteredHandler {
  readonly service: Service;
  /** Kind and name of the handler, for reports. */
  readonly kind: string;
  readonly name: string;
}

/** A context whose members can be read under their old names. */
interface RenamedContext extends HandlerContext {
  readonly handler: EnteredHandler | undefined;
}

/** New names of members, by their names before 0.4. */
const newNames = {
  ask: 'elicit',
  flowId: 'idempotencyKey',
  revision: 'protocolVersion',
  beginTask: 'startTask',
  releaseConnection: 'closeStream',
} as const;

/** Old names that were reported. */
const reportedOf = perService(() => new Set<string>());

/** Getters for the old names of members. The first use of each name in a process is reported to the operator. */
export const deprecatedMembers: PropertyDescriptorMap = Object.fromEntries(
  Object.entries(newNames).map(([old, name]) => [
    old,
    {
      get(this: RenamedContext) {
        reportOld(this.handler, old, name);
        return this[name];
      },
      configurable: true,
    },
  ]),
);

/** Adds the declared elicitations to `context.elicit`, where they were before 0.4. */
export function addDeclared(elicit: object, context: RenamedContext, names: readonly string[]): void {
  for (const name of names) {
    const get = (): unknown => {
      reportOld(context.handler, `elicit.${name}`, `elicitations.${name}`);
      return context.elicitations[name];
    };
    Object.defineProperty(elicit, name, { get, enumerable: true, configurable: true });
  }
}

function reportOld(handler: EnteredHandler | undefined, old: string, name: string): void {
  if (handler === undefined) return;
  const reported = reportedOf(handler.service);
  if (reported.has(old)) return;
  reported.add(old);
  const advice = `\`context.${old}\` is deprecated: use \`context.${name}\`. The old name will be removed in 0.5.`;
  handler.service.report(formatReport(`${handler.kind}: ${handler.name}`, advice, 'WARNING'));
}
