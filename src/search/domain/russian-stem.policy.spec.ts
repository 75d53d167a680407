import { stemRussian } from "./russian-stem.policy.js";

describe("stemRussian", () => {
  it.each([
    "сборка сборки сборку сборкой сборкам сборками",
    "тема тему темой темам темами",
    "темная темный темное темную темного темными",
    "ветка ветке ветку ветками",
    "исправить исправил исправили исправлена исправлено",
    "хранить хранит хранят хранится хранятся хранила",
    "работать работает работают работал работала",
    "запуск запуска запуску запусками",
    "регион регионе регионов регионами",
    "ошибка ошибке ошибки ошибками",
  ])("joins %s", (forms) => {
    expect(new Set(forms.split(" ").map(stemRussian)).size).toBe(1);
  });

  it.each(["сборка сбор", "тема том", "сервер север", "пользователь польза", "деплой дело"])(
    "keeps %s apart",
    (words) => {
      const [first = "", second = ""] = words.split(" ");
      expect(stemRussian(first)).not.toBe(stemRussian(second));
    },
  );

  it.each(["deploy", "дом", "иді", "v1", ""])("leaves %j as it is", (word) => {
    expect(stemRussian(word)).toBe(word);
  });
});
