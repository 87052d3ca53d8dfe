/**
 * Returns the key that identifies an address for limits. For IPv6, the key is the 64-bit network prefix, because one
 * host can use all addresses of its network.
 *
 * @param address Address in system notation; `undefined` if the platform does not provide it.
 * @see https://www.rfc-editor.org/rfc/rfc4291#section-2.5.1
 */
export function callerAddress(address: string | undefined): string | undefined {
  // An IPv4 address on a socket for both protocols begins with ::ffff:.
  if (address?.includes(':') !== true || address.startsWith('::ffff:')) return address;
  const [first = [], last = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
}
