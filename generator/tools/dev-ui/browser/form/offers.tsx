import { listOffers } from './choose-field.js';
import { printExactJson } from './exact-json.js';
import type { ControlProps } from './field-props.js';
import { showValue } from './list-branches.js';

const shownCharacters = 40;

/** Buttons that set a field to its default or to one of its examples. */
export function Offers({ keywords, value, label, onChange }: ControlProps) {
  const offers = listOffers(keywords);
  const current = value === undefined ? undefined : printExactJson(value);
  const others = offers.filter(({ value: offered }) => printExactJson(offered) !== current);
  const defaulted = offers.find(({ isDefault }) => isDefault);
  if (offers.length === 0) return null;
  return (
    <div class="form-offers">
      {value === undefined && defaulted !== undefined && (
        <span class="form-note">Left out: {shorten(showValue(defaulted.value))} by default.</span>
      )}
      {others.map(({ value: offered, isDefault }) => {
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
