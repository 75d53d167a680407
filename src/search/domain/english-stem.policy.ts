/**
 * Joins the forms of an English word (deploy, deploys, deployed, deploying, deployment) to one stem. Both sides of a search
 * pass here, so a stem need not be a word. Words with other letters than a–z come back unchanged.
 */
export function stemEnglish(word: string): string {
  if (word.length < 3 || !LOWER_LATIN.test(word)) return word;
  const singular = stripPlural(IRREGULAR.get(word) ?? word);
  return settle(stripDerivation(stripVerbEnding(singular)));
}

const LOWER_LATIN = /^[a-z]+$/u;

function stripPlural(word: string): string {
  if (word.length < 4 || !word.endsWith("s")) return word;
  if (word.length > 5 && word.endsWith("sis")) return word.slice(0, -2);
  if (/(?:ss|us|is)$/u.test(word)) return word;
  if (word.endsWith("ies")) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  return word.slice(0, /(?:[sxz]|[cs]h)es$/u.test(word) ? -2 : -1);
}

/** migration → migrat, quickly → quick, deployment → deploy. What remains must still be long enough to mean something. */
function stripDerivation(word: string): string {
  if (word.length < 7) return word;
  if (word.endsWith("ly")) return word.endsWith("ply") ? word : word.slice(0, -2);
  if (word.length < 8) return word;
  if (/[st]i(?:on|ve)$/u.test(word)) return word.slice(0, -3);
  return /(?:ness|ment)$/u.test(word) ? word.slice(0, -4) : word;
}

function stripVerbEnding(word: string): string {
  const ending = verbEnding(word);
  if (ending === 0) return word;
  const stem = word.slice(0, word.length - ending);
  if (stem.length < 3 || !/[aeiouy]/u.test(stem)) return word;
  return stem.length > 3 && /([bdgmnprt])\1$/u.test(stem) ? stem.slice(0, -1) : stem;
}

function verbEnding(word: string): number {
  if (word.endsWith("ing")) return 3;
  return word.endsWith("ed") && !word.endsWith("eed") ? 2 : 0;
}

/** The ends that differ only by what was stripped: validat(e), validat(ion) and valid; happy and happi(ly); control(l)ed. */
function settle(word: string): string {
  let stem = word.length > 3 && word.endsWith("e") ? word.slice(0, -1) : word;
  if (stem.length > 6 && stem.endsWith("at")) stem = stem.slice(0, -2);
  if (stem.length > 4 && stem.at(-1) === stem.at(-2) && !/[aeiou]$/u.test(stem)) return stem.slice(0, -1);
  return /.[^aeiou]y$/u.test(stem) ? `${stem.slice(0, -1)}i` : stem;
}

const IRREGULAR_FORMS = `
  agree agreed|api apis|become became|begin began begun|bite bit bitten|blow blew blown|break broke broken|bring brought|build built
  buy bought|catch caught|choose chose chosen|come came|deal dealt|die died dying|dig dug|draw drew drawn|drink drank drunk
  drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found|fly flew flown
  forget forgot forgotten|freeze froze frozen|get got gotten|give gave given|go goes went gone going|grow grew grown
  guarantee guaranteed|hang hung|hear heard|hide hid hidden|hold held|keep kept|know knew known|lead led|leave left|lend lent
  lie lying lain|lose lost|make made|mean meant|meet met|pay paid|ride rode ridden|rise rose risen|run ran|say said
  see saw seen|sell sold|send sent|shake shook shaken|shine shone|shoot shot|sing sang sung|sink sank sunk|sit sat
  sleep slept|slide slid|speak spoke spoken|spend spent|spin spun|stand stood|steal stole stolen|stick stuck
  strike struck|sweep swept|swim swam swum|swing swung|take took taken|teach taught|tear tore torn|tell told
  think thought|throw threw thrown|tie tied tying|understand understood|use used using uses|wake woke woken|wear wore worn
  win won|write wrote written|child children|foot feet|half halves|knife knives|leaf leaves|life lives|man men|mouse mice
  person people|index indices|vertex vertices|matrix matrices|appendix appendices|criterion criteria|phenomenon phenomena
  shelf shelves|tooth teeth|wife wives|woman women`;

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  IRREGULAR_FORMS.split(/[|\n]/u).flatMap((line) => {
    const [base = "", ...forms] = line.trim().split(" ");
    return forms.map((form): [string, string] => [form, base]);
  }),
);
