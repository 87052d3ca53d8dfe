import { open } from 'node:fs/promises';

const chunkBytes = 1024;

/** The first lines of a file, which is not read further. */
export async function readHead(file: string, count: number): Promise<string> {
  const handle = await open(file);
  const lines: string[] = [];
  for await (const line of handle.readLines()) {
    if (lines.push(line) >= count) break;
  }
  return lines.join('\n');
}

/** The last lines of a file, which is read from its end. */
export async function readTail(file: string, count: number): Promise<string> {
  const handle = await open(file);
  try {
    let text = Buffer.alloc(0);
    let { size: position } = await handle.stat();
    while (position > 0 && text.toString('latin1').split('\n').length <= count) {
      const length = Math.min(chunkBytes, position);
      position -= length;
      const { buffer } = await handle.read(Buffer.alloc(length), 0, length, position);
      text = Buffer.concat([buffer, text]);
    }
    return text.toString().replaceAll('\r\n', '\n').split('\n').slice(-count).join('\n');
  } finally {
    await handle.close();
  }
}
