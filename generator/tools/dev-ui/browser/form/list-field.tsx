import { useState } from 'preact/hooks';
import { moveItem, pointerTo, setItem } from './edit-value.js';
import type { ControlProps } from './field-props.js';
import { useForm } from './form-context.js';
import { flattenSchema } from './flatten-schema.js';
import { limitOf, textOf, type Schema } from './json-schema.js';
import type { Items } from './list-members.js';
import type { SchemaDocument } from './schema-document.js';
import { starterValue } from './starter-value.js';
import { useRowIds } from './use-row-ids.js';

const shownAtFirst = 100;

/** List field, whose items can be added, moved and removed. */
export function ListField({ value, onChange, items, label, path, depth, keywords, isRequired }: ListFieldProps) {
  const { document, Field } = useForm();
  const [shown, setShown] = useState(shownAtFirst);
  const list = Array.isArray(value) ? (value as readonly unknown[]) : [];
  const rows = useRowIds(list.length);
  if (value === undefined && isRequired !== undefined) return null;
  const minimum = limitOf(keywords, 'minItems', 0);
  const { next, fixed } = items;
  return (
    <div ref={rows.container} class="form-rows">
      {items.items.slice(0, shown).map((item, index) => {
        const name = nameOf(item.schema, document, index);
        return (
          <div class="form-row" key={rows.ids[index]} data-row={rows.ids[index]}>
            <Field
              schema={item.schema}
              value={item.value}
              onChange={(changed) => onChange(setItem(list, index, changed ?? null))}
              path={pointerTo(path, index)}
              label={name}
              depth={depth + 1}
            />
            <RowButtons
              item={`${name} of ${label}`}
              isMovable={index >= fixed && list.length > 1}
              canMove={(by) => index + by >= fixed && index + by < list.length}
              onMove={(by, button) => {
                rows.move(index, by, button);
                onChange(moveItem(list, index, by));
              }}
              onRemove={() => {
                rows.remove(index);
                onChange(list.toSpliced(index, 1));
              }}
            />
          </div>
        );
      })}
      {list.length > shown && (
        <button type="button" onClick={() => setShown(shown + shownAtFirst)}>
          Show more ({list.length - shown} hidden)
        </button>
      )}
      {next !== undefined && (
        <button
          type="button"
          class="form-add"
          onClick={() => {
            rows.add();
            setShown(Math.max(shown, list.length + 1));
            onChange([...list, starterValue(next, document)]);
          }}
        >
          Add item to {label}
        </button>
      )}
      {list.length < minimum && <p class="form-note">Requires at least {minimum} items.</p>}
    </div>
  );
}

interface RowButtonsProps {
  /** Name of the item in labels. */
  readonly item: string;
  readonly isMovable: boolean;
  readonly canMove: (by: number) => boolean;
  readonly onMove: (by: number, button: string) => void;
  readonly onRemove: () => void;
}

/** Buttons that move and remove an item. A move button without effect stays focusable. */
function RowButtons({ item, isMovable, canMove, onMove, onRemove }: RowButtonsProps) {
  const moveButton = (by: number, direction: string, arrow: string) => (
    <button
      type="button"
      data-button={direction}
      aria-label={`Move ${item} ${direction}`}
      aria-disabled={!canMove(by)}
      onClick={() => canMove(by) && onMove(by, direction)}
    >
      {arrow}
    </button>
  );
  return (
    <div class="form-row-tools">
      {isMovable && moveButton(-1, 'up', '↑')}
      {isMovable && moveButton(1, 'down', '↓')}
      <button type="button" aria-label={`Remove ${item}`} onClick={onRemove}>
        ×
      </button>
    </div>
  );
}

interface ListFieldProps extends ControlProps {
  readonly items: Items;
}

function nameOf(schema: Schema, document: SchemaDocument, index: number): string {
  const title = textOf(flattenSchema(schema, document).keywords, 'title');
  return title === undefined ? `item ${index + 1}` : `${title} ${index + 1}`;
}
