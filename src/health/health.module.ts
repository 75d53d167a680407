import { type Abstract, type DynamicModule, Module, type Type } from "@nestjs/common";

import { ExperienceGenerator } from "../experience/index.js";
import type { ReadinessCheck } from "../kernel/readiness-check.port.js";
import { CandidatePipeline } from "../memory/index.js";
import { RuntimeState } from "../platform/runtime-state.js";
import { VectorSpace } from "../search/index.js";
import { Assembly, type Offer } from "./assembly.js";
import { CapabilitiesController } from "./capabilities.controller.js";
import { HealthController } from "./health.controller.js";
import { type NamedCheck, READINESS_CHECKS, ReadinessService } from "./readiness.service.js";

/** Names of readiness checks and the tokens they are provided under. What was not provided is not checked. */
export type Checks = Readonly<Record<string, Abstract<ReadinessCheck>>>;

/** A module and what it adds to the capabilities of the whole. */
export interface AssembledFeature extends Offer {
  readonly module: Type;
  /** What it exports for the probes, each under the name of its line in the answer. */
  readonly checks?: Checks;
}

/** Probes and capabilities. */
@Module({})
export class HealthModule {
  /** @param shared checks of global modules, shown before those of the features */
  static forRoot(features: readonly AssembledFeature[], shared: Checks): DynamicModule {
    return {
      module: HealthModule,
      imports: features.map(({ module }) => module),
      controllers: [HealthController, CapabilitiesController],
      providers: [
        ReadinessService,
        readinessChecks([shared, ...features.map(({ checks }) => checks ?? {})].flatMap(Object.entries<Token>)),
        {
          provide: Assembly,
          inject: [RuntimeState, ...[CandidatePipeline, ExperienceGenerator, VectorSpace].map(optional)],
          useFactory: (
            runtime: RuntimeState,
            pipeline: CandidatePipeline | undefined,
            generator: ExperienceGenerator | undefined,
            vectors: VectorSpace | undefined,
          ) => {
            const has = { pipeline: pipeline !== undefined, generator: generator !== undefined };
            return new Assembly(runtime, features, has, vectors);
          },
        },
      ],
    };
  }
}

type Token = Abstract<ReadinessCheck>;

const optional = (token: Abstract<unknown>) => ({ token, optional: true });

function readinessChecks(named: readonly (readonly [string, Token])[]) {
  return {
    provide: READINESS_CHECKS,
    inject: named.map(([, token]) => optional(token)),
    useFactory: (...found: readonly (ReadinessCheck | undefined)[]): readonly NamedCheck[] =>
      named.flatMap(([name], index) => {
        const check = found[index];
        return check === undefined ? [] : [{ name, check }];
      }),
  };
}
