/** Maximum number of errors that a loop or a memoized validation collects. Clients get 20 of them. */
export const maxErrors = 100;

/**
 * Sources of modules that generated validators require, by name. Two of them replace parts of Ajv: Ajv's `equal` calls
 * the `valueOf` and `toString` members of values, which a client can send; Ajv's `ucs2length` contains text that
 * resembles an import.
 */
export const validatorParts: ReadonlyMap<string, string> = new Map([
  [
    'add-error',
    `export function addError(errors, instancePath, keyword, params, propertyName) {
      const error = propertyName === undefined ? { instancePath, keyword, params } : { instancePath, keyword, params, propertyName };
      if (errors === null) return [error];
      errors.push(error);
      return errors;
    }`,
  ],
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
    // Searches for the end of the digits. A pattern for the whole string would use memory in proportion to the string's length.
    'is-base64',
    `exports.default = function isBase64(text) {
      const end = text.search(/[^A-Za-z0-9+\\/]/);
      return text.length % 4 === 0 && (end < 0 || /^==?$/.test(text.slice(end, end + 3)));
    }`,
  ],
  [
    // Finds the indexes of two equal items, higher index first. Objects are compared by their JSON with sorted keys.
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
    // Checks whether a value is in a list of scalars. Searching the list for each value of a long array would take seconds.
    'has-value',
    `const sets = new WeakMap();
    exports.default = function hasValue(list, value) {
      if (list.length < 16) return list.includes(value);
      let set = sets.get(list);
      if (set === undefined) sets.set(list, (set = new Set(list)));
      return set.has(value);
    }`,
  ],
  [
    // Reads a table from `print-table.ts`. Reports the same errors as Ajv's code for the schema, in the same order.
    'read-table',
    `const hasValue = require('has-value').default;
    const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
    const tests = {
      object: isObject,
      array: Array.isArray,
      string: (value) => typeof value === 'string',
      boolean: (value) => typeof value === 'boolean',
      null: (value) => value === null,
      number: (value) => typeof value === 'number',
      integer: (value) => typeof value === 'number' && !(value % 1) && !isNaN(value),
    };
    const finiteTests = { ...tests, number: Number.isFinite, integer: Number.isInteger };
    const below = (path, name) => path + '/' + (typeof name === 'number' ? name : name.replace(/~/g, '~0').replace(/\\//g, '~1'));
    const fail = (errors, instancePath, keyword, params) => errors.push({ instancePath, keyword, params });
    // A loop ends after too many errors if at least one of them comes from the loop itself.
    const isEnough = (errors, before) => errors.length >= ${maxErrors} && errors.length > before;
    function readRequired(required, value, path, errors) {
      for (const missingProperty of required) {
        if (value[missingProperty] === undefined) fail(errors, path, 'required', { missingProperty });
      }
    }
    function createReader(tests) {
      function readValue({ type, enum: allowedValues, const: allowedValue }, value, path, errors) {
        if (type !== undefined && !(typeof type === 'string' ? tests[type](value) : type.some((one) => tests[one](value))))
          fail(errors, path, 'type', { type });
        if (allowedValues !== undefined && !hasValue(allowedValues, value))
          fail(errors, path, 'enum', { allowedValues });
        if (allowedValue !== undefined && allowedValue !== value)
          fail(errors, path, 'const', { allowedValue });
      }
      // Uses one function instead of one per keyword, so that each level of a value adds only a few calls to the stack.
      // The path of the value consists of the parent path and the name.
      function read(table, value, parent, name, errors) {
        // A function that only reads a table does not need to be called.
        if (typeof table === 'function' && table.table !== undefined) table = table.table;
        if (table === true || (typeof table === 'string' && tests[table](value))) return;
        const path = name === undefined ? parent : below(parent, name);
        if (typeof table === 'function') {
          if (!table(value, { instancePath: path })) for (const error of table.errors) errors.push(error);
          return;
        }
        if (typeof table === 'string') return readValue({ type: table }, value, path, errors);
        readValue(table, value, path, errors);
        const { required, properties = {}, defaults, additionalProperties = true, items = true } = table;
        if (items !== true && Array.isArray(value)) {
          const before = errors.length;
          for (let index = 0; index < value.length && !isEnough(errors, before); index++) read(items, value[index], path, index, errors);
        }
        if (!isObject(value)) return;
        for (const property in defaults) {
          if (value[property] === undefined) value[property] = structuredClone(defaults[property]);
        }
        if (required !== undefined) readRequired(required, value, path, errors);
        if (additionalProperties !== true) {
          const before = errors.length;
          for (const additionalProperty in value) {
            if (Object.hasOwn(properties, additionalProperty)) continue;
            if (additionalProperties !== false) read(additionalProperties, value[additionalProperty], path, additionalProperty, errors);
            else fail(errors, path, 'additionalProperties', { additionalProperty });
            if (isEnough(errors, before)) break;
          }
        }
        for (const property in properties) {
          const part = value[property];
          if (part !== undefined) read(properties[property], part, path, property, errors);
        }
      }
      return function checkTable(validate, table, value, context) {
        const errors = [];
        read(table, value, context?.instancePath ?? '', undefined, errors);
        validate.errors = errors.length === 0 ? null : errors;
        return errors.length === 0;
      };
    }
    export const input = createReader(tests);
    // Numbers in an output must be finite.
    export const output = createReader(finiteTests);`,
  ],
  [
    // Caches results of a validator until the outermost call returns, so that each value is validated once.
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
        // For strings, numbers and booleans, only the result for the last value is cached.
        const key = typeof value === 'object' ? value : 'scalar', path = context.instancePath || '';
        let result = own.get(key);
        if (result === undefined || result.value !== value) {
          const valid = validate(value, context), errors = validate.errors && validate.errors.slice(0, ${maxErrors});
          result = { value, path, valid, errors, ...evaluated };
          own.set(key, result);
        }
        // The caller adds to the object that it receives.
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
  [
    // Matches text against an automaton from `pattern/build-steps.ts` in linear time, by following all paths in parallel.
    'match-steps',
    `const isWord = (text, index) => /\\w/.test(text.charAt(index));
    const isEdge = (text, index) => isWord(text, index - 1) !== isWord(text, index);
    const assertions = {
      '^': (text, index) => index === 0,
      '$': (text, index) => index === text.length,
      '\\\\b': isEdge,
      '\\\\B': (text, index) => !isEdge(text, index),
    };
    function createTest(source) {
      const pattern = new RegExp('^(?:' + source + ')$', 'u'), known = new Map();
      return (character) => {
        let result = known.get(character);
        if (result === undefined) {
          result = pattern.test(character);
          if (character < '\\x80') known.set(character, result);
        }
        return result;
      };
    }
    function prepare({ steps, start }) {
      return { start, steps: steps.map((step) => {
        if (step.kind === 'look') return { ...step, body: prepare(step.body) };
        return step.kind === 'character' ? { ...step, test: createTest(step.source) } : step;
      }) };
    }
    function readCharacter(text, index, isBackward) {
      if (!isBackward) return String.fromCodePoint(text.codePointAt(index));
      const pair = text.slice(Math.max(index - 2, 0), index);
      return pair.codePointAt(0) > 0xffff ? pair : pair.slice(-1);
    }
    // Finds where matches end: returns whether there is a match, or an array that contains 1 at each end position.
    function findEnds({ steps, start }, text, isBackward, isFirst) {
      const looks = new Map();
      for (const step of steps) if (step.kind === 'look') looks.set(step, findEnds(step.body, text, !step.isBehind, false));
      const ends = isFirst ? undefined : new Uint8Array(text.length + 1), seen = new Int32Array(steps.length).fill(-1);
      const last = isBackward ? 0 : text.length;
      let index = isBackward ? text.length : 0, todo = [start];
      for (;;) {
        const characters = [];
        while (todo.length > 0) {
          const number = todo.pop(), step = steps[number];
          if (seen[number] === index) continue;
          seen[number] = index;
          if (step.kind === 'character') characters.push(step);
          else if (step.kind === 'fork') todo.push(...step.next);
          else if (step.kind === 'assertion' ? assertions[step.sign](text, index) : step.kind === 'look' && (looks.get(step)[index] === 1) !== step.isNegative) todo.push(step.next);
          else if (step.kind === 'end') {
            if (isFirst) return true;
            ends[index] = 1;
          }
        }
        if (index === last) return isFirst ? false : ends;
        const character = readCharacter(text, index, isBackward);
        for (const step of characters) if (step.test(character)) todo.push(step.next);
        todo.push(start);
        index += isBackward ? -character.length : character.length;
      }
    }
    exports.default = function matchSteps(automaton) {
      const prepared = prepare(automaton);
      return { test: (text) => findEnds(prepared, text, false, true) };
    }`,
  ],
]);
