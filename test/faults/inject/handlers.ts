import { ProtocolError } from '../../../runtime/index.js';

/** A value that a handler should not return or throw, by name. A function makes it: some values can be used once only. */
export type NamedValue = readonly [name: string, make: () => unknown];

/** An object every use of which throws. */
function makeRevoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** A proxy whose every trap throws. */
function makeTrap(): object {
  const traps = new Proxy({}, { get: (_target, trap) => failWith(`trap ${String(trap)}`) });
  return new Proxy({}, traps);
}

function failWith(message: string): () => never {
  return () => {
    throw new Error(message);
  };
}

function makeCycle(): object {
  const cycle: { self?: object } = {};
  cycle.self = cycle;
  return cycle;
}

function makeDeep(): object {
  let deep: object = {};
  for (let level = 0; level < 100_000; level += 1) deep = { deep };
  return deep;
}

/** An object with a getter that throws. */
function makeGetter(name: string): object {
  return Object.defineProperty({}, name, { enumerable: true, get: failWith(`getter ${name}`) });
}

/** Values that handlers return although no answer can be made of them. */
export const garbage: readonly NamedValue[] = [
  ['a symbol', () => Symbol('odd')],
  ['a function', () => () => 'called'],
  ['a cycle', makeCycle],
  ['100,000 levels', makeDeep],
  ['a revoked proxy', makeRevoked],
  ['a proxy of traps', makeTrap],
  ['a getter that throws', () => makeGetter('content')],
  ['a `then` that throws', () => makeGetter('then')],
  ['a `toJSON` that throws', () => ({ toJSON: failWith('toJSON') })],
  ['a `toJSON` without a result', () => ({ toJSON: () => undefined })],
];

/** An error with a property that is not as it should be. */
function makeError(error: Error, name: string, property: PropertyDescriptor): Error {
  return Object.defineProperty(error, name, property);
}

/** Values that handlers throw although they are no errors, or errors that cannot be read. */
export const thrownValues: readonly NamedValue[] = [
  ['nothing', () => undefined],
  ['null', () => null],
  ['a string', () => 'only a text'],
  ['a symbol', () => Symbol('odd')],
  ['a BigInt', () => 1n],
  ['a function', () => () => 'called'],
  ['an object without a prototype', () => Object.create(null) as object],
  ['a revoked proxy', makeRevoked],
  ['a proxy of traps', makeTrap],
  ['an error whose message is a symbol', () => makeError(new Error('x'), 'message', { value: Symbol('message') })],
  ['an error whose message is an object', () => makeError(new Error('x'), 'message', { value: { code: 7 } })],
  ['an error whose message throws', () => makeError(new Error('x'), 'message', { get: failWith('message') })],
  ['a ProtocolError without a message', () => makeError(new ProtocolError(7, 'x'), 'message', { value: undefined })],
  ['a ProtocolError whose code throws', () => makeError(new ProtocolError(7, 'x'), 'code', { get: failWith('code') })],
  ['a ProtocolError whose data throw', () => makeError(new ProtocolError(7, 'x'), 'data', { get: failWith('data') })],
];
