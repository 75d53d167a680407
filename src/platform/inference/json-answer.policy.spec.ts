import { jsonAnswer } from "./json-answer.policy.js";

describe("jsonAnswer", () => {
  it.each([
    ['{"a":1}'],
    [' \n{"a":1}\n'],
    ['```json\n{"a":1}\n```'],
    ['Here it is:\n{"a":1}\nAnything else?'],
    ['<think>maybe {"a":2}?</think>\n{"a":1}'],
    ['<think>{</think> fine: {"a":1}'],
  ])("finds the object in %j", (text) => {
    expect(jsonAnswer(text)).toEqual({ a: 1 });
  });

  it("keeps braces that belong to a text", () => {
    expect(jsonAnswer('{"a":"<think>}</think>{"}')).toEqual({ a: "<think>}</think>{" });
  });

  it.each(["", "no", "{", '{"a":1', "{'a':1}", '{"a":1} {"b":2}'])("finds nothing in %j", (text) => {
    expect(jsonAnswer(text)).toBeUndefined();
  });
});
