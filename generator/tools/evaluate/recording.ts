import { isJsonObject } from '../../../runtime/wire/json.js';
import { digestTexts } from '../../core/code/digest-texts.js';
import type { ListedTool } from './evaluated-server.js';
import type { AskedQuestion } from './judge-run.js';
import { shorten } from './print-result.js';
import type { Environment } from './providers.js';
import type { RunTranscript } from './transcript.js';

/** A recorded run, and whether it passed when it was recorded. */
export interface RecordedRun extends RunTranscript {
  readonly passed: boolean;
}

/** Question with its runs. */
export interface RecordedQuestion extends AskedQuestion {
  readonly runs: readonly RecordedRun[];
}

/** All runs of a model in one mode. */
export interface Recording {
  /** Format. Within one version, fields are only added. */
  readonly version: 1;
  /** Provider and model, such as `openai:gpt-5-mini`. */
  readonly model: string;
  readonly mode: string;
  readonly responses: 'mock' | 'live';
  /** Day, as in `2026-11-29`. */
  readonly recorded: string;
  readonly tools: {
    /** Digest of names, descriptions and input schemas. */
    readonly digest: string;
    readonly count: number;
  };
  readonly questions: readonly RecordedQuestion[];
}

/** Returns the digest of listed tools. */
export function digestTools(tools: readonly ListedTool[]): string {
  return digestTexts(
    tools.map(({ name, description, inputSchema }) => JSON.stringify([name, description, inputSchema])),
  );
}

/** Returns the file name of a recording. */
export function nameRecording({ model, mode }: Pick<Recording, 'model' | 'mode'>): string {
  return `${model.replaceAll(/[^\w.-]+/gu, '-')}.${mode}.json`;
}

/** Maximum size of a recording in characters. */
const maxSize = 8_000_000;
/** Maximum number of characters of each text; the next one is used if the recording is too large. */
const textLimits = [21_000, 2_000, 200];

/** Thrown for a recording that would be too large even with short texts. The message is for the user. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
}

/**
 * Prints a recording with keys in a fixed order. Texts are truncated, more so in a large recording.
 *
 * @param clean Removes secrets and paths from texts.
 * @throws {RecordingError} if it would be too large
 */
export function printRecording(recording: Recording, clean: (text: string) => string): string {
  for (const limit of textLimits) {
    const text = `${JSON.stringify(
      mapTexts(recording, (value) => shorten(clean(value), limit)),
      undefined,
      2,
    )}\n`;
    if (text.length <= maxSize) return text;
  }
  throw new RecordingError('The recording would be larger than 8 MB. Evaluate fewer questions or runs at once.');
}

/** Changes all texts of plain data; keys stay. */
export function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  return mapAny(value, change) as Value;
}

function mapAny(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapAny(item, change));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapAny(member, change)]));
}

/** Minimum length of a secret. Shorter values would be removed from ordinary texts. */
const minSecret = 8;

/**
 * Creates a function that removes secrets and paths of this machine from texts: the values of environment variables
 * whose names say that they are secret, the project folder, and the home folder.
 */
export function createCleaner(root: string, environment: Environment): (text: string) => string {
  const secrets = Object.entries(environment)
    .filter(([name]) => /key|token|secret|passw|credential|auth/iu.test(name))
    .flatMap(([, value = '']) => (value.length >= minSecret ? [value] : []))
    // A secret can contain another.
    .toSorted((first, second) => second.length - first.length);
  const folders = [
    [root, '<project>'],
    [environment['HOME'] ?? environment['USERPROFILE'] ?? '', '<home>'],
  ] as const;
  return (text) => {
    const plain = secrets.reduce((shown, secret) => shown.replaceAll(secret, '<secret>'), text);
    return folders.reduce(
      (shown, [folder, name]) => (folder.length > 1 ? shown.replaceAll(folder, name) : shown),
      plain,
    );
  };
}

/** Reads a recording; `undefined` if the text is none. */
export function parseRecording(text: string): Recording | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(value) || value['version'] !== 1) return undefined;
  const { model, mode, questions, tools } = value;
  if (typeof model !== 'string' || typeof mode !== 'string' || !isJsonObject(tools)) return undefined;
  return Array.isArray(questions) && questions.every(isQuestion) ? (value as unknown as Recording) : undefined;
}

function isQuestion(value: unknown): boolean {
  if (!isJsonObject(value) || typeof value['ask'] !== 'string' || !Array.isArray(value['runs'])) return false;
  return value['runs'].every((run) => isJsonObject(run) && Array.isArray(run['steps']) && run['steps'].every(isStep));
}

function isStep(value: unknown): boolean {
  if (!isJsonObject(value) || !Array.isArray(value['calls'])) return false;
  return value['calls'].every(
    (call) => isJsonObject(call) && typeof call['tool'] === 'string' && Array.isArray(call['handled']),
  );
}
