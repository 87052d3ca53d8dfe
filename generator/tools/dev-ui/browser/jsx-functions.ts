/** Functions that JSX becomes in the bundle of the page. `h` takes children as arguments: the page is 3 kB smaller than with `jsx`. */
export { Fragment, h } from 'preact';
