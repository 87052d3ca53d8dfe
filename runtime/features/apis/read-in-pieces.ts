import { startWork } from '../../wire/after-turn.js';
import { parseExactJson } from '../../wire/parse-json.js';
import type { ReadLimits, ReadParts } from './responses/bound-value.js';
import { setMember } from './responses/map-json.js';
import {
  commaSign,
  findDivision,
  findEndOfText,
  findNoSpace,
  hasSpace,
  isSpace,
  isStructural,
  quote,
  shortestSegment,
} from './scan-json.js';

/** A JSON value. */
export interface ReadValue {
  readonly value: unknown;
  /** The parts of the value that were read. Absent: all parts. */
  readonly parts?: ReadParts;
}

/**
 * Maximum number of bytes that are parsed at once, which takes only milliseconds for any content. A longer string is
 * parsed in segments.
 */
const defaultPieceLength = 65_536;

/** Maximum nesting depth of objects and arrays. Deeper values cannot be serialized again. */
const maxDepth = 1000;

/**
 * Parses JSON text in UTF-8 like `parseExactJson`, but blocks the event loop only for one piece of the text at a time.
 *
 * @param bytes The text. The bytes change temporarily, so they must not be read during the call.
 * @param limits Parts beyond these limits are only counted, not checked. Absent: everything is read.
 * @param pieceLength Maximum number of bytes that are parsed at once.
 * @throws SyntaxError for text that is not JSON, or is nested too deeply to be read as a whole.
 */
export async function readInPieces(
  bytes: Uint8Array,
  limits?: ReadLimits,
  pieceLength = defaultPieceLength,
): Promise<ReadValue> {
  if (bytes.length <= 2 * pieceLength) return { value: parseExactJson(new TextDecoder().decode(bytes)) };
  const reader = new PieceReader(bytes, limits, pieceLength);
  const pause = startWork();
  while (reader.readPiece()) await pause();
  return reader.finish();
}

/** An object or array whose end has not been reached yet. */
interface Frame {
  readonly isList: boolean;
  /** Number of enclosing objects; `Infinity` inside an array. */
  readonly level: number;
  /** Index of its opening bracket, in bytes like all indexes. */
  readonly bracket: number;
  /** Created if a piece ends inside this value; otherwise the value is parsed as part of the enclosing value. */
  container?: unknown[] | Record<string, unknown>;
  /** Index of the first member that has not been parsed. */
  start: number;
  /** Index of the last comma between its members, or of the opening bracket before the first comma. */
  comma: number;
  /** Number of commas. */
  commas: number;
  /** Whether its last member was added to the container separately. */
  isLastKept: boolean;
  /** Whether the rest of the value is not read. */
  isFull: boolean;
}

/**
 * Maximum number of digits of typical numbers. Each digit of a longer number takes as much time as several characters of text, and
 * counts as such.
 */
const longNumber = 64;
const digitWeight = 4;

/** Maximum length of a number, in bytes; longer numbers are rejected. */
const longestNumber = 60_000;

/** Maximum number of lists that can be ended early; after that, the enclosing value is ended, too. */
const maxFullLists = 8;

class PieceReader {
  readonly #bytes: Uint8Array;
  readonly #limits: ReadLimits | undefined;
  readonly #pieceLength: number;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #frames: Frame[] = [];
  readonly #wholeLists = new Map<unknown, ArrayLike<unknown>>();
  #start = 0;
  #at = 0;
  #isTruncated = false;
  /** The string that is being read in segments: the index of its opening quote, and the part that was already read. */
  #text: { readonly start: number; value: string } | undefined;
  /** Range of the last pieces that contain only white space, which are not read again. */
  #space = { start: -1, end: -1 };
  /** The whole value, once a piece has ended inside it, and the index after it. */
  #root: unknown;
  #rootEnd = 0;
  /** Number of objects and arrays around the current position that are inside a full frame. */
  #skippedDepth = 0;
  #values = 0;
  #characters = 0;
  #fullLists = 0;

  constructor(bytes: Uint8Array, limits: ReadLimits | undefined, pieceLength: number) {
    this.#bytes = bytes;
    // A byte order mark is not part of the text.
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.#at = this.#start = 3;
    this.#limits = limits;
    this.#pieceLength = pieceLength;
  }

  /** Reads a piece; `false` at the end of the text. */
  readPiece(): boolean {
    if (this.#text === undefined) {
      const end = Math.min(this.#at + this.#pieceLength, this.#bytes.length);
      while (this.#at < end && !this.#isTooDeep && this.#text === undefined) {
        if (this.#frames.at(-1)?.isFull === true) this.#skim(end);
        else this.#read(end);
      }
      this.#keepPiece();
      if (this.#frames.at(-1)?.isFull === true) this.#text = undefined;
    } else {
      this.#readSegment(this.#text);
    }
    return this.#at < this.#bytes.length;
  }

  /** Reads up to an index, or until values are nested too deeply. */
  #read(end: number): void {
    const bytes = this.#bytes;
    const start = this.#at;
    for (let at = this.#at; at < end; at += 1) {
      const code = bytes[at] ?? 0;
      if (isStructural[code] !== 1) continue;
      if (at - this.#at > longNumber)
        this.#characters += digitWeight * Math.min(at - this.#at, this.#limits?.text ?? 0);
      if (code === quote) {
        const start = at;
        at = findEndOfText(bytes, at, this.#pieceLength);
        if (at < 0) {
          this.#at = start;
          if (this.#beginText()) return;
          at = findEndOfText(bytes, start);
        }
        this.#characters += Math.min(at - start, this.#limits?.text ?? 0);
      } else {
        this.#at = at;
        if (code === commaSign) this.#passComma();
        // Closing brackets differ from opening ones in this bit.
        else if ((code & 4) === 0) this.#open(code === 0x5b);
        else this.#close(code === 0x5d);
      }
      this.#at = at + 1;
      if (this.#isTooDeep) return;
    }
    if (this.#at === start) this.#passPlain(start, end);
    this.#at = Math.max(this.#at, end);
  }

  /** Skips a piece without structural bytes: space, or part of a number or literal. */
  #passPlain(start: number, end: number): void {
    if (findNoSpace(this.#bytes, start, end) === end) {
      this.#space = { start: this.#space.end === start ? this.#space.start : start, end };
    } else if (end - start > longestNumber && !hasSpace(this.#bytes, start, end)) {
      throw new SyntaxError('Number too long in JSON');
    }
  }

  /** Begins to read the string at the current position in segments; returns `false` for a member name. */
  #beginText(): boolean {
    const around = this.#frames.at(-1);
    if (around === undefined ? this.#root !== undefined : around.isLastKept) {
      throw new SyntaxError('Unexpected string in JSON');
    }
    if (around?.isList === false && this.#isBlank(Math.max(around.start, around.comma + 1), this.#at)) return false;
    this.#text = { start: this.#at, value: '' };
    return true;
  }

  /** Reads a segment of a long string. After the last segment, the string is added to the enclosing container. */
  #readSegment(text: { readonly start: number; value: string }): void {
    const bytes = this.#bytes;
    const quoteBefore = text.value === '' ? text.start : this.#at - 1;
    const max = Math.max(this.#pieceLength, shortestSegment);
    const last = findEndOfText(bytes, quoteBefore, max);
    const end = last >= 0 ? last : findDivision(bytes, quoteBefore + max, quoteBefore);
    text.value += this.#parseBetween('"', quoteBefore + 1, end, '"') as string;
    this.#at = end;
    if (last < 0) return;
    this.#at += 1;
    this.#text = undefined;
    this.#characters += Math.min(end - text.start, this.#limits?.text ?? 0);
    const around = this.#frames.at(-1);
    this.#keep(around, text.start, text.value);
    this.#pass(around, this.#at);
  }

  get #isTooDeep(): boolean {
    return this.#frames.length > maxDepth;
  }

  /** Counts the items of a full list or object, up to an index or its end. */
  #skim(end: number): void {
    const bytes = this.#bytes;
    let depth = this.#skippedDepth;
    let commas = 0;
    let at = this.#at;
    for (; at < end; at += 1) {
      const code = bytes[at] ?? 0;
      if (isStructural[code] !== 1) continue;
      if (code === quote) at = findEndOfText(bytes, at);
      else if (code === commaSign) commas += depth === 0 ? 1 : 0;
      else if ((code & 4) === 0) depth += 1;
      else if (depth === 0) break;
      else depth -= 1;
    }
    this.#skippedDepth = depth;
    const frame = this.#frames.at(-1);
    if (frame !== undefined) frame.commas += commas;
    this.#at = at;
    if (at >= end) return;
    this.#close(bytes[at] === 0x5d);
    this.#at = at + 1;
  }

  /** @throws SyntaxError for incomplete text. */
  finish(): ReadValue {
    if (this.#frames.length > 0 || this.#skippedDepth > 0) throw new SyntaxError('Unexpected end of JSON input');
    const value = this.#root ?? this.#parseWhole();
    if (this.#root !== undefined && !this.#isBlank(this.#rootEnd, this.#bytes.length)) {
      throw new SyntaxError('Unexpected token after JSON');
    }
    const parts = { wholeLists: this.#wholeLists, isTruncated: this.#isTruncated };
    return parts.isTruncated || parts.wholeLists.size > 0 ? { value, parts } : { value };
  }

  /** Parses a value in which no piece has ended. */
  #parseWhole(): unknown {
    const start = this.#skipSpace(this.#start, this.#bytes.length);
    return parseExactJson(this.#decode(start, this.#trimSpace(start, this.#bytes.length)));
  }

  #passComma(): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) throw new SyntaxError('Unexpected comma in JSON');
    frame.commas += 1;
    this.#values += 1;
    if (frame.isLastKept) this.#passKept(frame);
    frame.comma = this.#at;
  }

  /** Continues after the comma that follows a member that was added separately. */
  #passKept(frame: Frame): void {
    if (!this.#isBlank(frame.start, this.#at)) throw new SyntaxError('Unexpected token in JSON');
    frame.isLastKept = false;
    frame.start = this.#at + 1;
  }

  #open(isList: boolean): void {
    const around = this.#frames.at(-1);
    if (around === undefined && this.#root !== undefined) throw new SyntaxError('Unexpected bracket in JSON');
    if (around?.isLastKept === true) throw new SyntaxError('Unexpected bracket in JSON');
    this.#values += 1;
    this.#frames.push({
      isList,
      level: around === undefined ? 0 : around.isList ? Infinity : around.level + 1,
      bracket: this.#at,
      start: this.#at + 1,
      comma: this.#at,
      commas: 0,
      isLastKept: false,
      isFull: false,
    });
  }

  #close(isList: boolean): void {
    const frame = this.#frames.pop();
    if (frame?.isList !== isList) throw new SyntaxError('Unexpected bracket in JSON');
    const { container } = frame;
    if (container === undefined) return;
    if (!frame.isFull) this.#finishMembers(frame, container);
    else if (isList) this.#wholeLists.set(container, { length: frame.commas + 1 });
    this.#pass(this.#frames.at(-1), this.#at + 1);
  }

  /** Continues after a member that was added to its container separately. */
  #pass(around: Frame | undefined, start: number): void {
    if (around === undefined) {
      this.#rootEnd = start;
    } else {
      around.isLastKept = true;
      around.start = start;
    }
  }

  #finishMembers(frame: Frame, container: unknown[] | Record<string, unknown>): void {
    const isBlank = this.#isBlank(frame.start, this.#at);
    if (frame.isLastKept ? !isBlank : isBlank && frame.commas > 0) {
      throw new SyntaxError('Unexpected token in JSON');
    }
    if (!isBlank) this.#parse(frame, container, this.#at);
  }

  /** Parses the passed bytes into separate containers for all objects and arrays around the current position. */
  #keepPiece(): void {
    if (this.#limits === undefined && this.#frames.length > maxDepth)
      throw new SyntaxError('JSON is nested too deeply');
    for (const [index, frame] of this.#frames.entries()) {
      const container = (frame.container ??= this.#attach(frame, this.#frames[index - 1]));
      if (!frame.isFull && frame.comma > frame.bracket && frame.comma > frame.start) {
        this.#parse(frame, container, frame.comma);
        frame.start = frame.comma + 1;
      }
    }
    this.#fillFrame();
  }

  /**
   * Ends a list that may be the response's main list, or otherwise the outermost object or array that exceeds the
   * limits.
   */
  #fillFrame(): void {
    const limits = this.#limits;
    const frames = this.#frames;
    if (limits === undefined || frames.at(-1)?.isFull === true) return;
    const longest = frames.findIndex((frame) => this.#isLongest(frame));
    const list = frames[longest];
    const isListOver =
      this.#fullLists < maxFullLists && list !== undefined && list.commas >= limits.items && this.#isOver(1);
    const index = isListOver ? longest : frames.findIndex((frame, depth) => this.#isBeyond(frame, depth, limits));
    const frame = frames[index];
    if (frame === undefined) return;
    frame.isFull = true;
    if (!this.#isLongest(frame) || !this.#dropPart(frame, frames[index + 1])) this.#isTruncated = true;
    this.#skippedDepth = frames.length - index - 1;
    frames.length = index + 1;
    if (!isListOver) return;
    this.#fullLists += 1;
    // A piece can exceed the limit by far: members after the list still have to be read.
    this.#values = Math.min(this.#values, limits.values + 1);
    this.#characters = Math.min(this.#characters, limits.characters + 1);
  }

  /** Drops the last item of a list, which was only partly read; returns `false` if the list has too few other items. */
  #dropPart({ container }: Frame, item: Frame | undefined): boolean {
    if (item === undefined || !Array.isArray(container)) return true;
    const hasOthers = container.length > (this.#limits?.items ?? 0);
    if (hasOthers) container.pop();
    return hasOthers;
  }

  /** Parses complete members. */
  #parse(frame: Frame, container: unknown[] | Record<string, unknown>, after: number): void {
    const start = this.#skipSpace(frame.start, after);
    const end = this.#trimSpace(start, after);
    if (end === start) throw new SyntaxError('Unexpected comma in JSON');
    if (Array.isArray(container)) {
      const items = this.#parseBetween('[', start, end, ']') as readonly unknown[];
      for (const item of items) container.push(item);
    } else if (!frame.isList) {
      const members = this.#parseBetween('{', start, end, '}') as { readonly [key: string]: unknown };
      for (const key of Object.keys(members)) setMember(container, key, members[key]);
    }
  }

  /**
   * Parses bytes between brackets. The brackets are temporarily written into the buffer, because concatenation would
   * copy the text twice.
   */
  #parseBetween(open: string, start: number, end: number, close: string): unknown {
    const [before = 0, after = 0] = [this.#bytes[start - 1], this.#bytes[end]];
    this.#bytes[start - 1] = open.charCodeAt(0);
    this.#bytes[end] = close.charCodeAt(0);
    try {
      return parseExactJson(this.#decode(start - 1, end + 1));
    } finally {
      this.#bytes[start - 1] = before;
      this.#bytes[end] = after;
    }
  }

  #decode(start: number, end: number): string {
    return this.#decoder.decode(this.#bytes.subarray(start, end));
  }

  /** Creates the container of a frame, and adds it to the enclosing one. */
  #attach(frame: Frame, around: Frame | undefined): unknown[] | Record<string, unknown> {
    const container = frame.isList ? [] : {};
    this.#keep(around, frame.bracket, container);
    return container;
  }

  /** Adds a value that begins at an index to the enclosing container. */
  #keep(around: Frame | undefined, index: number, value: unknown): void {
    if (around?.container === undefined) {
      if (!this.#isBlank(this.#start, index)) throw new SyntaxError('Unexpected token in JSON');
      this.#root = value;
    } else if (Array.isArray(around.container)) {
      if (!this.#isBlank(around.start, index)) throw new SyntaxError('Unexpected token in JSON');
      around.container.push(value);
    } else {
      const before = this.#decode(around.start, index);
      const [key = ''] = Object.keys(JSON.parse(`{${before}[]}`) as object);
      setMember(around.container, key, value);
    }
  }

  /** Whether there is only white space between two indexes. */
  #isBlank(start: number, end: number): boolean {
    return this.#skipSpace(start, end) >= end;
  }

  /**
   * Returns the index of the first byte between two indexes that is not white space; the second index if there is none.
   */
  #skipSpace(start: number, end: number): number {
    const space = this.#space;
    const at = findNoSpace(this.#bytes, start, space.start >= start && space.start < end ? space.start : end);
    return at === space.start && at < end ? findNoSpace(this.#bytes, Math.min(space.end, end), end) : at;
  }

  /** Returns the index after the last byte between two indexes that is not white space. */
  #trimSpace(start: number, end: number): number {
    let at = end;
    while (at > start && isSpace(this.#bytes[at - 1])) {
      at = at === this.#space.end && this.#space.start >= start ? this.#space.start : at - 1;
    }
    return at;
  }

  #isLongest({ isList, level }: Frame): boolean {
    return isList && level <= (this.#limits?.listLevels ?? 0);
  }

  #isBeyond({ isList, commas }: Frame, depth: number, { members, hard, depth: max }: ReadLimits): boolean {
    return depth > max || this.#isOver(hard) || (!isList && commas >= members);
  }

  #isOver(times: number): boolean {
    const { values = Infinity, characters = Infinity } = this.#limits ?? {};
    return this.#values > times * values || this.#characters > times * characters;
  }
}
