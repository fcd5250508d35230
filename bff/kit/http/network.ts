import ipaddr from 'ipaddr.js';

/** The part of an IPv6 address that belongs to one household or one server. */
const IPV6_NETWORK_BITS = 64;

/** Somebody with one IPv6 address has a whole network of them, so all its addresses are one caller. */
export function networkOf(address: string): string {
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${IPV6_NETWORK_BITS}`).toString();
}
