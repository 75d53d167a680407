import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";

import { afterBody } from "./after-body.js";
import type { Place } from "./admission-lane.js";
import type { LaneName, RequestGuards } from "./request-guards.js";

declare module "fastify" {
  interface FastifyRequest {
    /** Undefined for what is never queued: probes, capabilities, pages, metrics. */
    turn: Turn | undefined;
  }
}

/**
 * Lets each request wait for its turn before its body is read: what waits holds no more than the bytes that came with its
 * headers. Must be installed after the gate and before the first route.
 */
export function installAdmission(
  fastify: FastifyInstance,
  guards: RequestGuards,
  laneOf: (request: FastifyRequest) => LaneName | undefined,
): void {
  fastify.decorateRequest("turn");
  fastify.addHook("onRequest", (request, reply, done) => {
    const lane = laneOf(request);
    if (lane === undefined) {
      done();
      return;
    }
    const place = guards.enter(lane);
    request.turn = new Turn(place, reply);
    // A promise keeps the context of its own request, also when the end of another one resolves it.
    place.begun.then(
      () => {
        askForBody(request, reply);
        done();
      },
      (refusal: unknown) => {
        request.observed.reachedApplication = false;
        afterBody(request, reply, () => {
          done(refusal as Error);
        });
      },
    );
  });
  fastify.addHook("onRoute", (route) => {
    route.handler = withinTurn(route.handler);
  });
}

/** A request's time in work: until its answer is out or its caller gone, and whatever it has begun has ended. */
class Turn {
  private isAnswering = true;
  private isWorking = false;

  constructor(
    private readonly place: Place,
    reply: FastifyReply,
  ) {
    reply.raw.once("close", () => {
      this.isAnswering = false;
      this.leaveIfOver();
    });
  }

  /** Work goes on when its caller goes away, and takes as much as before. */
  async during<T>(work: () => T | Promise<T>): Promise<T> {
    this.isWorking = true;
    try {
      return await work();
    } finally {
      this.isWorking = false;
      this.leaveIfOver();
    }
  }

  private leaveIfOver(): void {
    if (!this.isAnswering && !this.isWorking) this.place.leave();
  }
}

function withinTurn(handler: RouteHandlerMethod): RouteHandlerMethod {
  return function (request, reply) {
    const work = (): unknown => handler.call(this, request, reply);
    return request.turn === undefined ? work() : request.turn.during(work);
  };
}

/** A client that asks before it sends a large body is told to go on only now. */
function askForBody({ headers, raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.httpVersion === "1.1" && /\b100-continue\b/i.test(headers.expect ?? "")) reply.raw.writeContinue();
}
