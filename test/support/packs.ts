import type { Pack } from "./api.js";
import { itemsOf, type VisibleItem } from "./context-candidates.js";

/** The items of a pack as a host reads them, none when it is empty; its length and its Unicode are checked on the way. */
export function packItems(pack: Pack): readonly VisibleItem[] {
  if (pack.content === null) {
    expect(pack).toMatchObject({ status: "empty", content_bytes: 0 });
    return [];
  }
  expect(pack.status).toBe("ready");
  expect(pack.content_bytes).toBe(Buffer.byteLength(pack.content, "utf8"));
  expect(pack.content.isWellFormed()).toBe(true);
  return itemsOf({ status: "ready", content: pack.content, contentBytes: pack.content_bytes });
}

export function packTexts(pack: Pack): readonly string[] {
  return packItems(pack).map(({ content }) => content);
}
