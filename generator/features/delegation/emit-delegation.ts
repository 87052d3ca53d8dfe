import { stringLiteral } from '../../core/code/escape.js';
import { jsonExpression } from '../../core/code/json-expression.js';
import type { RenderTemplate } from '../../core/code/templates.js';
import type { Model } from '../../core/model/model.js';
import { delegationPart } from './delegation-part.js';
import { authPart } from '../auth/auth-part.js';

/**
 * Emits `generated/delegation.ts`, which contains the APIs called on behalf of callers. Returns `undefined` if there
 * are none.
 */
export function emitDelegation(model: Model, render: RenderTemplate): string | undefined {
  const delegated = model.apis.flatMap((api) => {
    const delegation = delegationPart.of(api);
    return delegation ? [{ binding: api.binding, delegation }] : [];
  });
  if (delegated.length === 0) return undefined;
  const kinds = new Set(delegated.map(({ delegation }) => delegation.kind));
  return render('generated/delegation.ts', {
    values: [
      ...(kinds.has('consent') ? ['consent'] : []),
      'delegate',
      ...(kinds.has('exchange') ? ['exchange'] : []),
    ].join(', '),
    login: kinds.has('consent') ? jsonExpression(authPart.of(model)?.login ?? new Map()) : '',
    apis: delegated.map(({ binding, delegation: { kind, settings } }) => ({
      kind,
      name: stringLiteral(String(binding.get('name'))),
      settings: jsonExpression(settings),
      login: kind === 'consent' ? ', login' : '',
    })),
  });
}
