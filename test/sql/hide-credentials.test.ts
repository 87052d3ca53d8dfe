import { expect, test } from 'vitest';
import { hideCredentials } from '../../generator/features/sql/hide-credentials.js';

test.each([
  ['postgres://ann:s3cret%21@host/shop', 'no s3cret! and s3cret%21', 'no *** and ***'],
  ['postgres://ann:s3cret@host/shop', 'at postgres://ann:s3cret@host/shop', 'at ***'],
  ['postgres://ann:s3cret@host/shop', 'at postgres://ann:s3cret@host:5432/other', 'at postgres://***@host:5432/other'],
  ['postgres://a:b@host/shop', 'database "abba" at mysql://a:b@host', 'database "abba" at mysql://***@host'],
  ['postgres://a:%40@host/shop', 'at a:@@host', 'at ***@host'],
  ['postgres://ann@host/shop', 'role "ann" does not exist', 'role "ann" does not exist'],
  ['postgres://host/shop?user=ann&password=s3cret#x', 'no s3cret', 'no ***'],
  ['postgres://ann:a/b@host/shop', 'invalid', 'invalid'],
  ['postgres://ann:100%@host/shop', 'not 100%', 'not ***'],
])('of %s no password is in a message', (url, message, hidden) => {
  expect(hideCredentials(message, url)).toBe(hidden);
});
