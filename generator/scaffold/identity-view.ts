import { escapeMarkdown, quoteText } from './escape-text.js';
import type { ProjectIdentity } from './render-project.js';

/** Who a server is, as templates need it. */
export function identityView({ name, title, description }: ProjectIdentity) {
  return {
    name,
    quoted: { name: quoteText(name), title: quoteText(title), description: quoteText(description) },
    markdown: { title: escapeMarkdown(title) || name, description: escapeMarkdown(description) },
  };
}
