import type { JSX } from 'preact';
import { isJsonObject, type JsonObject } from '../../../../../runtime/wire/json.js';
import { objectAt, objectsAt, textAt } from '../protocol/json-object.js';
import type { Call } from '../state/call.js';
import { LongText } from './long-text.js';

/** Result content as the model sees it: text, images, audio and resources. No content is interpreted as HTML. */
export function ContentView({ call: { result, error } }: { readonly call: Call }): JSX.Element {
  if (error !== undefined) return <pre class="error">{error.message}</pre>;
  if (result === undefined) return <p class="hint">No result yet.</p>;
  const blocks = [
    ...objectsAt(result, 'content').map((block) => <ContentBlock block={block} />),
    ...objectsAt(result, 'messages').map((message) => <Message message={message} />),
    ...objectsAt(result, 'contents').map((resource) => <Resource resource={resource} />),
  ];
  if (blocks.length === 0) return <p class="hint">The result has no content.</p>;
  return <div class="blocks">{blocks}</div>;
}

/** Message of a prompt or sampling request. */
export function Message({ message }: { readonly message: JsonObject }): JSX.Element {
  const { content } = message;
  const blocks = (Array.isArray(content) ? content : [content]).filter(isJsonObject);
  return (
    <div class="message">
      <p class="name">{textAt(message, 'role')}</p>
      {blocks.map((block, index) => (
        <ContentBlock key={index} block={block} />
      ))}
    </div>
  );
}

function ContentBlock({ block }: { readonly block: JsonObject }): JSX.Element {
  const type = textAt(block, 'type');
  if (type === 'text') return <LongText text={textAt(block, 'text') ?? ''} />;
  if (type === 'image' || type === 'audio') {
    return <Media data={textAt(block, 'data') ?? ''} mimeType={textAt(block, 'mimeType') ?? ''} />;
  }
  if (type === 'resource') return <Resource resource={objectAt(block, 'resource')} />;
  if (type === 'resource_link') {
    return (
      <p>
        Resource <span class="name">{textAt(block, 'title') ?? textAt(block, 'name')}</span>:{' '}
        <code>{textAt(block, 'uri')}</code>
      </p>
    );
  }
  return <pre>{JSON.stringify(block, null, 2)}</pre>;
}

function Resource({ resource }: { readonly resource: JsonObject }): JSX.Element {
  const mimeType = textAt(resource, 'mimeType') ?? '';
  const blob = textAt(resource, 'blob');
  return (
    <div class="resource">
      <p class="faint">
        <code>{textAt(resource, 'uri')}</code> {mimeType}
      </p>
      {blob === undefined ? (
        <LongText text={textAt(resource, 'text') ?? ''} />
      ) : (
        <Media data={blob} mimeType={mimeType} />
      )}
    </div>
  );
}

/** Media types that are shown. None of them can contain code or external references. */
const imageTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);
const audioTypes = new Set([
  'audio/wav',
  'audio/mpeg',
  'audio/mp3',
  'audio/ogg',
  'audio/webm',
  'audio/aac',
  'audio/flac',
]);

function Media({ data, mimeType }: { readonly data: string; readonly mimeType: string }): JSX.Element {
  const isBase64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/u.test(data);
  const address = `data:${mimeType};base64,${data}`;
  if (isBase64 && imageTypes.has(mimeType)) return <img src={address} alt="Image in the result" />;
  if (isBase64 && audioTypes.has(mimeType)) return <audio controls src={address} />;
  return (
    <p>
      <code>{mimeType}</code>, {Math.floor((data.length * 3) / 4)} bytes. The Dev UI does not display this type.
    </p>
  );
}
