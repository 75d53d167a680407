import type { ListedScope, ScopeDirectory } from "./scope-directory.port.js";
import type { DbSession } from "./unit-of-work.port.js";

const PAGE_SCOPES = 500;

/** Every scope that has been written to, by its key: for maintenance that visits them all. */
export async function* everyScope(scopes: ScopeDirectory, session: DbSession): AsyncGenerator<ListedScope> {
  let after = 0;
  for (;;) {
    const page = await scopes.list(session, after, PAGE_SCOPES);
    if (page.length === 0) return;
    yield* page;
    after = page.at(-1)?.key ?? after;
  }
}
