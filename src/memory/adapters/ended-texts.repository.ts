import type { ScopeId, ScopeKey } from "../../kernel/ids.js";
import type { DbSession, SqlFragment, Tx } from "../../kernel/unit-of-work.port.js";
import { padded, repeated } from "../../platform/database/sql-lists.js";
import { textKey } from "../domain/entry-content.policy.js";
import { VERSION_BITS } from "../domain/retired-document.policy.js";
import { EndedTexts, type EndedText, type RankedTexts, type TextStanding } from "../ports/ended-texts.port.js";

/** Few, because each is another SQL text. */
const TEXTS = [32, 64] as const;
/** No text has it. */
const NO_KEY = -1;

/** Change `c` of Revision `r` ended version `v`: a retirement names the version itself, a revision the one after it. */
const ENDED_BY_A_PERSON = `c.op IN ('revise', 'deactivate') AND r.origin <> 'flush'`;
const ENDED_VERSION = "v.version = c.version - CASE c.op WHEN 'revise' THEN 1 ELSE 0 END";
const ENDED_FROM = `FROM memory_change c
        JOIN memory_revision r ON r.scope_key = c.scope_key AND r.revision = c.revision
        JOIN memory_version v ON v.scope_key = c.scope_key AND v.entry = c.entry AND ${ENDED_VERSION}`;

const standingOf = (size: number) => ({
  name: "ended-text.standing",
  sql: `SELECT v.text, v.entry, CASE WHEN e.state = 'active' AND e.version = v.version THEN 1 ELSE 0 END AS is_active,
          CASE WHEN e.state = 'active' AND e.version > v.version THEN 1 ELSE 0 END AS is_superseded,
          (SELECT COUNT(*) FROM memory_change c
           JOIN memory_revision r ON r.scope_key = c.scope_key AND r.revision = c.revision
           WHERE c.scope_key = v.scope_key AND c.entry = v.entry AND ${ENDED_BY_A_PERSON}
             AND (c.op = 'deactivate' OR ${ENDED_VERSION})) AS endings
        FROM memory_version v JOIN memory_entry e ON e.scope_key = v.scope_key AND e.entry = v.entry
        WHERE v.scope_key = ? AND v.text_key IN (${repeated("?", size)})`,
});
const ENDED_SINCE = {
  name: "ended-text.since",
  sql: `SELECT v.entry, v.version, v.text ${ENDED_FROM}
        WHERE c.scope_key = ? AND c.revision > ? AND ${ENDED_BY_A_PERSON} ORDER BY v.entry, v.version`,
};
const ENDED_AMONG = {
  name: "ended-text.among",
  sql: `SELECT v.entry, v.version, v.text ${ENDED_FROM}
        WHERE c.scope_key = ? AND c.entry > ? AND c.entry <= ? AND ${ENDED_BY_A_PERSON} ORDER BY v.entry, v.version`,
};

interface StandingRow {
  readonly text: string;
  readonly entry: number;
  readonly is_active: number;
  readonly is_superseded: number;
  readonly endings: number;
}

/** memory_version read by its texts. The same statements on both databases. */
export class SqlEndedTexts extends EndedTexts {
  async standingOf(tx: Tx, scope: ScopeKey, texts: readonly string[]): Promise<readonly TextStanding[]> {
    const wanted = new Set(texts);
    const keys = padded([...wanted].map(textKey), TEXTS, NO_KEY);
    const rows = await tx.query<StandingRow>(standingOf(keys.length), [scope, ...keys]);
    return rows
      .filter(({ text }) => wanted.has(text))
      .map((row) => ({
        text: row.text,
        entry: row.entry,
        isActive: row.is_active > 0,
        isSuperseded: row.is_superseded > 0,
        isEnded: row.endings > 0,
      }));
  }

  async endedSince(session: DbSession, scope: ScopeKey, since: number): Promise<readonly EndedText[]> {
    return session.query<EndedText>(ENDED_SINCE, [scope, since]);
  }

  async endedAmong(
    session: DbSession,
    scope: ScopeKey,
    { after, through }: { readonly after: number; readonly through: number },
  ): Promise<readonly EndedText[]> {
    return session.query<EndedText>(ENDED_AMONG, [scope, after, through]);
  }

  async ranked(session: DbSession, scopeId: ScopeId, ranked: SqlFragment): Promise<RankedTexts> {
    const sql = `SELECT h.index_build, v.text FROM scope s JOIN memory_head h ON h.scope_key = s.scope_key
      LEFT JOIN (${ranked.sql}) r ON 1 = 1
      LEFT JOIN memory_version v ON v.scope_key = h.scope_key AND v.entry = r.doc >> ${String(VERSION_BITS)}
        AND v.version = r.doc & ${String(2 ** VERSION_BITS - 1)}
      WHERE s.scope_id = ?`;
    const statement = { name: "ended-text.ranked", sql };
    const rows = await session.query<{ index_build: number; text: string | null }>(statement, [
      ...ranked.parameters,
      scopeId,
    ]);
    return {
      liveBuild: rows[0]?.index_build ?? 0,
      texts: rows.flatMap(({ text }) => (text === null ? [] : [text])),
    };
  }
}
