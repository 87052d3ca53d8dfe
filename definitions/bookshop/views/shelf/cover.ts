import type { Book } from '../../../../generated/bookshop/types.ts';

/** Drawings of covers by subject, on a canvas of 60 × 90. `currentColor` is replaced by the ink of the cover. */
const drawings: { readonly [subject: string]: string } = {
  sea: '<path d="M0 62q7.5-8 15 0t15 0 15 0 15 0v28H0z"/><path d="M0 72q7.5-8 15 0t15 0 15 0 15 0v18H0z" opacity=".5"/><circle cx="44" cy="46" r="7"/>',
  'science fiction':
    '<circle cx="30" cy="58" r="17"/><ellipse cx="30" cy="58" rx="28" ry="6" fill="none" stroke="currentColor" stroke-width="2" transform="rotate(-18 30 58)"/><circle cx="9" cy="36" r="1.5"/><circle cx="48" cy="34" r="1"/><circle cx="52" cy="9" r="1.5"/>',
  romance: '<path d="M30 78C4 60 12 42 22 44c5 1 8 7 8 7s3-6 8-7c10-2 18 16-8 34z"/>',
  horror: '<path d="M34 32 20 60h10l-5 24 17-32H32l8-20z"/>',
  fantasy: '<path d="M0 90 20 48l10 16 12-26 18 52z"/><path d="m42 38-6 13 6-3 5 4z" opacity=".5"/>',
  adventure: '<path d="M12 64h36l-8 14H20zM29 20v40H14zM33 28v32h14z"/>',
  mystery:
    '<circle cx="26" cy="54" r="12" fill="none" stroke="currentColor" stroke-width="4"/><path d="m35 63 13 15" stroke="currentColor" stroke-width="6" stroke-linecap="round"/>',
  philosophy:
    '<circle cx="30" cy="60" r="10"/><path d="M30 44v-6m0 44v-6m16-16h6M8 60h6m5-11-4-4m30 30-4-4m0-22 4-4M15 75l4-4" stroke="currentColor" stroke-width="3"/>',
};

const plain = '<path d="M10 46h40v3H10zm6 10h28v3H16zm-6 10h40v3H10zm6 10h28v3H16z"/>';

/** Returns the drawing on the cover of a book as a data URL. The hue comes from the ISBN, so that a book keeps its cover. */
export function drawCover({ isbn, subjects }: Book): string {
  const hue = (Number(isbn.slice(-6, -1)) * 47) % 360;
  const known = subjects.findLast((subject) => Object.hasOwn(drawings, subject));
  const drawing = (known && drawings[known]) ?? plain;
  const ink = `hsl(${hue} 60% 70%)`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 90"><path fill="hsl(${hue} 45% 24%)" d="M0 0h60v90H0z"/><g fill="${ink}">${drawing.replaceAll('currentColor', ink)}</g><path fill="#000" opacity=".25" d="M0 0h4v90H0z"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
