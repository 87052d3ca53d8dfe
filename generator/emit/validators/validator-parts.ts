/** Most errors that one loop or one remembered validation collects. Clients are shown 20. */
export const maxErrors = 100;

/**
 * Texts of modules that generated validators require, by name. Two replace parts of Ajv: its `equal` calls `valueOf` and
 * `toString` of the values, which a client may send as members; its `ucs2length` contains a text that looks like an import.
 */
export const validatorParts: ReadonlyMap<string, string> = new Map([
  [
    'ajv/dist/runtime/equal',
    `exports.default = function equal(a, b) {
      if (a === b) return true;
      if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
      if (Array.isArray(a) !== Array.isArray(b)) return false;
      const keys = Object.keys(a);
      if (keys.length !== Object.keys(b).length) return false;
      return keys.every((key) => Object.prototype.hasOwnProperty.call(b, key) && equal(a[key], b[key]));
    }`,
  ],
  [
    'ajv/dist/runtime/ucs2length',
    `exports.default = function countCodePoints(text) {
      let count = text.length;
      for (let index = 1; index < text.length; index++) {
        if ((text.charCodeAt(index) & 0xfc00) === 0xdc00 && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800) count--;
      }
      return count;
    }`,
  ],
  [
    // Indexes of two equal items, the higher one first. Objects are compared by their JSON text with sorted keys.
    'find-duplicate',
    `function canonical(value) {
      if (typeof value !== 'object' || value === null) return typeof value === 'string' ? JSON.stringify(value) : String(value);
      if (Array.isArray(value)) return '[' + value.map(canonical).join() + ']';
      return '{' + Object.keys(value).sort().map((key) => JSON.stringify(key) + ':' + canonical(value[key])).join() + '}';
    }
    exports.default = function findDuplicate(items) {
      let found;
      if (items.length < 2) return found;
      const scalars = new Map(), others = new Map();
      for (let index = 0; index < items.length; index++) {
        const item = items[index], isScalar = typeof item !== 'object' || item === null;
        const seen = isScalar ? scalars : others, key = isScalar ? item : canonical(item);
        if (seen.has(key)) found = [index, seen.get(key)];
        seen.set(key, index);
      }
      return found;
    }`,
  ],
  [
    // Remembers, until the outermost call returns, what a validator says of a value: each value is validated once.
    'memoize',
    `let results;
    exports.default = function memoize(validate, evaluated) {
      if (evaluated !== undefined) validate.evaluated = memoized.evaluated = evaluated;
      function memoized(value, context = {}) {
        if (results === undefined) {
          results = new Map();
          try {
            return memoized(value, context);
          } finally {
            results = undefined;
          }
        }
        let own = results.get(validate);
        if (own === undefined) results.set(validate, (own = new Map()));
        // Of strings, numbers and booleans only the last one is kept.
        const key = typeof value === 'object' ? value : 'scalar', path = context.instancePath || '';
        let result = own.get(key);
        if (result === undefined || result.value !== value) {
          const valid = validate(value, context), errors = validate.errors && validate.errors.slice(0, ${maxErrors});
          result = { value, path, valid, errors, ...evaluated };
          own.set(key, result);
        }
        // The caller adds to what it is given.
        if (evaluated !== undefined) {
          const { props, items } = result;
          evaluated.props = typeof props === 'object' ? { ...props } : props;
          evaluated.items = items;
        }
        memoized.errors = result.errors && result.errors.map((error) =>
          result.path === path ? error : { ...error, instancePath: path + error.instancePath.slice(result.path.length) });
        return result.valid;
      }
      return memoized;
    }`,
  ],
]);
