import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { skipProlog } from '../../core/code/skip-prolog.js';
import type { ImageModel, PackageModel } from '../../features/package/package-model.js';
import { isBelow } from '../../pipeline/write/project-path.js';
import { isSystemError } from '../../pipeline/write/system-error.js';
import type { PackageProblem } from '../../features/package/problem.js';
import type { ImageFile } from './target.js';

/** Image files of a project, and problems with unusable images. */
interface ReadImages {
  readonly images: ReadonlyMap<string, ImageFile>;
  readonly problems: readonly PackageProblem[];
}

/** Maximum size of an image in bytes. */
const maxBytes = { icons: 1_000_000, screenshots: 5_000_000 } as const;

/**
 * Reads icons and screenshots. Each must be inside the project, with symbolic links resolved, and must be a PNG file or,
 * for icons, an SVG file.
 */
export async function readImages(root: string, facts: PackageModel): Promise<ReadImages> {
  const images = new Map<string, ImageFile>();
  const problems: PackageProblem[] = [];
  for (const kind of ['icons', 'screenshots'] as const) {
    for (const [index, image] of facts[kind].entries()) {
      if (image.kind === 'url') continue;
      const found = await readImage(root, image, kind);
      if (typeof found !== 'string') images.set(image.file, found);
      else {
        const help =
          kind === 'icons' ? 'Specify a PNG or SVG file of at most 1 MB.' : 'Specify a PNG file of at most 5 MB.';
        const message = `${image.file} is unusable: it ${found}.`;
        problems.push({ kind: 'invalid', path: ['package', kind, String(index)], message, help });
      }
    }
  }
  return { images, problems };
}

/** Returns the image, or the predicate of an error message. */
async function readImage(
  root: string,
  { file }: Extract<ImageModel, { kind: 'file' }>,
  kind: keyof typeof maxBytes,
): Promise<ImageFile | string> {
  const absolute = path.resolve(root, file);
  try {
    if (!isBelow(await realpath(root), await realpath(absolute))) return 'is outside the project';
    const stats = await stat(absolute);
    if (!stats.isFile()) return 'is not a regular file';
    if (stats.size > maxBytes[kind]) return `is larger than ${maxBytes[kind] / 1_000_000} MB`;
    const bytes = await readFile(absolute);
    return parseImage(bytes, kind);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return error.code === 'ENOENT' ? 'does not exist' : `cannot be read (${error.code})`;
  }
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** @see https://www.w3.org/TR/png-3/#11IHDR */
function parseImage(bytes: Buffer, kind: keyof typeof maxBytes): ImageFile | string {
  if (bytes.subarray(0, 8).equals(pngStart) && bytes.length > 24 && bytes.toString('latin1', 12, 16) === 'IHDR') {
    return { bytes, format: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  const start = bytes.toString('utf8', 0, 4096).replace(/^\ufeff/u, '');
  const isSvg = /^<svg[\s>]/u.test(skipProlog(skipProlog(start).replace(/^<!DOCTYPE svg[^>]*>/u, '')));
  if (!isSvg) return kind === 'icons' ? 'is neither PNG nor SVG' : 'is not PNG';
  if (kind === 'screenshots') return 'is not PNG';
  // An SVG with code would run it in pages that embed it.
  if (/<script|\son\w+\s*=|javascript:|<foreignObject/iu.test(bytes.toString('utf8'))) return 'contains code';
  return { bytes, format: 'svg' };
}
