import { type DynamicModule, Module } from "@nestjs/common";

import { Meter } from "../kernel/meter.port.js";
import { Shutdown } from "../kernel/shutdown.port.js";
import { RuntimeState } from "./runtime-state.js";
import { ServerMetrics } from "./telemetry/server-metrics.js";

/** What exists before the framework and is shared with it: the state of the process and its metrics. */
export interface PlatformParts {
  readonly runtime: RuntimeState;
  readonly metrics: ServerMetrics;
}

@Module({})
export class PlatformModule {
  static forRoot({ runtime, metrics }: PlatformParts): DynamicModule {
    return {
      module: PlatformModule,
      global: true,
      providers: [
        { provide: RuntimeState, useValue: runtime },
        { provide: Shutdown, useValue: runtime },
        { provide: ServerMetrics, useValue: metrics },
        { provide: Meter, useValue: metrics },
      ],
      exports: [RuntimeState, Shutdown, ServerMetrics, Meter],
    };
  }
}
