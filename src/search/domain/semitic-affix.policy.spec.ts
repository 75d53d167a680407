import { stemArabic, withoutHebrewPrefix } from "./semitic-affix.policy.js";

describe("stemArabic", () => {
  it.each([
    ["فريق", ["الفريق", "والفريق", "بالفريق", "للفريق", "وللفريق"]],
    ["قاهره", ["القاهرة", "القاهره", "قاهرة"]],
    ["خادم", ["الخادم", "كالخادم"]],
    ["علي", ["على", "علي"]],
  ])("reads %s in its spellings", (stem, words) => {
    expect(words.map(stemArabic)).toEqual(words.map(() => stem));
  });

  it.each(["الله", "ال", "مدير", "team", ""])("leaves %j as it is", (word) => {
    expect(stemArabic(word)).toBe(word);
  });
});

describe("withoutHebrewPrefix", () => {
  it.each([
    ["הפגישה", "פגישה"],
    ["במשרד", "משרד"],
    ["שרתים", "רתים"],
  ])("takes the first letter of %s off, whether or not it is a prefix", (word, rest) => {
    expect(withoutHebrewPrefix(word)).toBe(rest);
  });

  it.each(["בתל", "פגישה", "team", ""])("takes nothing off %j", (word) => {
    expect(withoutHebrewPrefix(word)).toBeUndefined();
  });
});
