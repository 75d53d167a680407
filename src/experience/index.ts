export { ExperienceIndexRebuildJob } from "./experience-index-rebuild.job.js";
export type { ExperienceHit } from "./experience-recall.js";
export { ExperienceRecallService } from "./experience-recall.service.js";
export { ExperienceModule } from "./experience.module.js";
export { HeldIncubations } from "./held-incubations.js";
export { InboxGauges } from "./inbox-gauges.js";
export { IncubationJob } from "./incubation.job.js";
export { ExperienceGenerator } from "./ports/experience-generator.port.js";
export { ExperienceSchedule } from "./ports/experience-schedule.port.js";
