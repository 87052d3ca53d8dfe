/**
 * Part of the prelude: the web platform globals of a script. The thread parses URLs, queries and text in other
 * encodings: `resolveGlobal` takes and returns JSON text of strings. Scripts can replace the methods that are used
 * here, because nothing here is secret.
 */
export const webGlobals = String.raw`
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const digits = create(null);
  for (let index = 0; index < 64; index += 1) digits[alphabet[index]] = index;
  const { fromCharCode } = String, { charCodeAt } = String.prototype;
  define(globalThis, 'atob', function atob(given) {
    const encoded = text(given);
    let bytes = '', bits = 0, held = 0, padding = 0;
    for (let index = 0; index < encoded.length; index += 1) {
      const letter = encoded[index];
      if (letter === ' ' || letter === '\n' || letter === '\r' || letter === '\t' || letter === '\f') continue;
      if (letter === '=') { padding += 1; continue; }
      const digit = digits[letter];
      if (digit === undefined || padding > 0) throw new RealTypeError('The text is not Base64');
      held = ((held << 6) | digit) & 0xffff;
      bits += 6;
      if (bits >= 8) { bits -= 8; bytes += fromCharCode((held >> bits) & 255); }
    }
    if (bits === 6 || padding > 2) throw new RealTypeError('The text is not Base64');
    return bytes;
  });
  define(globalThis, 'btoa', function btoa(given) {
    const bytes = text(given);
    let encoded = '';
    for (let index = 0; index < bytes.length; index += 3) {
      let group = 0;
      for (let offset = 0; offset < 3; offset += 1) {
        const code = index + offset < bytes.length ? apply(charCodeAt, bytes, [index + offset]) : 0;
        if (code > 255) throw new RealTypeError('btoa takes bytes: each character is at most U+00FF');
        group = (group << 8) | code;
      }
      for (let digit = 0; digit < 4; digit += 1) {
        encoded += index + digit > bytes.length ? '=' : alphabet[(group >> (18 - 6 * digit)) & 63];
      }
    }
    return encoded;
  });

  // JSON, because a plain string would end at U+0000. The host rejects strings that are too long.
  const resolveTexts = (kind, ...given) => {
    let list = '';
    for (let index = 0; index < given.length; index += 1) list += (index > 0 ? ',' : '') + (given[index] === undefined ? 'null' : stringify(text(given[index])));
    const resolved = resolveGlobal(kind, '[' + list + ']');
    return resolved === undefined ? undefined : parse(resolved);
  };
  const tooLong = () => new RealRangeError('The text is too long');

  class TextEncoder {
    get encoding() { return 'utf-8'; }
    encode(given = '') {
      const source = text(given);
      // At most three bytes for each code unit.
      const bytes = new RealBytes(source.length * 3);
      let length = 0;
      for (let index = 0; index < source.length; index += 1) {
        let code = apply(charCodeAt, source, [index]);
        if (code >= 0xd800 && code < 0xe000) {
          const low = code < 0xdc00 && index + 1 < source.length ? apply(charCodeAt, source, [index + 1]) : 0;
          if (low >= 0xdc00 && low < 0xe000) { code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00); index += 1; } else code = 0xfffd;
        }
        if (code < 0x80) bytes[length++] = code;
        else {
          if (code < 0x800) bytes[length++] = 0xc0 | (code >> 6);
          else {
            if (code < 0x10000) bytes[length++] = 0xe0 | (code >> 12);
            else { bytes[length++] = 0xf0 | (code >> 18); bytes[length++] = 0x80 | ((code >> 12) & 63); }
            bytes[length++] = 0x80 | ((code >> 6) & 63);
          }
          bytes[length++] = 0x80 | (code & 63);
        }
      }
      return bytes.slice(0, length);
    }
  }

  const decodedAtOnce = 32768;
  class TextDecoder {
    #encoding; #fatal; #ignoreBOM;
    constructor(label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
      this.#encoding = resolveTexts('encoding', label);
      if (this.#encoding === undefined) throw new RealRangeError('The encoding ' + cut(text(label), 100) + ' is not supported');
      this.#fatal = !!fatal;
      this.#ignoreBOM = !!ignoreBOM;
    }
    get encoding() { return this.#encoding; }
    get fatal() { return this.#fatal; }
    get ignoreBOM() { return this.#ignoreBOM; }
    decode(given, { stream = false } = {}) {
      if (stream) throw new RealTypeError('The option stream is not supported: pass all bytes at once');
      if (given === undefined) return '';
      const isBuffer = given instanceof RealBuffer;
      if (!isBuffer && !isView(given)) throw new RealTypeError('decode takes an ArrayBuffer or a view of one');
      const bytes = isBuffer ? new RealBytes(given) : new RealBytes(given.buffer, given.byteOffset, given.byteLength);
      let decoded = '';
      for (let start = 0; start < bytes.length || start === 0; start += decodedAtOnce) {
        const end = start + decodedAtOnce, isLast = end >= bytes.length;
        let binary = '';
        for (let at = start; at < end && at < bytes.length; at += 4096) binary += apply(fromCharCode, undefined, bytes.subarray(at, at + 4096 < end ? at + 4096 : end));
        const part = resolveTexts('decode', this.#encoding, (this.#fatal ? 'f' : '') + (this.#ignoreBOM ? 'b' : '') + (start === 0 ? 's' : '') + (isLast ? 'e' : ''), binary);
        if (part === undefined) throw new RealTypeError('The bytes are not valid ' + this.#encoding);
        decoded += part;
      }
      return decoded;
    }
  }

  // Set inside the class, because the list is private.
  let follow, refill;
  class URLSearchParams {
    #pairs = []; #changed;
    static {
      follow = (params, changed) => { params.#changed = changed; };
      refill = (params, query) => { params.#read(query); };
    }
    constructor(given = '') {
      if (typeof given !== 'object' || given === null) this.#read(text(given));
      else if (typeof given[iterator] === 'function') for (const pair of given) {
        const [name, value, ...more] = pair;
        if (value === undefined || more.length > 0) throw new RealTypeError('Each pair must be a name and a value');
        this.#pairs.push([text(name), text(value)]);
      }
      else for (const name of keysOf(given)) this.#pairs.push([name, text(given[name])]);
    }
    #read(query) {
      const read = resolveTexts('query', query);
      if (read === undefined) throw tooLong();
      this.#pairs = [];
      for (let index = 0; index < read.length; index += 2) this.#pairs.push([read[index], read[index + 1]]);
    }
    #note() { if (this.#changed !== undefined) this.#changed(this.toString()); }
    get size() { return this.#pairs.length; }
    append(name, value) { this.#pairs.push([text(name), text(value)]); this.#note(); }
    #is(name, value) { const wanted = text(name); return (pair) => pair[0] === wanted && (value === undefined || pair[1] === text(value)); }
    delete(name, value) { const is = this.#is(name, value); this.#pairs = this.#pairs.filter((pair) => !is(pair)); this.#note(); }
    get(name) { const found = this.#pairs.find(this.#is(name)); return found === undefined ? null : found[1]; }
    getAll(name) { return this.#pairs.filter(this.#is(name)).map((pair) => pair[1]); }
    has(name, value) { return this.#pairs.some(this.#is(name, value)); }
    set(name, value) {
      const is = this.#is(name), first = this.#pairs.findIndex(is);
      if (first < 0) return this.append(name, value);
      this.#pairs = this.#pairs.filter((pair, index) => index <= first || !is(pair));
      this.#pairs[first] = [text(name), text(value)];
      this.#note();
    }
    sort() { this.#pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)); this.#note(); }
    forEach(callback, self) { for (const [name, value] of this) apply(callback, self, [value, name, this]); }
    *entries() { for (let index = 0; index < this.#pairs.length; index += 1) yield [this.#pairs[index][0], this.#pairs[index][1]]; }
    *keys() { for (const [name] of this.entries()) yield name; }
    *values() { for (const [, value] of this.entries()) yield value; }
    [iterator]() { return this.entries(); }
    toString() {
      const given = [];
      for (const [name, value] of this.#pairs) given.push(name, value);
      const query = resolveTexts('print', ...given);
      if (query === undefined) throw tooLong();
      return query;
    }
  }
  const Parameters = URLSearchParams;

  const urlParts = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];
  class URL {
    #parts; #params;
    static {
      for (let index = 0; index < urlParts.length; index += 1) {
        const name = urlParts[index];
        defineProperty(this.prototype, name, {
          __proto__: null, configurable: true, enumerable: true,
          get() { return this.#parts[index]; },
          set: name === 'origin' ? undefined : function (value) {
            this.#change(name, value);
            if (this.#params !== undefined && (name === 'search' || name === 'href')) refill(this.#params, this.#parts[9]);
          },
        });
      }
    }
    constructor(given, base) {
      if (given === undefined) throw new RealTypeError('URL takes a string');
      this.#parts = resolveTexts('url', given, base);
      if (this.#parts === undefined) throw new RealTypeError('Invalid URL: ' + cut(text(given), 200));
    }
    #change(name, value) {
      const parts = resolveTexts('change', this.#parts[0], name, value);
      if (parts === undefined) throw new RealTypeError('Invalid URL');
      this.#parts = parts;
    }
    static canParse(given, base) { return resolveTexts('url', given, base) !== undefined; }
    static parse(given, base) { return URL.canParse(given, base) ? new URL(given, base) : null; }
    get searchParams() {
      if (this.#params === undefined) {
        this.#params = new URLSearchParams(this.#parts[9]);
        follow(this.#params, (query) => this.#change('search', query));
      }
      return this.#params;
    }
    toString() { return this.#parts[0]; }
    toJSON() { return this.#parts[0]; }
  }

  const refuseClone = (what) => {
    const error = new RealError(what + ' cannot be cloned');
    error.name = 'DataCloneError';
    return error;
  };
  const structuredClone = (value) => {
    const copies = new RealMap();
    const copyMembers = (from, to) => {
      for (const name of keysOf(from)) addMember(to, name, clone(from[name]));
      return to;
    };
    const clone = (part) => {
      if (typeof part === 'function' || typeof part === 'symbol') throw refuseClone('A ' + typeof part);
      if (typeof part !== 'object' || part === null) return part;
      if (copies.has(part)) return copies.get(part);
      const keep = (copy) => { copies.set(part, copy); return copy; };
      if (isArray(part)) { const list = keep([]); list.length = part.length; return copyMembers(part, list); }
      if (part instanceof RealDate) return keep(new RealDate(part.getTime()));
      if (part instanceof RealRegExp) return keep(new RealRegExp(part.source, part.flags));
      if (part instanceof RealBuffer) return keep(part.slice(0));
      if (isView(part)) return keep(new part.constructor(clone(part.buffer), part.byteOffset, part.length ?? part.byteLength));
      if (part instanceof RealMap) {
        const map = keep(new RealMap());
        for (const [key, member] of part) map.set(clone(key), clone(member));
        return map;
      }
      if (part instanceof RealSet) {
        const set = keep(new RealSet());
        for (const member of part) set.add(clone(member));
        return set;
      }
      if (part instanceof RealError) {
        const error = keep(new RealError(text(part.message)));
        error.name = text(part.name);
        return copyMembers(part, error);
      }
      if (part instanceof Real) throw refuseClone('A promise');
      const inner = part.valueOf === undefined || part instanceof Parameters ? part : part.valueOf();
      if (typeof inner !== 'object' && typeof inner !== 'function') return keep(Object(inner));
      return copyMembers(part, keep({}));
    };
    return clone(value);
  };
  const globals = { TextEncoder, TextDecoder, URLSearchParams, URL, structuredClone };
  for (const name of keysOf(globals)) define(globalThis, name, globals[name]);`;
