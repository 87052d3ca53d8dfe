import { zipSync, type Zippable } from 'fflate';
import { checkInstalled } from '../check-needs.js';
import type { PackageProblem } from '../../../features/package/problem.js';
import type { PackagedProject, PackageFile, PackageTarget } from '../target.js';
import { listBundleImages } from './bundle-images.js';
import { mcpbName, printMcpbManifest } from './mcpb-manifest.js';
import { needsStarter, printStarter, starterFile } from './print-starter.js';

/** Bundle (`.mcpb`) that Claude Desktop and other clients install with one click. */
export const mcpbTarget: PackageTarget = {
  name: 'mcpb',
  summary: 'a bundle (.mcpb) that Claude Desktop and other clients install with one click',
  plan(project) {
    const manifest = printMcpbManifest(project);
    const images = listBundleImages(project);
    const { build, licenseText } = project;
    const bundled: PackageFile[] = [
      { path: 'manifest.json', content: manifest },
      // Marks the files as ES modules.
      { path: 'package.json', content: '{ "type": "module", "private": true }\n' },
      ...(needsStarter(project) ? [{ path: starterFile, content: printStarter(project) }] : []),
      ...[...images.files].map(([path, content]) => ({ path, content })),
      ...(licenseText === undefined ? [] : [{ path: 'LICENSE', content: licenseText }]),
      ...[...build.files].map(([name, content]) => ({ path: `dist/${name}`, content })),
      ...[...build.installed.files].map(([path, content]) => ({ path, content })),
    ];
    const file = mcpbFile(project);
    const bundle = packZip(bundled);
    const signed = project.signBundle?.(bundle);
    const isLost = project.signBundle !== undefined && signed === undefined;
    return {
      files: [
        { path: 'manifest.json', content: manifest },
        { path: file, content: signed ?? bundle },
      ],
      problems: [...listProblems(project), ...(isLost ? [lostSignature] : [])],
      steps: [
        `Install it: open ${project.folders.packages}/mcpb/${file} with Claude Desktop. Publish it as a release asset.`,
      ],
    };
  },
};

const lostSignature: PackageProblem = {
  kind: 'advice',
  path: [],
  message: 'The bundle has changed since it was signed, so the new one is unsigned.',
  help: 'Sign it: `create-mcp-from-schema package mcpb --sign <certificate> --key <key>`.',
};

/** Returns the file name of the bundle. */
export function mcpbFile({ model }: Pick<PackagedProject, 'model'>): string {
  return `${mcpbName(model.server.name)}.mcpb`;
}

function listProblems(project: PackagedProject): readonly PackageProblem[] {
  const problems: PackageProblem[] = [...checkInstalled(project, 'bundle')];
  if (listBundleImages(project).icons.length === 0) {
    const message = 'The server has no PNG icon: clients show a placeholder.';
    const help = 'Add `icons: [./icon.png]` to `package`, of 512 × 512 pixels.';
    problems.push({ kind: 'advice', path: ['package'], message, help });
  }
  return problems;
}

/**
 * Packs files into a ZIP archive. The same files give the same bytes on every machine: entries are sorted and have the
 * same date, and compression uses JavaScript code, because zlib versions differ in their output.
 */
function packZip(files: readonly PackageFile[]): Uint8Array {
  // First date that ZIP supports. ZIP stores local times, so this date is stored identically in every time zone.
  const mtime = new Date(1980, 0, 1);
  const entries: Zippable = {};
  for (const { path, content } of files.toSorted((left, right) => (left.path < right.path ? -1 : 1))) {
    entries[path] = [typeof content === 'string' ? Buffer.from(content) : content, { level: 9, mtime }];
  }
  return zipSync(entries);
}
