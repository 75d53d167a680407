/**
 * Takes the ending off a Russian word (сборка, сборку, сборкой; исправить, исправили, исправлена), so that its forms are one
 * term. Light: prefixes, and suffixes that make another word, stay. Words with other letters than Russian ones come back unchanged.
 */
export function stemRussian(word: string): string {
  if (word.length < 4 || !RUSSIAN.test(word)) return word;
  const active = word.length > 5 ? word.replace(/с[яь]$/u, "") : word;
  const stem = strip(active, PARTICIPLE_ENDINGS, 4) ?? strip(active, ENDINGS, 3) ?? active;
  return stem.length > 4 ? stem.replace(/нн$/u, "н") : stem;
}

const RUSSIAN = /^[а-я]+$/u;

/** Longest first: the ending that leaves the shortest stem of at least `shortest` letters, if it has any. */
function strip(word: string, endings: readonly string[], shortest: number): string | undefined {
  const ending = endings.find((candidate) => word.endsWith(candidate) && word.length - candidate.length >= shortest);
  return ending === undefined ? undefined : word.slice(0, -ending.length);
}

const longestFirst = (list: string): readonly string[] =>
  list
    .trim()
    .split(/\s+/u)
    .sort((a, b) => b.length - a.length);

const ENDINGS = longestFirst(`
  а я о е ы и у ю ь й ой ей ою ею ом ем ам ям ах ях ов ев ами ями ие ия ию ии ием иям иях иями ье ья ью
  ый ий ая яя ое ее ые ого его ому ему ым им ых их ую юю ыми ими
  ть ти ать ять ить еть ет ит ют ут ят ат ешь ишь ете ите ает ают яет яют ует уют
  ла ло ли ал ала ало али ял яла яло яли ил ила ило или ел ела ело ели`);

/** исправлен, сделана, хранящийся: what a verb becomes before it takes the endings of an adjective. */
const PARTICIPLE_ENDINGS = longestFirst(`
  лен лена лено лены ен ена ено ены ан ана ано аны анный анная анное анные енный енная енное енные
  ющий ющая ющее ющие ящий ящая ящее ящие авший авшая авшие ивший ившая ившие`);
