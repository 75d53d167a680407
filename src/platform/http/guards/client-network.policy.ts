import { isIPv6 } from "node:net";

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** 16-bit groups of an IPv6 address that name a network; the rest is the free choice of whoever is in it. */
const NETWORK_GROUPS = 4;

/**
 * Who is at the other end of a connection, as far as an address can tell: an IPv4 address, or the /64 network of an IPv6 one.
 *
 * @param address of the socket; undefined when it has none
 */
export function clientNetwork(address: string | undefined): string {
  if (address === undefined) return "unknown";
  const mapped = MAPPED_IPV4.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(address) ? groupsOf(address).slice(0, NETWORK_GROUPS).join(":") : address;
}

/** The first groups of an address whose `::` stands for as many zeros as are missing. */
function groupsOf(address: string): readonly string[] {
  const [head = "", tail] = address.split("%")[0]?.split("::") ?? [];
  const before = head === "" ? [] : head.split(":");
  if (tail === undefined) return before;
  const after = tail === "" ? [] : tail.split(":");
  const missing = Math.max(0, 2 * NETWORK_GROUPS - before.length - after.length);
  return [...before, ...new Array<string>(missing).fill("0"), ...after];
}
