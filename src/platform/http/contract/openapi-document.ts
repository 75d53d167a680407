import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";

type JsonSchema = Readonly<Record<string, unknown>>;

/** What programs read of the OpenAPI document. */
interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, JsonSchema>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> } & JsonSchema;
}

/** The authoritative contract as a file. The path is the same from `src` and from `dist`. */
export const OPENAPI_FILE = fileURLToPath(new URL("../../../../openapi/powercontext.yaml", import.meta.url));

let loaded: Contract | undefined;

/** The contract as it was sent with this build; read once per process. */
export function openApiText(): string {
  return contract().text;
}

export function openApiDocument(): OpenApiDocument {
  return contract().document;
}

/**
 * The check of one component of the contract. Those of requests are compiled with the first use of this file, at start,
 * so that no request waits for it; others when they are asked for. A check stops at the first problem, so a body with a
 * hundred thousand wrong fields costs no more than one with one; the problem is in `errors` of the function.
 *
 * @throws TypeError when the contract has no such component.
 */
export function validatorFor(component: string): ValidateFunction {
  return contract().validatorFor(component);
}

class Contract {
  readonly document: OpenApiDocument;
  private readonly ajv = new Ajv2020({
    strict: true,
    strictRequired: true,
    allowUnionTypes: true,
    validateFormats: false,
  });

  constructor(readonly text: string) {
    this.document = parse(text) as OpenApiDocument;
    this.ajv.addKeyword("components"); // where OpenAPI keeps its schemas; strict mode refuses keywords it was not told of
    this.ajv.addSchema({ $id: "contract", components: this.document.components }, undefined, false, false);
    for (const component of requestComponents(this.document)) this.validatorFor(component);
  }

  validatorFor(component: string): ValidateFunction {
    const validate = this.ajv.getSchema(`contract#/components/schemas/${component}`);
    if (validate === undefined) throw new TypeError(`the contract has no component ${component}`);
    return validate;
  }
}

function contract(): Contract {
  return (loaded ??= new Contract(readFileSync(OPENAPI_FILE, "utf8")));
}

function requestComponents(document: OpenApiDocument): readonly string[] {
  return Object.values(document.paths).flatMap((item) => {
    const post = item["post"] as RequestTaker | undefined;
    return post === undefined ? [] : [post.requestBody.content["application/json"].schema.$ref.split("/").pop() ?? ""];
  });
}

interface RequestTaker {
  readonly requestBody: {
    readonly content: { readonly "application/json": { readonly schema: { readonly $ref: string } } };
  };
}
