import path from 'node:path';
import { parse } from 'yaml';

/** @typedef {{ readonly node: any, readonly file: string }} Place a node of a document, and the file that it stands in */

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'query'];

/** An OpenAPI document as plain data, read without the generator. */
export class PlainDocument {
  #parts;
  #trees = new Map();

  /**
   * @param {ReadonlyMap<string, Buffer>} parts files by their paths
   * @param {string} file the document itself
   */
  constructor(parts, file) {
    this.#parts = parts;
    const node = this.#read(file);
    /** @type {Place} */
    this.root = { node, file };
    this.isOld = !/^3\.[1-9]/u.test(String(node.openapi ?? node.swagger));
    this.isSwagger = node.swagger !== undefined;
  }

  /**
   * Follows the references of a node.
   *
   * @param {Place} place
   * @returns {Place} `node` is `undefined` when a reference leads nowhere
   */
  follow(place) {
    let found = place;
    for (let hops = 0; typeof found.node?.$ref === 'string' && hops < 32; hops += 1) found = this.target(found);
    return found;
  }

  /** @param {Place} place of a node with `$ref` */
  target({ node, file }) {
    const [name, pointer = ''] = node.$ref.split('#');
    const target = name === '' ? file : path.posix.join(path.posix.dirname(file), decode(name));
    const steps = pointer.split('/').slice(1);
    // Split documents have references in place of maps, too: they are followed on the way.
    return steps
      .map((step) => decode(step).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce((place, step) => this.child(this.follow(place), step), { node: this.#read(target), file: target });
  }

  /** @param {Place} place */
  child({ node, file }, key) {
    return { node: Object(node) === node && Object.hasOwn(node, key) ? node[key] : undefined, file };
  }

  /** Operations with their path items. */
  *operations() {
    const paths = this.follow(this.child(this.root, 'paths'));
    for (const [name, given] of Object.entries(paths.node ?? {})) {
      const item = this.follow({ node: given, file: paths.file });
      for (const method of methods) {
        const operation = this.follow(this.child(item, method));
        if (Object(operation.node) === operation.node)
          yield { path: name, method: method.toUpperCase(), item, operation };
      }
    }
  }

  /** Parameters of an operation by place and name; its own replace those of the path. */
  parameters(item, operation) {
    const found = new Map();
    for (const owner of [item, operation]) {
      const list = this.child(owner, 'parameters');
      for (const each of Array.isArray(list.node) ? list.node : []) {
        const parameter = this.follow({ node: each, file: list.file });
        if (parameter.node !== undefined) found.set(`${parameter.node.in} ${parameter.node.name}`, parameter);
      }
    }
    return [...found.values()];
  }

  #read(file) {
    if (!this.#trees.has(file))
      this.#trees.set(file, parseText(file, this.#parts.get(file)?.toString('utf8') ?? 'null'));
    return this.#trees.get(file);
  }
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Parses a file of a document; text that is not JSON is read as YAML.
 *
 * @param {string} file
 * @param {string} text
 */
export function parseText(file, text) {
  if (file.endsWith('.json')) {
    try {
      return JSON.parse(text);
    } catch {
      // Read as YAML, which allows more.
    }
  }
  return parse(text, { uniqueKeys: false, logLevel: 'error', maxAliasCount: -1 });
}
