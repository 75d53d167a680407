/** Texts of several scripts and of code, put together from fixed words by a seeded generator: the same corpus every run. */
const WORDS = [
  "deploy migrations restarting workers persistence validation contract coffee timeout budget retry index cursor".split(
    " ",
  ),
  "getUserById snake_case_name src/memory/index.ts:42 v1.2.3-rc.1 GB/s oceanbase-blue-116 ubuntu 20.04 health.base".split(
    " ",
  ),
  ["适者生存", "生存等于正确的道理", "止损", "健康", "今天玩成语接龙游戏", "早报", "C盘", "API配置"],
  ["今日は", "成語しりとりをした", "東京タワー", "データベース", "設定ファイル"],
  ["오늘", "끝말잇기 게임을", "했다", "데이터베이스", "설정 파일"],
  ["café", "naïve", "Übergröße", "🔥", "кофе", "данные", "قاعدة", "ข้อมูล"],
] as const;

export interface Corpus {
  readonly texts: readonly string[];
  readonly queries: readonly string[];
}

export function multilingualCorpus(size: number, queries: number, seed = 7): Corpus {
  const random = generator(seed);
  const sentence = (longest: number): string => {
    const length = 1 + Math.floor(random() * longest);
    return Array.from({ length }, () => pick(pick(WORDS, random), random)).join(random() < 0.8 ? " " : "");
  };
  return {
    texts: Array.from({ length: size }, (_, index) => `${sentence(14)} #${String(index)}`),
    queries: Array.from({ length: queries }, () => sentence(6)),
  };
}

function pick<T>(items: readonly T[], random: () => number): T {
  return items[Math.floor(random() * items.length)] as T;
}

/** Numerical Recipes' linear congruential generator: enough variety, and reproducible. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
