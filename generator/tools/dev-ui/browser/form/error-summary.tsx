import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** Validation error: the JSON Pointer of the invalid part, and the expectation. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

const shownErrors = 20;

/** List of all form errors. Field errors link to their fields; other errors are shown with their path. */
export function ErrorSummary({ errors, form }: ErrorSummaryProps) {
  const [fields, setFields] = useState<ReadonlySet<string>>(new Set());
  // Only the DOM shows which parts have fields: unions show one branch, and deep parts are JSON.
  useLayoutEffect(() => {
    const paths = new Set(listFields(form.current).map(({ dataset }) => dataset['path'] ?? ''));
    setFields((known) => (known.size === paths.size && [...paths].every((path) => known.has(path)) ? known : paths));
  });
  return (
    <div class="form-summary" role="alert">
      {errors.length > 0 && (
        <>
          <p>{errors.length === 1 ? '1 problem' : `${errors.length} problems`}</p>
          <ul>
            {errors.slice(0, shownErrors).map(({ path, message }) => (
              <li>
                {fields.has(path) && path !== '' ? (
                  <button type="button" onClick={() => focusField(form.current, path)}>
                    {showPath(path)}
                  </button>
                ) : (
                  <span>{showPath(path)}</span>
                )}
                : {message}
              </li>
            ))}
            {errors.length > shownErrors && <li>… and {errors.length - shownErrors} more</li>}
          </ul>
        </>
      )}
    </div>
  );
}

interface ErrorSummaryProps {
  readonly errors: readonly FieldError[];
  readonly form: RefObject<HTMLElement | null>;
}

function showPath(path: string): string {
  const segments = path.split('/').slice(1);
  const names = segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.length === 0 ? 'arguments' : names.join(' › ');
}

function listFields(form: HTMLElement | null): readonly HTMLElement[] {
  return [...(form?.querySelectorAll<HTMLElement>('[data-path]') ?? [])];
}

/** Focuses the control of a field, and opens elements that hide it. */
function focusField(form: HTMLElement | null, path: string): void {
  const field = listFields(form).findLast(({ dataset }) => dataset['path'] === path);
  const control = field?.querySelector<HTMLElement>('input:not([type=checkbox]), select, textarea, [role=group]');
  focusControl(control ?? field?.querySelector<HTMLElement>('input, button') ?? null);
}

/** Focuses the first control with an error. */
export function focusFirstError(form: HTMLElement | null): void {
  focusControl(form?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid=true]') ?? null);
}

function focusControl(control: HTMLElement | null): void {
  for (let around = control?.closest('details'); around; around = around.parentElement?.closest('details')) {
    around.open = true;
  }
  control?.focus();
}
