import { useState } from 'preact/hooks';
import { textOf } from './json-schema.js';
import type { ControlProps } from './field-props.js';

/** Maximum file size in bytes. */
const maxFileBytes = 5_000_000;

/** Field of a file that is sent as Base64. */
export function FileField({ attributes, keywords, label, base64, onChange }: FileFieldProps) {
  const [name, setName] = useState('');
  const [problem, setFault] = useState('');
  const read = (file: File | undefined): void => {
    if (file === undefined) return;
    if (file.size > maxFileBytes) {
      setFault(`${file.name} is ${showBytes(file.size)}. Choose a file of at most ${showBytes(maxFileBytes)}.`);
      return;
    }
    const reader = new FileReader();
    reader.addEventListener('error', () => setFault(`Cannot read ${file.name}. Choose another file.`));
    reader.addEventListener('load', () => {
      setFault('');
      setName(file.name);
      // `data:<media type>;base64,<text>`
      const address = String(reader.result);
      onChange(address.slice(address.indexOf(',') + 1));
    });
    reader.readAsDataURL(file);
  };
  const padding = base64?.match(/={0,2}$/u)?.[0].length ?? 0;
  const size = Math.max(0, Math.floor(((base64 ?? '').length * 3) / 4) - padding);
  return (
    <>
      <input
        {...attributes}
        aria-label={`${label}: choose a file`}
        type="file"
        accept={textOf(keywords, 'contentMediaType')}
        onChange={({ currentTarget }) => read(currentTarget.files?.[0])}
      />
      {base64 !== undefined && (
        <p class="form-note">
          {name === '' ? 'A file' : name}, {showBytes(size)}
        </p>
      )}
      <p class="form-error" role="alert">
        {problem}
      </p>
    </>
  );
}

interface FileFieldProps extends ControlProps {
  readonly base64: string | undefined;
}

function showBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
