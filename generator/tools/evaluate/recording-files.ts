import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createFolder } from '../../pipeline/write/file-system.js';
import { nameRecording, parseRecording, type Recording } from './recording.js';

/** Recording in a file. */
export interface RecordingFile {
  readonly name: string;
  readonly recording: Recording;
}

/** Writes a recording into a folder, instead of an earlier one of the same model and mode. Returns the file name. */
export async function writeRecording(folder: string, recording: Recording, text: string): Promise<string> {
  await createFolder(folder);
  const name = nameRecording(recording);
  await writeFile(path.join(folder, name), text);
  return name;
}

/** Whether a folder has a recording of a model in a mode. */
export async function hasRecording(folder: string, recording: Pick<Recording, 'model' | 'mode'>): Promise<boolean> {
  const names = await readdir(folder).catch((): readonly string[] => []);
  return names.includes(nameRecording(recording));
}

/** Maximum size of a file that is read, in bytes. */
const maxBytes = 64_000_000;

/** Reads the recordings of a folder, by file name; none if it does not exist. */
export async function readRecordings(
  folder: string,
): Promise<{ readonly files: readonly RecordingFile[]; readonly unreadable: readonly string[] }> {
  const names = await readdir(folder).catch(() => []);
  const files: RecordingFile[] = [];
  const unreadable: string[] = [];
  for (const name of names.filter((each) => each.endsWith('.json')).toSorted()) {
    const file = path.join(folder, name);
    const { size } = await stat(file);
    const recording = size > maxBytes ? undefined : parseRecording(await readFile(file, 'utf8'));
    if (recording === undefined) unreadable.push(name);
    else files.push({ name, recording });
  }
  return { files, unreadable };
}

/** Reads a file with cases of another tool. */
export function readCases(file: string): Promise<string> {
  return readFile(file, 'utf8');
}
