import { dataValues } from './data-values.js';
import { scriptConsole } from './script-console.js';
import { webGlobals } from './web-globals.js';

/**
 * Program that runs in the sandbox before a script: an expression whose value is a function. It defines the functions,
 * the console and the clock of the script, and keeps the objects that it needs out of the script's reach.
 *
 * The function takes `send(kind, …)`, `resolveGlobal(kind, …)` of `GlobalResolver`, and JSON text of the names, the
 * limits and the time; it returns the functions that the thread calls: `settle(call, isResult, text, about)`,
 * `conclude(promise, hasCompletion)` and `fail(error)`.
 */
export const prelude = String.raw`(function (send, resolveGlobal, namesJson, limitsJson, startedAt, mark) {
  'use strict';
  const { parse, stringify } = JSON;
  const { create, defineProperty, freeze, hasOwn } = Object;
  const { isArray } = Array;
  const RealDate = Date, Real = Promise, RealError = Error, RealRangeError = RangeError, RealTypeError = TypeError;
  const construct = Reflect.construct, apply = Reflect.apply, then = Promise.prototype.then, RealProxy = Proxy, text = String;
  const names = parse(namesJson), limits = parse(limitsJson), factNames = ['status', 'path', 'headers', 'data', 'retryable', 'retryAfterMs'];
  const waiting = create(null);
  // Calls that wait for their turn. Until then, their arguments count as memory of the script.
  const queue = create(null);
  let calls = 0, sent = 0, running = 0, isOver = false, printed = 0;

  const define = (owner, name, value) =>
    defineProperty(owner, name, { __proto__: null, value, writable: true, configurable: true });
  const addMember = (owner, name, value) =>
    defineProperty(owner, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });

  const RealBigInt = BigInt, includes = String.prototype.includes, slice = String.prototype.slice;
  const startsWith = String.prototype.startsWith;
  // Scripts can replace the method.
  const cut = (given, length) => apply(slice, given, [0, length]);
${dataValues}
  const toJson = (value) => stringify(value, (_key, part) => (typeof part === 'bigint' ? mark + text(part) : toData(part)));
  const toLine = (value) => stringify(value, (_key, part) => (typeof part === 'bigint' ? text(part) : toData(part)));
  const revive = (_key, part) =>
    typeof part === 'string' && apply(startsWith, part, [mark]) ? RealBigInt(apply(slice, part, [mark.length])) : part;
  const fromJson = (json) => (apply(includes, json, [mark]) ? parse(json, revive) : parse(json));

  // Rejected promises without a handler. The constructor of a watched promise differs from the engine's, so that
  // 'await' calls its method 'then', as scripts do.
  const unhandled = create(null);
  let promises = 0;
  const Watched = freeze(create(null));
  // 'entry' notes that the script waits for a call.
  const watch = (promise, entry) => {
    const id = (promises += 1);
    let isHandled = false;
    const note = (error) => { if (!isHandled) unhandled[id] = error; };
    define(promise, 'constructor', Watched);
    apply(then, promise, [undefined, note]);
    defineProperty(promise, 'then', {
      __proto__: null,
      value: (...given) => {
        isHandled = true;
        if (entry !== undefined) entry.isHandled = true;
        delete unhandled[id];
        return watch(apply(then, promise, given));
      },
    });
    return promise;
  };
  const realReject = Real.reject;
  define(Real, 'reject', function reject(error) {
    const made = apply(realReject, this, [error]);
    return this === Real ? watch(made) : made;
  });
  const describe = (error) => {
    try {
      return cut(error instanceof RealError ? text(error.name) + ': ' + text(error.message) : 'Thrown: ' + show(error), 500);
    } catch {
      return '(an error that cannot be shown)';
    }
  };

  const sendCalls = () => {
    while (running < limits.parallelCalls && sent < calls) {
      sent += 1;
      running += 1;
      const { index, json } = queue[sent];
      delete queue[sent];
      send('call', sent, index, json);
    }
  };
  // Paging and notes from an API: non-enumerable members, unless the value has members of these names.
  const addFacts = (value, { next, notes }) => {
    if (next !== undefined && !hasOwn(value, 'next')) define(value, 'next', next);
    if (notes !== undefined && !hasOwn(value, 'notes')) define(value, 'notes', notes);
  };
  const invoke = (index, given, count) => {
    const entry = create(null);
    return watch(new Real((resolve, reject) => {
      const name = names[index];
      if (isOver) throw new RealError('The script has ended');
      if (count > 1) throw new RealTypeError(name + ' takes one object with all arguments');
      const input = given === undefined ? {} : given;
      if (typeof input !== 'object' || input === null || isArray(input)) {
        throw new RealTypeError(name + ' takes one object, as in ' + name + '({ ... })');
      }
      const json = toJson(input);
      if (typeof json !== 'string' || json[0] !== '{') throw new RealTypeError(name + ' takes one object');
      if (json.length > limits.argumentCharacters) throw new RealRangeError('The arguments of ' + name + ' are too long');
      if (calls >= limits.calls) throw new RealRangeError('A script may make ' + limits.calls + ' calls');
      const call = (calls += 1);
      entry.resolve = resolve;
      entry.reject = reject;
      entry.error = new RealError(name);
      entry.name = name;
      waiting[call] = entry;
      queue[call] = { index, json };
      sendCalls();
    }), entry);
  };
  // Names of functions whose calls have not ended, with the number of calls.
  const listWaiting = (isListed) => {
    const counts = create(null);
    for (const call in waiting) {
      const { name } = waiting[call];
      if (isListed(waiting[call])) counts[name] = (counts[name] === undefined ? 0 : counts[name]) + 1;
    }
    let list = '';
    for (const name in counts) {
      if (list.length < 500) list += (list === '' ? '' : ', ') + name + (counts[name] > 1 ? ' (' + counts[name] + ' calls)' : '');
    }
    return list;
  };

  const namespace = (path) => {
    const members = create(null);
    const proxy = new RealProxy(members, {
      get(target, key) {
        if (typeof key === 'symbol' || key in target) return target[key];
        if (key === 'then' || key === 'toJSON') return undefined;
        throw new RealTypeError('There is no function ' + path + '.' + key);
      },
      set() { return false; },
      defineProperty() { return false; },
      deleteProperty() { return false; },
    });
    return { members, proxy };
  };
  const roots = create(null);
  const spaces = create(null);
  for (let index = 0; index < names.length; index += 1) {
    const parts = names[index].split('.');
    let path = '';
    let owner = roots;
    for (let part = 0; part < parts.length - 1; part += 1) {
      path += (part > 0 ? '.' : '') + parts[part];
      if (spaces[path] === undefined) {
        spaces[path] = namespace(path);
        owner[parts[part]] = spaces[path].proxy;
      }
      owner = spaces[path].members;
    }
    owner[parts[parts.length - 1]] = freeze((...given) => invoke(index, given[0], given.length));
  }
  for (const name in roots) define(globalThis, name, roots[name]);

  const show = (value) => {
    if (typeof value === 'string') return value;
    try {
      if (value instanceof RealError) return text(value.name) + ': ' + text(value.message);
      const json = toLine(value);
      return json === undefined ? text(value) : json;
    } catch {
      return '(a value that cannot be shown)';
    }
  };
${scriptConsole}
  function ScriptDate(...given) {
    if (new.target === undefined) return new RealDate(startedAt).toString();
    return construct(RealDate, given.length === 0 ? [startedAt] : given, new.target);
  }
  ScriptDate.prototype = RealDate.prototype;
  define(RealDate.prototype, 'constructor', ScriptDate);
  define(ScriptDate, 'now', () => startedAt);
  define(ScriptDate, 'parse', RealDate.parse);
  define(ScriptDate, 'UTC', RealDate.UTC);
  define(globalThis, 'Date', ScriptDate);
  let seed = startedAt % 4294967296 || 1;
  define(Math, 'random', () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let next = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    next = (next + Math.imul(next ^ (next >>> 7), 61 | next)) ^ next;
    return ((next ^ (next >>> 14)) >>> 0) / 4294967296;
  });

${webGlobals}
  const fail = (error) => {
    if (isOver) return;
    isOver = true;
    let message = '(an error that cannot be shown)', stack = '';
    try {
      if (error instanceof RealError) {
        message = text(error.name) + ': ' + text(error.message);
        if (isArray(error.errors)) for (let index = 0; index < 3 && index < error.errors.length; index += 1) message += '\n- ' + describe(error.errors[index]);
        if (typeof error.stack === 'string') stack = error.stack;
      } else {
        message = 'Thrown: ' + show(error);
      }
    } catch {}
    send('error', cut(message, 4000), cut(stack, 4000), listWaiting(({ isHandled }) => isHandled !== true));
  };
  const finish = async (promise, hasCompletion) => {
    let value = await promise;
    if (hasCompletion) value = await value.value;
    if (typeof value === 'function') value = await value();
    if (typeof value === 'string') return { __proto__: null, json: value, isText: true };
    return { __proto__: null, json: toJson(value), isText: false };
  };
  return {
    settle(call, isResult, given, about) {
      const entry = waiting[call];
      if (entry === undefined) return;
      delete waiting[call];
      running -= 1;
      if (!isOver) sendCalls();
      if (isResult) {
        const value = given === undefined ? undefined : fromJson(given);
        if (about !== undefined && typeof value === 'object' && value !== null) addFacts(value, fromJson(about));
        entry.resolve(value);
      } else {
        entry.error.message = given;
        if (about !== undefined) {
          const facts = fromJson(about);
          if (hasOwn(facts, 'name')) define(entry.error, 'name', facts.name);
          for (let index = 0; index < factNames.length; index += 1) {
            const name = factNames[index];
            if (hasOwn(facts, name)) addMember(entry.error, name, facts[name]);
          }
        }
        entry.reject(entry.error);
      }
    },
    conclude(promise, hasCompletion) {
      const end = ({ json, isText }) => {
        if (isOver) return;
        isOver = true;
        if (json !== undefined && json.length > limits.resultCharacters) {
          const advice = 'Return only what is needed: pick fields, slice lists, or count.';
          send('error', 'RangeError: The value of the script has ' + json.length + ' characters. ' + advice, '', '');
        } else {
          const open = listWaiting(() => true);
          let lost = '';
          for (const id in unhandled) if (lost.length < 2000) lost += (lost === '' ? '' : '\n') + describe(unhandled[id]);
          send('value', json, isText, open, lost);
        }
      };
      const ended = finish(promise, hasCompletion);
      define(ended, 'constructor', Watched);
      apply(then, ended, [end, fail]);
    },
    fail,
    isOver: () => isOver,
    // Calls that wait for their turn, if their arguments are short.
    queued() {
      let list = '', length = 0;
      for (let call = sent + 1; call <= calls; call += 1) {
        const { index, json } = queue[call];
        length += json.length;
        if (length > 20000) break;
        list += (list === '' ? '[' : ',[') + index + ',' + stringify(json) + ']';
      }
      return '[' + list + ']';
    },
    hasCalls() { for (const _call in waiting) return true; return false; },
  };
})`;
