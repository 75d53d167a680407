import { type DynamicModule, Module } from "@nestjs/common";

import { Meter } from "../kernel/meter.port.js";
import { Shutdown } from "../kernel/shutdown.port.js";
import { Tracer } from "../kernel/tracer.port.js";
import { RefusalLog } from "./http/refusal-log.js";
import { RuntimeState } from "./runtime-state.js";
import { ServerMetrics } from "./telemetry/server-metrics.js";
import { Tracing } from "./telemetry/tracing.js";

/** What exists before the framework and is shared with it: the state of the process, its metrics, its traces and its log of refusals. */
export interface PlatformParts {
  readonly runtime: RuntimeState;
  readonly metrics: ServerMetrics;
  readonly tracing: Tracing;
  readonly refusals: RefusalLog;
}

@Module({})
export class PlatformModule {
  static forRoot({ runtime, metrics, tracing, refusals }: PlatformParts): DynamicModule {
    return {
      module: PlatformModule,
      global: true,
      providers: [
        { provide: RuntimeState, useValue: runtime },
        { provide: Shutdown, useValue: runtime },
        { provide: ServerMetrics, useValue: metrics },
        { provide: Meter, useValue: metrics },
        { provide: Tracing, useValue: tracing },
        { provide: Tracer, useValue: tracing.tracer },
        { provide: RefusalLog, useValue: refusals },
      ],
      exports: [RuntimeState, Shutdown, ServerMetrics, Meter, Tracing, Tracer, RefusalLog],
    };
  }
}
