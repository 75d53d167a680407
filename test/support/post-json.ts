/** Calls an operation that has no command. @returns the body of the success. */
export async function postJson(url: string, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} was refused: ${String(response.status)} ${await response.text()}`);
  return response.json();
}
