import { type DynamicModule, Module } from "@nestjs/common";

import { FlushLimits, FlushSchedule } from "./memory/index.js";
import type { ServerConfig } from "./platform/config/server.config.js";

/** Hands settings to the features in their own words, so that none of them knows where a setting comes from. */
@Module({})
export class AppSettingsModule {
  static forRoot({ runtime }: ServerConfig): DynamicModule {
    const limits: FlushLimits = { sourcesInWindow: runtime.sourceWindowLimit };
    const schedule: FlushSchedule = { intervalMs: runtime.scheduleMs };
    return {
      module: AppSettingsModule,
      global: true,
      providers: [
        { provide: FlushLimits, useValue: limits },
        { provide: FlushSchedule, useValue: schedule },
      ],
      exports: [FlushLimits, FlushSchedule],
    };
  }
}
