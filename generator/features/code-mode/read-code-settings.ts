import type { CodeSettingsModel } from '../../core/model/model.js';
import { textsAt } from '../../core/source/read-values.js';
import { childOf, stringAt, type SourceNode } from '../../core/source/source-node.js';

/** Reads `code` of a server or of an API. */
export function readCodeSettings(owner: SourceNode | undefined): CodeSettingsModel {
  const node = childOf(owner, 'code');
  return {
    ...(childOf(node, 'allow') && { allow: textsAt(node, 'allow') }),
    ...(stringAt(node, 'confirm') === 'never' && { confirm: 'never' }),
  };
}
