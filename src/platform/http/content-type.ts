const JSON_TYPE = /^application\/json[ \t]*(?:;(.*))?$/i;
const CHARSET = /(?:^|;)[ \t]*charset[ \t]*=[ \t]*"?([^";]*?)"?[ \t]*(?=;|$)/gi;

/** Whether a body is declared as JSON in UTF-8, the only form that is read. Parameters other than charset say nothing. */
export function isJsonContentType(header: string | undefined): boolean {
  const match = JSON_TYPE.exec(header?.trim() ?? "");
  if (match === null) return false;
  return [...(match[1] ?? "").matchAll(CHARSET)].every(([, charset]) => /^utf-?8$/i.test(charset ?? ""));
}
