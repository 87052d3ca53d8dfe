import { _Code, Name } from 'ajv/dist/compile/codegen/code.js';
import { CodeGen, _ } from 'ajv/dist/compile/codegen/index.js';
import { ValueScope } from 'ajv/dist/compile/codegen/scope.js';

/** How often names stand in a piece of code. */
type NameCounts = { [name: string]: number | undefined };

/** A piece of code of the compiler, as far as it is looked at here: of a block, a condition, a statement or an assignment. */
interface CodeNode {
  readonly names: NameCounts;
  readonly nodes?: readonly CodeNode[];
  readonly condition?: unknown;
  readonly else?: CodeNode;
  readonly code?: unknown;
  readonly lhs?: unknown;
  readonly rhs?: unknown;
}

/**
 * Lets the compiler count the names in its code in one go, all in one table. By itself it makes a table for each statement, and
 * adds those of each block up again for each block around it, which takes a fifth of its time. What it finds is the same. A
 * compiler that is built otherwise than it is today is left alone.
 */
export function speedUpCounting(): void {
  const code = new CodeGen(new ValueScope({ scope: {} }));
  const currentNode = (): CodeNode | undefined => Reflect.get(code, '_currNode') as CodeNode | undefined;
  const block = prototypeOf(prototypeOf(Reflect.get(code, '_root')));
  code.code(_`x`);
  const variable = code.let('x', _`1`);
  code.assign(variable, _`2`);
  const [statement, definition, assignment] = (currentNode()?.nodes ?? []).map(prototypeOf);
  code.if(_`true`);
  const condition = prototypeOf(currentNode());
  if (![block, condition, statement, definition, assignment].every(countsNames)) return;
  const countNode = (node: CodeNode, counts: Map<string, number>): void => {
    const kind = prototypeOf(node);
    if (kind === statement) countExpression(node.code, counts);
    else if (kind === definition) countExpression(node.rhs, counts);
    else if (kind === assignment) {
      if (!(node.lhs instanceof Name)) countExpression(node.lhs, counts);
      countExpression(node.rhs, counts);
    } else if (kind === condition) {
      countNodes(node, counts);
      countExpression(node.condition, counts);
      if (node.else) countNode(node.else, counts);
    } else for (const [name, count] of Object.entries(node.names)) addCount(counts, name, count ?? 0);
  };
  const countNodes = ({ nodes = [] }: CodeNode, counts: Map<string, number>): void => {
    for (const node of nodes) countNode(node, counts);
  };
  defineNames(block, countNodes);
  defineNames(condition, countNode);
}

function prototypeOf(value: unknown): object | null {
  return typeof value === 'object' && value !== null ? (Object.getPrototypeOf(value) as object | null) : null;
}

function countsNames(prototype: object | null | undefined): boolean {
  return Boolean(prototype && Object.getOwnPropertyDescriptor(prototype, 'names')?.get);
}

function defineNames(prototype: object | null, count: (node: CodeNode, counts: Map<string, number>) => void): void {
  if (!prototype) return;
  Object.defineProperty(prototype, 'names', {
    configurable: true,
    get(this: CodeNode): NameCounts {
      const counts = new Map<string, number>();
      count(this, counts);
      return Object.fromEntries(counts);
    },
  });
}

/** What is no code (a number, say) has no names. */
function countExpression(expression: unknown, counts: Map<string, number>): void {
  if (expression instanceof Name) addCount(counts, expression.str, 1);
  else if (expression instanceof _Code) {
    for (const item of expression._items) if (item instanceof Name) addCount(counts, item.str, 1);
  }
}

function addCount(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}
