import type { PackagedProject } from '../target.js';

/** Icon in a bundle. */
interface BundleIcon {
  readonly path: string;
  /** Icon size, such as `512x512`. */
  readonly size: string;
  readonly theme?: 'light' | 'dark';
}

/** Icons and screenshots in a bundle. Omits SVG and URLs, because clients only show PNG files from the bundle. */
interface BundleImages {
  readonly icons: readonly BundleIcon[];
  readonly screenshots: readonly string[];
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Lists the icons and screenshots of a bundle. */
export function listBundleImages({ facts, images }: Pick<PackagedProject, 'facts' | 'images'>): BundleImages {
  const files = new Map<string, Uint8Array>();
  const icons = facts.icons.flatMap((icon, index): readonly BundleIcon[] => {
    const image = icon.kind === 'file' ? images.get(icon.file) : undefined;
    if (image?.format !== 'png') return [];
    const path = `images/icon-${index + 1}.png`;
    files.set(path, image.bytes);
    return [{ path, size: `${image.width}x${image.height}`, ...(icon.theme && { theme: icon.theme }) }];
  });
  const screenshots = facts.screenshots.flatMap((screenshot, index) => {
    const image = screenshot.kind === 'file' ? images.get(screenshot.file) : undefined;
    if (image?.format !== 'png') return [];
    const path = `images/screenshot-${index + 1}.png`;
    files.set(path, image.bytes);
    return [path];
  });
  return { icons, screenshots, files };
}
