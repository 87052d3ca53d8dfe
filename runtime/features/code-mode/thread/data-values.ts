/**
 * Part of the prelude: `toData` converts values that JSON would lose. A `Map` becomes an object (or a list of pairs,
 * unless all keys are strings or numbers). A `Set`, a typed array or an iterator becomes a list, and an error becomes
 * an object. A `RegExp` or `URLSearchParams` becomes a string.
 */
export const dataValues = String.raw`
  const { getPrototypeOf, keys: keysOf } = Object, objectPrototype = Object.prototype, arrayPrototype = Array.prototype;
  const RealMap = Map, RealSet = Set, RealRegExp = RegExp, RealBytes = Uint8Array, RealBuffer = ArrayBuffer;
  const mapEach = Map.prototype.forEach, setEach = Set.prototype.forEach, isView = ArrayBuffer.isView, RealView = DataView;
  const iterator = Symbol.iterator;
  const append = (list, value) => addMember(list, list.length, value);
  const toRecord = (map) => {
    const record = create(null), pairs = [];
    let isRecord = true;
    apply(mapEach, map, [(value, key) => {
      append(pairs, [key, value]);
      const name = typeof key === 'number' ? text(key) : key;
      if (typeof name !== 'string' || hasOwn(record, name)) isRecord = false;
      else record[name] = value;
    }]);
    return isRecord ? record : pairs;
  };
  const toErrorRecord = (error) => {
    const record = create(null);
    record.name = text(error.name);
    record.message = text(error.message);
    const members = keysOf(error);
    for (let index = 0; index < members.length; index += 1) record[members[index]] = error[members[index]];
    return record;
  };
  const toList = (given) => {
    const list = [];
    for (let index = 0; index < given.length; index += 1) append(list, given[index]);
    return list;
  };
  const toData = (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const prototype = getPrototypeOf(value);
    if (prototype === objectPrototype || prototype === arrayPrototype || prototype === null || isArray(value)) return value;
    if (value instanceof RealMap) return toRecord(value);
    if (value instanceof RealError) return toErrorRecord(value);
    if (value instanceof Real) return '(a promise: await it)';
    if (value instanceof RealRegExp || value instanceof Parameters) return text(value);
    if (value instanceof RealBuffer) return toList(new RealBytes(value));
    if (isView(value)) return value instanceof RealView ? toList(new RealBytes(value.buffer)) : toList(value);
    const list = [];
    if (value instanceof RealSet) apply(setEach, value, [(item) => append(list, item)]);
    else if (typeof value.next === 'function' && typeof value[iterator] === 'function') for (const item of value) append(list, item);
    else return value;
    return list;
  };`;
