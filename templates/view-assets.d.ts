/** Files that views import: style sheets, and images and fonts, which become data URLs. */

declare module '*.css';

declare module '*.avif' {
  /** Data URL of the file. */
  const url: string;
  export default url;
}

declare module '*.gif' {
  /** Data URL of the file. */
  const url: string;
  export default url;
}

declare module '*.jpeg' {
  /** Data URL of the file. */
  const url: string;
  export default url;
}

declare module '*.jpg' {
  /** Data URL of the file. */
  const url: string;
  export default url;
}

declare module '*.otf' {
  /** Data URL of the file. */
  const url: string;
  export default url;
}

declare module '*.png' {
  /** Data URL of the file. */
  const url: string;
  export default url;
}

declare module '*.svg' {
  /** Data URL of the file. */
  const url: string;
  export default url;
}

declare module '*.ttf' {
  /** Data URL of the file. */
  const url: string;
  export default url;
}

declare module '*.webp' {
  /** Data URL of the file. */
  const url: string;
  export default url;
}

declare module '*.woff' {
  /** Data URL of the file. */
  const url: string;
  export default url;
}

declare module '*.woff2' {
  /** Data URL of the file. */
  const url: string;
  export default url;
}
