const HOST = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+)|([0-9a-f]*:[0-9a-f:.]*:[0-9a-f:.]*))$/i;
const PORT = /:\d{1,5}$/;

/** The lower-case name or address in a Host header or a setting: without port, brackets and final dot. Undefined when it is none. */
export function hostName(authority: string): string | undefined {
  const bare = HOST.exec(authority) ?? HOST.exec(authority.replace(PORT, ""));
  return (bare?.[1] ?? bare?.[2] ?? bare?.[3])?.toLowerCase().replace(/\.$/, "");
}

/** Whether only this machine can reach or mean it. */
export function isLoopbackName(name: string): boolean {
  const lower = name.toLowerCase();
  return lower === "localhost" || lower === "::1" || /^127(?:\.\d{1,3}){3}$/.test(lower);
}
