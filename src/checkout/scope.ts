import { join } from "node:path";

import { type Checkout, type Discovery, discover, realPath, textOf } from "./checkout.js";
import type { Deadline } from "./deadline.js";
import { askGit } from "./git.js";
import { parsePlainConfig } from "./git-config.policy.js";
import type { Environment } from "./environment.js";
import { boundScope, explicitScope, localScope, remoteScope } from "./scope-id.policy.js";

/** The scope of a turn: what the user chose, what the checkout is bound to, its remote, its folder; the first that there is. */
export async function scopeOf(
  cwd: string,
  setting: string | undefined,
  environment: Environment,
  deadline: Deadline,
): Promise<string> {
  if (setting !== undefined) return explicitScope(setting);
  const folder = realPath(cwd);
  const found = discover(folder, environment);
  if (found.kind === "none") return localScope(folder);
  const plain = plainScope(found);
  if (plain !== undefined) return plain;
  const asked = await askGit(folder, environment, deadline);
  const { checkout, remote } = asked ?? { checkout: found.checkout, remote: undefined };
  return boundTo(checkout) ?? remoteScope(remote ?? "") ?? localScope(realPath(checkout?.top ?? folder));
}

/** What the files say by themselves; undefined when git has to be asked. */
function plainScope(found: Discovery): string | undefined {
  if (found.kind !== "found") return undefined;
  const bound = boundTo(found.checkout);
  if (bound !== undefined) return bound;
  const text = textOf(join(found.commonDir, "config"));
  const config = text === undefined ? undefined : parsePlainConfig(text);
  return config === undefined ? undefined : (remoteScope(config.originUrl ?? "") ?? localScope(found.top));
}

function boundTo(checkout: Checkout | undefined): string | undefined {
  if (checkout === undefined) return undefined;
  const binding = textOf(join(checkout.gitDir, "powercontext", "codex-workspace.json"));
  return binding === undefined ? undefined : boundScope(binding);
}
