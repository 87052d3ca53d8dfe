import { _CodeOrName } from 'ajv/dist/compile/codegen/code.js';
import { CodeGen, _ } from 'ajv/dist/compile/codegen/index.js';
import { ValueScope } from 'ajv/dist/compile/codegen/scope.js';

/** How often names stand in a piece of code. */
type NameCounts = { [name: string]: number | undefined };

/** A piece of code of the compiler, as far as it is looked at here. */
interface CodeNode {
  readonly names: NameCounts;
  readonly nodes?: readonly CodeNode[];
  readonly condition?: unknown;
  readonly else?: CodeNode;
}

/**
 * Lets the compiler count the names in its code in one go. By itself it counts those of each block again for each block
 * around it, which takes a fifth of its time. What it finds is the same. A compiler that is built otherwise than it is
 * today is left alone.
 */
export function speedUpCounting(): void {
  const code = new CodeGen(new ValueScope({ scope: {} }));
  const block = prototypeOf(prototypeOf(Reflect.get(code, '_root')));
  code.if(_`true`);
  const condition = prototypeOf(Reflect.get(code, '_currNode'));
  if (![block, condition].every((prototype) => prototype && Object.getOwnPropertyDescriptor(prototype, 'names')?.get))
    return;
  const isCondition = (node: CodeNode): boolean => prototypeOf(node) === condition;
  const countNode = (node: CodeNode, counts: NameCounts): NameCounts => {
    if (!isCondition(node)) return addCounts(counts, node.names);
    countNodes(node, counts);
    if (node.condition instanceof _CodeOrName) addCounts(counts, node.condition.names);
    return node.else ? countNode(node.else, counts) : counts;
  };
  const countNodes = ({ nodes = [] }: CodeNode, counts: NameCounts): NameCounts => {
    for (const node of nodes) countNode(node, counts);
    return counts;
  };
  defineNames(block, (node) => countNodes(node, {}));
  defineNames(condition, (node) => countNode(node, {}));
}

function prototypeOf(value: unknown): object | null {
  return typeof value === 'object' && value !== null ? (Object.getPrototypeOf(value) as object | null) : null;
}

function defineNames(prototype: object | null, count: (node: CodeNode) => NameCounts): void {
  if (!prototype) return;
  Object.defineProperty(prototype, 'names', {
    configurable: true,
    get(this: CodeNode) {
      return count(this);
    },
  });
}

function addCounts(counts: NameCounts, added: NameCounts): NameCounts {
  for (const name in added) counts[name] = (counts[name] ?? 0) + (added[name] ?? 0);
  return counts;
}
