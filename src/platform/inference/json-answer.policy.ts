/**
 * The JSON value of a model's answer, or undefined. Models put it into a code fence, think aloud before it or talk around it;
 * the outermost braces are taken then.
 */
export function jsonAnswer(text: string): unknown {
  const answer = afterThinking(text).trim();
  return parsed(answer) ?? parsed(answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1));
}

function afterThinking(text: string): string {
  const end = text.trimStart().startsWith("<think>") ? text.indexOf("</think>") : -1;
  return end < 0 ? text : text.slice(end + "</think>".length);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
