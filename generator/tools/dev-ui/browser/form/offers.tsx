import { listOffers } from './choose-field.js';
import { printExactJson } from './exact-json.js';
import type { ControlProps } from './field-props.js';
import { showValue } from './list-branches.js';

const shownCharacters = 40;

/** Controls that show the default value themselves. */
const showsDefault: ReadonlySet<string> = new Set(['text', 'number', 'boolean', 'choice']);

/** Buttons that set a field to one of its examples, or to a default that its control does not show. */
export function Offers({ kind, keywords, value, label, onChange }: ControlProps & { readonly kind: string }) {
  const current = value === undefined ? undefined : printExactJson(value);
  const offers = listOffers(keywords).filter(
    ({ value: offered, isDefault }) =>
      printExactJson(offered) !== current && !(isDefault && value === undefined && showsDefault.has(kind)),
  );
  if (offers.length === 0) return null;
  return (
    <div class="form-offers">
      {offers.map(({ value: offered, isDefault }) => {
        const text = shorten(showValue(offered));
        return (
          <button type="button" class="form-offer" aria-label={`${label}: ${text}`} onClick={() => onChange(offered)}>
            {text}
            {isDefault ? ' (default)' : ''}
          </button>
        );
      })}
    </div>
  );
}

function shorten(text: string): string {
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters - 1)}…` : text;
}
