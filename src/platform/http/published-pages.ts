import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { type OpenAPIObject, SwaggerModule } from "@nestjs/swagger";

import type { ServerMetrics } from "../telemetry/server-metrics.js";
import { openApiDocument, openApiText } from "./contract/openapi-document.js";

/** What the server publishes beside the contract's operations: the contract itself, a page to try it, and metrics. */
export function publishPages(app: NestFastifyApplication, metrics: ServerMetrics | undefined): void {
  publishContract(app);
  if (metrics !== undefined) publishMetrics(app, metrics);
}

/** The file as it was written, and Swagger UI over the same document; both work without a network. */
function publishContract(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.get("/openapi.yaml", (_request, reply) => reply.type("application/yaml; charset=utf-8").send(openApiText()));
  SwaggerModule.setup("docs", app, openApiDocument() as unknown as OpenAPIObject, {
    raw: false,
    customSiteTitle: "PowerContext API",
    swaggerOptions: { tryItOutEnabled: false, validatorUrl: null },
  });
}

function publishMetrics(app: NestFastifyApplication, metrics: ServerMetrics): void {
  app
    .getHttpAdapter()
    .getInstance()
    .get("/metrics", async (_request, reply) => {
      const { contentType, text } = await metrics.exposition();
      return reply.type(contentType).send(text);
    });
}
