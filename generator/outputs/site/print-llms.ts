import { plainText, type Block, type SectionBlock, type SiteDocument } from '../../feature-kit/pages/document.js';
import { escapeMarkdown, escapeParagraph, markdownMark } from './print-markdown.js';
import { firstSentence } from '../../feature-kit/pages/parse-text.js';

/** Maximum number of links per section. */
const maxLinks = 500;

/**
 * Prints `llms.txt`: title, summary, and links to the parts of the Markdown page.
 *
 * @see https://llmstxt.org
 */
export function printLlms({ title, summary, sections }: SiteDocument, page: string): string {
  const quote = summary === '' ? '' : `> ${escapeParagraph(summary)}\n\n`;
  const lists = sections.map((section) => {
    const entries = listEntries(section);
    const links = (entries.length === 0 ? [section] : entries)
      .slice(0, maxLinks)
      .map((entry) => printLink(entry, page));
    return `## ${escapeMarkdown(plainText(section.heading))}\n\n${links.join('\n')}\n`;
  });
  return `# ${escapeMarkdown(title)}\n\n${markdownMark}\n\n${quote}${lists.join('\n')}`;
}

/** Lists the subsections of a section, excluding those that only group others. */
function listEntries({ blocks, isOneLink }: SectionBlock): readonly SectionBlock[] {
  if (isOneLink) return [];
  return blocks.flatMap((block) => {
    if (block.kind !== 'section') return [];
    const inner = listEntries(block);
    return inner.length === 0 ? [block] : inner;
  });
}

function printLink({ id, heading, blocks }: SectionBlock, page: string): string {
  const about = firstSentence(firstText(blocks));
  const link = `- [${escapeMarkdown(plainText(heading))}](${page}#${id})`;
  return about === '' ? link : `${link}: ${escapeMarkdown(about)}`;
}

function firstText(blocks: readonly Block[]): string {
  const first = blocks[0];
  return first?.kind === 'paragraph' ? plainText(first.line) : '';
}
