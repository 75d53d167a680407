import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from "@nestjs/swagger";

import { ErrorResponse } from "../../src/platform/http/wire/error-response.dto.js";
import { startApp } from "./app.js";

/** The document Nest makes of the whole server's controllers and request classes. */
export async function generatedDocument(): Promise<OpenAPIObject> {
  const server = await startApp({ runtime: "unbound" });
  try {
    const config = new DocumentBuilder().setOpenAPIVersion("3.1.0").build();
    return SwaggerModule.createDocument(server.app, config, { extraModels: [ErrorResponse] });
  } finally {
    await server.close();
  }
}
