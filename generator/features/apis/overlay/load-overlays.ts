import { createDiagnostic } from '../../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../../../core/diagnostics/diagnostic.js';
import { parseSource } from '../../../core/source/parse-source.js';
import { joinReference } from '../../../core/source/references.js';
import type { SourceNode } from '../../../core/source/source-node.js';
import type { LoadedFile } from '../../../feature-kit/load/read-file.js';
import type { ReferencedDocument } from '../../../feature-kit/load/referenced-files.js';

/** Parts of the definition loader that {@link OverlayLoader} uses. */
interface FileLoader {
  readonly files: Map<string, LoadedFile>;
  readonly diagnostics: Diagnostic[];
  /** Reads a local file or a URL; returns `undefined` if a URL must not be fetched. */
  readAnywhere(file: string): Promise<LoadedFile | undefined>;
}

/** Applies overlays to loaded documents, so that later stages see only the results. */
export class OverlayLoader {
  readonly #loader: FileLoader;
  /** Overlays of each document, with the location that first refers to them. */
  readonly #named = new Map<string, { readonly overlays: string; readonly location: SourceLocation }>();

  constructor(loader: FileLoader) {
    this.#loader = loader;
  }

  /**
   * Loads the overlays of a document and applies them. Skips an overlay that cannot be read.
   *
   * @param file The definition that refers to the document and its overlays.
   * @param document The file of the document.
   * @returns The overlays as files.
   */
  async apply(file: string, document: string, reference: ReferencedDocument): Promise<readonly string[]> {
    const overlays = reference.overlays.map((overlay) => joinReference(file, overlay));
    const isFirst = this.#claim(document, overlays, reference.location);
    for (const overlay of overlays) await this.#load(overlay);
    const loaded = this.#loader.files.get(document);
    if (!isFirst || overlays.length === 0 || loaded?.status !== 'read' || !loaded.root) return overlays;
    const { applyOverlay, createOverlayBudget } = await import('./apply-overlay.js');
    const budget = createOverlayBudget();
    let root = loaded.root;
    for (const overlay of overlays) {
      const content = this.#rootOf(overlay);
      if (!content) continue;
      const result = applyOverlay({ file: document, root }, { file: overlay, root: content }, budget);
      root = result.root;
      this.#loader.diagnostics.push(...result.diagnostics);
    }
    this.#loader.files.set(document, { ...loaded, root });
    return overlays;
  }

  /**
   * Records the overlays of a document. Returns whether to apply them: two APIs that share a document must have the same overlays.
   */
  #claim(document: string, list: readonly string[], location: SourceLocation): boolean {
    const overlays = list.join('\n');
    const earlier = this.#named.get(document);
    if (!earlier) this.#named.set(document, { overlays, location });
    if (!earlier || earlier.overlays === overlays) return !earlier;
    const message = `Another API uses ${document} with different overlays.`;
    const help = 'List the same overlays in the same order, or copy the document.';
    const related = [{ message: 'first here', location: earlier.location }];
    this.#loader.diagnostics.push(createDiagnostic('conflicting-keys', location, message, { help, related }));
    return false;
  }

  async #load(overlay: string): Promise<void> {
    const { files, diagnostics } = this.#loader;
    if (files.has(overlay)) return;
    const loaded = await this.#loader.readAnywhere(overlay);
    if (!loaded) return;
    const parsed = loaded.status === 'read' && parseSource(overlay, loaded.text, { isDocument: true });
    files.set(overlay, parsed && parsed.root ? { ...loaded, root: parsed.root } : loaded);
    if (parsed) diagnostics.push(...parsed.diagnostics);
  }

  #rootOf(file: string): SourceNode | undefined {
    const loaded = this.#loader.files.get(file);
    return loaded?.status === 'read' ? loaded.root : undefined;
  }
}
