import type { Bearing } from "./search.types.js";
import { stem } from "./stem.policy.js";

/** How much a word or gram, as it is stored, says about what a prompt is about. */
export function bearingOf(term: string): Bearing {
  if (TALK.has(term) || (term.length <= 2 && ONE_DIGIT.test(term))) return "talk";
  return PLAIN.has(term) ? "plain" : "telling";
}

const ONE_DIGIT = /^\p{Nd}$/u;

const TALK_WORDS = `
  hi hey hello howdy bye goodbye greetings welcome ok okay yes yeah yep yup no nope nah sure alright fine great good nice cool
  awesome amazing perfect wonderful excellent wow thanks thank thx sorry oops lgtm lol haha hmm well gonna wanna gotta
  think know want like go come get let see look sound seem feel try mean guess hope wish say tell talk ask wonder mind keep
  continue proceed wait hold ahead next back away really actually maybe perhaps probably definitely exactly
  thought lot bit kind way thing stuff
  anything something nothing everything anyone someone everyone anybody somebody nobody everybody
  hallo danke bitte ja nein gut weiter genau super bonjour salut merci oui non bien bravo beaucoup hola gracias bueno vale claro
  ciao grazie bene ola obrigado obrigada bedankt merhaba tamam evet hayir tesekkurler devam dzieki dobrze xin chao`;

const TALK_ELSEWHERE = `
  привет здравствуйте здравствуй спасибо пожалуйста да нет хорошо ладно отлично продолжай продолжить дальше понятно ясно ок
  谢谢 多谢 你好 您好 好的 好吧 继续 可以 再来 来吧 没事 知道 觉得 一下 请问 请帮 帮我 请你
  続け 了解 お願 願い 教え
  안녕 녕하 사합 계속 속해 알려 려줘 해줘 주세 세요 알겠 겠어 모르 르겠 좋아`;

const PLAIN_WORDS = `
  add build change check choose create explain find fix give handle help implement improve install list make move need open put read
  recommend remove return review run set show start stop finish suggest summarize take turn update use work write
  answer big case code day evening example file first home hour idea job last life little man minute month morning name new night old
  one part people person place point problem question reason right small time today tomorrow tonight true two week woman world
  wrong year yesterday currently usually often always never ever still
  schreib schreibe zeig zeige mach erklare heute gestern jetzt ecris montre ajoute explique demain escribe muestra hoy ahora manana
  bugun yarin yaz goster`;

const PLAIN_ELSEWHERE = `
  напиши покажи добавь исправь сделай проверь объясни создай запусти сегодня завтра вчера сейчас время день
  推荐 编写 修改 添加 增加 实现 解释 检查 运行 使用 时间 时候 问题 现在 今天 今年 明天 昨天 一个 哪里 哪个
  推薦 実行 確認 追加 作成 修正 説明 時間 問題 今日 今の 明日 昨日 何時
  추천 천해 사용 확인 추가 작성 수정 설명 시간 문제 감사 오늘 지금 내일 어제`;

const stemmed = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/u).map(stem));

const TALK = stemmed(TALK_WORDS + TALK_ELSEWHERE);
const PLAIN = stemmed(PLAIN_WORDS + PLAIN_ELSEWHERE);
