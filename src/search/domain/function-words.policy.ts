/** True for a word that carries grammar rather than content, as written (folded, not stemmed). */
export function isFunctionWord(surface: string): boolean {
  return FUNCTION_WORDS.has(surface);
}

/** True when every character is one that mostly carries grammar in Chinese, Japanese or Korean. */
export function isFunctionGram(gram: string): boolean {
  for (const character of gram) {
    if (!FUNCTION_CHARACTERS.has(character)) return false;
  }
  return true;
}

const ENGLISH = `
  a an the this that these those some any each every no such same other another both either neither own
  i me my mine myself you your yours yourself he him his himself she her hers herself it its itself
  we us our ours ourselves they them their theirs themselves who whom whose which what when where why how
  is am are was were be been being do does did doing done have has had having
  will would shall should can could may might must
  isnt arent wasnt werent dont doesnt didnt havent hasnt hadnt wont wouldnt shouldnt cant cannot couldnt im ive
  of in on at by for with about against between into through during before after above below to from up down out off over under
  and or but nor so yet if then else because as until while than though although whether
  not only very too also just again further once here there now all more most few many much please`;

/** Without the words that are content in another of these languages: a German "die", "war" or "man" stays a word. */
const OTHER_LATIN = `
  el los las una unos unas lo del al de que en por para con sin sobre es son fue ser esta este esto estos estas como cuando donde
  quien cual pero y o su sus mi tu se le les nos muy mas hay porque
  la les le un une des du et ou ne pas ce cet cette ces est sont etait dans sur pour par avec sans que qui quoi dont
  je tu il elle nous vous ils elles mon ton son ma ta sa mes tes ses leur leurs quand comment pourquoi mais aux au plus
  der das den dem ein eine einen einem einer eines und oder aber nicht ist sind wird werden wurde im zu zum zur von vom mit auf
  fur bei nach aus uber wie wo wann warum wer welche welcher welches ich er sie wir ihr mich mir sich mein dein sein ihre als auch
  os uma uns umas da dos nas em no na ao pelo pela nao com foi ser seu sua eu ele ela nos voce quando onde quem qual mas isso
  il gli uno di della dei delle dal nel nella che chi cosa non sono era suo sua io lui lei noi voi loro anche piu perche quando dove
  het een van voor met niet zijn wordt werd maar dat deze wie wat waar wanneer waarom hoe ik jij hij zij wij
  ve ile icin bir bu neden nasil nerede nereye hangi kac zaman degil cok gibi daha`;

const CYRILLIC = `
  и в во на не что он она оно они я ты мы вы с со к ко у о об от до из за по под над при для как так но а или если то это этот
  эта эти тот та те его ее их мой твой наш ваш свой был была было были быть есть бы ли же кто где когда почему какой какая какие`;

const SEMITIC = `
  في من على الى عن مع هذا هذه ذلك تلك التي الذي ما ماذا متى اين كيف لماذا هل هو هي هم انا نحن او لا ان كان كانت كل قد
  של את על אל עם זה זו הוא היא הם אני אתה אנחנו מה מי איפה מתי למה איך כמה לא יש אין או גם כי אם אבל`;

const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  [ENGLISH, OTHER_LATIN, CYRILLIC, SEMITIC].join(" ").trim().split(/\s+/u),
);

const FUNCTION_CHARACTERS: ReadonlySet<string> = new Set(
  "的了是在和与吗呢吧么什个这那我你他她它们有不也就都很被把给从到对为以之其而或及哪谁怎何多少" +
    "はがをにでともへのやかねよなだすましたているれらあこそどっうんさくけつ" +
    "은는이가을를에의로와과도만다요까니습했하한있없것들고지서게",
);
