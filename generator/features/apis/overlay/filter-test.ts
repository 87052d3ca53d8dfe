import { jsonpath, type JSONPathQuery } from 'json-p3';
import { scalarNode } from '../../../core/source/make-node.js';
import { childOf, entriesOf, itemsOf, type SourceNode } from '../../../core/source/source-node.js';
import type { Place, Repeats } from './place.js';
import { compileMatcher, type TextMatcher } from './text-matcher.js';
import type { WorkBudget } from './work-budget.js';

type Expression = jsonpath.expressions.FilterExpression;

/** Value of an expression; `undefined` is "Nothing" in RFC 9535. */
type Value = SourceNode | undefined;

/** Selects places from a place; by default from the root. */
type Select = (query: JSONPathQuery, from: Place | undefined, repeats: Repeats) => readonly Place[];

/** Location of values that do not come from a file. */
const nowhere = { file: '', line: 1, column: 1, length: 1 };

/**
 * Evaluates filter expressions.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9535#name-filter-selector
 */
export class FilterTest {
  readonly #selectFrom: Select;
  readonly #budget: WorkBudget;
  readonly #matchers = new Map<string, TextMatcher | undefined>();

  constructor(select: Select, budget: WorkBudget) {
    this.#selectFrom = select;
    this.#budget = budget;
  }

  /** Whether an expression is true for a place. */
  holds(expression: Expression, current: Place): boolean {
    this.#budget.spend();
    if (expression instanceof jsonpath.expressions.LogicalExpression) return this.holds(expression.expression, current);
    if (expression instanceof jsonpath.expressions.PrefixExpression) return !this.holds(expression.right, current);
    if (expression instanceof jsonpath.expressions.FilterQuery) return this.#select(expression, current).length > 0;
    if (expression instanceof jsonpath.expressions.FunctionExtension) return this.#matches(expression, current);
    if (!(expression instanceof jsonpath.expressions.InfixExpression)) return false;
    const { left, operator, right } = expression;
    if (operator === '&&') return this.holds(left, current) && this.holds(right, current);
    if (operator === '||') return this.holds(left, current) || this.holds(right, current);
    return this.#compare(this.#read(left, current), operator, this.#read(right, current));
  }

  #select(query: jsonpath.expressions.FilterQuery, current: Place, repeats: Repeats = 'once'): readonly Place[] {
    return this.#selectFrom(query.path, query instanceof jsonpath.expressions.RootQuery ? undefined : current, repeats);
  }

  #read(expression: Expression | undefined, current: Place): Value {
    if (expression instanceof jsonpath.expressions.FilterQuery) {
      const places = this.#select(expression, current, 'repeated');
      return places.length === 1 ? places[0]?.node : undefined;
    }
    if (expression instanceof jsonpath.expressions.NullLiteral) return scalarNode(null, nowhere);
    if (
      expression instanceof jsonpath.expressions.BooleanLiteral ||
      expression instanceof jsonpath.expressions.NumberLiteral ||
      expression instanceof jsonpath.expressions.StringLiteral
    ) {
      return scalarNode(expression.value, nowhere);
    }
    return expression instanceof jsonpath.expressions.FunctionExtension ? this.#call(expression, current) : undefined;
  }

  /** Calls one of the functions that return a value. */
  #call({ name, args: [argument] }: jsonpath.expressions.FunctionExtension, current: Place): Value {
    if (name === 'count' && argument instanceof jsonpath.expressions.FilterQuery) {
      return scalarNode(this.#select(argument, current, 'repeated').length, nowhere);
    }
    const value = this.#read(argument, current);
    return name === 'length' ? this.#measure(value) : value;
  }

  /** Returns the length of a string in code points, or of a list or mapping. */
  #measure(value: Value): Value {
    if (value?.kind === 'map') return scalarNode(value.entries.length, nowhere);
    if (value?.kind === 'sequence') return scalarNode(value.items.length, nowhere);
    const text = textOf(value);
    if (text === undefined) return undefined;
    this.#budget.spendText(text);
    return scalarNode(Array.from(text).length, nowhere);
  }

  /** Evaluates the functions `match` and `search`. */
  #matches({ name, args: [subject, pattern] }: jsonpath.expressions.FunctionExtension, current: Place): boolean {
    const text = textOf(this.#read(subject, current));
    const source = textOf(this.#read(pattern, current));
    if (text === undefined || source === undefined) return false;
    const key = `${name} ${source}`;
    const isKnown = this.#matchers.has(key);
    const matcher = isKnown ? this.#matchers.get(key) : compileMatcher(source, name === 'match', this.#budget);
    if (!isKnown) this.#matchers.set(key, matcher);
    return matcher?.(text, this.#budget) === true;
  }

  #compare(left: Value, operator: string, right: Value): boolean {
    switch (operator) {
      case '==':
        return this.#isEqual(left, right);
      case '!=':
        return !this.#isEqual(left, right);
      case '<':
        return this.#isLess(left, right);
      case '>':
        return this.#isLess(right, left);
      case '<=':
        return this.#isLess(left, right) || this.#isEqual(left, right);
      default:
        return this.#isLess(right, left) || this.#isEqual(left, right);
    }
  }

  #isLess(left: Value, right: Value): boolean {
    if (left?.kind !== 'scalar' || right?.kind !== 'scalar') return false;
    const [first, second] = [left.value, right.value];
    if (typeof first === 'number' && typeof second === 'number') return first < second;
    if (typeof first !== 'string' || typeof second !== 'string') return false;
    this.#budget.spendText(first);
    return first < second;
  }

  #isEqual(left: Value, right: Value): boolean {
    this.#budget.spend();
    if (left === undefined || right === undefined || left === right) return left === right;
    if (left.kind === 'scalar') {
      if (typeof left.value === 'string') this.#budget.spendText(left.value);
      return right.kind === 'scalar' && left.value === right.value;
    }
    if (left.kind === 'sequence') {
      const others = itemsOf(right);
      return (
        right.kind === 'sequence' &&
        left.items.length === others.length &&
        left.items.every((item, index) => this.#isEqual(item, others[index]))
      );
    }
    return (
      right.kind === 'map' &&
      left.entries.length === entriesOf(right).length &&
      left.entries.every(({ key, value }) => {
        const other = childOf(right, key);
        return other !== undefined && this.#isEqual(value, other);
      })
    );
  }
}

function textOf(value: Value): string | undefined {
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined;
}
