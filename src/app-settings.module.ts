import { type DynamicModule, Module } from "@nestjs/common";

import { ExperienceSchedule } from "./experience/index.js";
import { FlushLimits, FlushSchedule } from "./memory/index.js";
import type { ServerConfig } from "./platform/config/server.config.js";

/** Hands settings to the features in their own words, so that none of them knows where a setting comes from. */
@Module({})
export class AppSettingsModule {
  static forRoot({ runtime }: ServerConfig): DynamicModule {
    const limits: FlushLimits = { sourcesInWindow: runtime.sourceWindowLimit };
    const schedule: FlushSchedule = { intervalMs: runtime.scheduleMs };
    const experienceSchedule: ExperienceSchedule = { intervalMs: runtime.experienceScheduleMs };
    return {
      module: AppSettingsModule,
      global: true,
      providers: [
        { provide: FlushLimits, useValue: limits },
        { provide: FlushSchedule, useValue: schedule },
        { provide: ExperienceSchedule, useValue: experienceSchedule },
      ],
      exports: [FlushLimits, FlushSchedule, ExperienceSchedule],
    };
  }
}
