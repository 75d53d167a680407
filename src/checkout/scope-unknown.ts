/** Which scope a folder has cannot be found out now. To take another one would file what belongs to one project under another. */
export class ScopeUnknown extends Error {
  override readonly name = "ScopeUnknown";
}
