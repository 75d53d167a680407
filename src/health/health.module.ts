import { type DynamicModule, Module, type Type } from "@nestjs/common";

import { RuntimeState } from "../platform/runtime-state.js";
import { Assembly, type Offer } from "./assembly.js";
import { CapabilitiesController } from "./capabilities.controller.js";
import { HealthController } from "./health.controller.js";
import { ReadinessService } from "./readiness.service.js";

/** A module and what it adds to the capabilities of the whole. */
export interface AssembledFeature extends Offer {
  readonly module: Type;
}

/** Probes and capabilities. */
@Module({})
export class HealthModule {
  /** @param features what was assembled; what they export is what the probes can check. */
  static forRoot(features: readonly AssembledFeature[]): DynamicModule {
    return {
      module: HealthModule,
      imports: features.map(({ module }) => module),
      controllers: [HealthController, CapabilitiesController],
      providers: [
        ReadinessService,
        {
          provide: Assembly,
          inject: [RuntimeState],
          useFactory: (runtime: RuntimeState) => new Assembly(runtime, features),
        },
      ],
    };
  }
}
