import { type Environment, SERVER_PREFIX } from "./environment.js";
import { LOCAL_MODELS, type LocalModel } from "./local-models.js";

/**
 * - `remote`  a provider that speaks the OpenAI wire
 * - `local`   a model that runs in this process
 *
 * `name` is the setting as it was written, `provider:model`.
 */
export type ModelAddress =
  | {
      readonly kind: "remote";
      readonly name: string;
      readonly model: string;
      /** Without a final slash. */
      readonly baseUrl: string;
      readonly apiKey: string | undefined;
    }
  | { readonly kind: "local"; readonly name: string; readonly model: LocalModel };

interface KnownProvider {
  readonly keyVariable: string;
  readonly urlVariable?: string;
  readonly defaultUrl: string;
}

/** Providers whose own variables are read. For any other prefix INFERENCE_BASE_URL says where it is. */
const KNOWN: Readonly<Record<string, KnownProvider>> = {
  openai: {
    keyVariable: "OPENAI_API_KEY",
    urlVariable: "OPENAI_BASE_URL",
    defaultUrl: "https://api.openai.com/v1",
  },
  openrouter: { keyVariable: "OPENROUTER_API_KEY", defaultUrl: "https://openrouter.ai/api/v1" },
};

/** The model a setting names. Undefined when it is unset or was refused. */
export function parseModel(environment: Environment, setting: string): ModelAddress | undefined {
  const name = environment.text(setting)?.trim();
  if (name === undefined) return undefined;
  const [, provider = "", model = ""] = /^([a-z][a-z0-9_.-]*):(\S.{0,255})$/i.exec(name) ?? [];
  if (model === "") {
    environment.refuse(setting, "must look like provider:model");
    return undefined;
  }
  if (provider.toLowerCase() === "local") return localModel(environment, setting, { name, model });
  const known = KNOWN[provider.toLowerCase()];
  const place = known === undefined ? anyProvider(environment, setting) : knownProvider(environment, setting, known);
  return place && { kind: "remote", name, model, ...place };
}

function localModel(
  environment: Environment,
  setting: string,
  { name, model }: { readonly name: string; readonly model: string },
): ModelAddress | undefined {
  const found = LOCAL_MODELS[model];
  if (found !== undefined) return { kind: "local", name, model: found };
  environment.refuse(
    setting,
    `names a local model that is not known: there is local:${Object.keys(LOCAL_MODELS).join()}`,
  );
  return undefined;
}

interface Place {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
}

function knownProvider(environment: Environment, setting: string, provider: KnownProvider): Place | undefined {
  const { keyVariable, urlVariable, defaultUrl } = provider;
  const apiKey = environment.shared(keyVariable);
  if (apiKey === undefined) environment.refuse(setting, `needs ${keyVariable} with it`);
  else if (!isHeaderSafe(apiKey)) environment.refuse(setting, `needs another ${keyVariable}: ${KEY_FORM}`);
  const url = (urlVariable && environment.shared(urlVariable)) ?? defaultUrl;
  const baseUrl = parseBaseUrl(url);
  if (baseUrl === undefined) environment.refuse(setting, `needs another ${urlVariable ?? ""}: ${URL_FORM}`);
  return baseUrl === undefined ? undefined : { baseUrl, apiKey };
}

function anyProvider(environment: Environment, setting: string): Place | undefined {
  const url = environment.text("INFERENCE_BASE_URL");
  const apiKey = environment.text("INFERENCE_API_KEY");
  if (url === undefined) {
    environment.refuse(setting, `names a provider that is not known: set ${SERVER_PREFIX}INFERENCE_BASE_URL with it`);
    return undefined;
  }
  const baseUrl = parseBaseUrl(url);
  if (baseUrl === undefined) environment.refuse("INFERENCE_BASE_URL", URL_FORM);
  if (apiKey !== undefined && !isHeaderSafe(apiKey)) environment.refuse("INFERENCE_API_KEY", KEY_FORM);
  return baseUrl === undefined ? undefined : { baseUrl, apiKey };
}

const URL_FORM = "must be an http or https URL without credentials, query or fragment";
const KEY_FORM = "must be printable ASCII without spaces";

const isHeaderSafe = (key: string): boolean => /^[\x21-\x7e]+$/.test(key);

function parseBaseUrl(text: string): string | undefined {
  if (!URL.canParse(text.trim())) return undefined;
  const url = new URL(text.trim());
  const isPlain = url.username === "" && url.password === "" && url.search === "" && url.hash === "";
  if (!/^https?:$/.test(url.protocol) || !isPlain) return undefined;
  return url.href.replace(/\/+$/, "");
}
