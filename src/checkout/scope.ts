import { join } from "node:path";

import { type Checkout, type Discovery, discover, realPath } from "./checkout.js";
import type { Deadline } from "./deadline.js";
import { askGit } from "./git.js";
import { parsePlainConfig } from "./git-config.policy.js";
import type { Environment } from "./environment.js";
import { boundScope, explicitScope, localScope, remoteScope } from "./scope-id.policy.js";
import { ScopeUnknown } from "./scope-unknown.js";
import { readSmall, textOf } from "./small-file.js";

const MAX_BINDING_BYTES = 2 ** 16;
const MAX_CONFIG_BYTES = 2 ** 20;

/**
 * The scope of a turn: what the user chose, what the checkout is bound to, its remote, its folder; the first that there is.
 * @throws ScopeUnknown when there is a checkout whose files cannot be read, or git does not get to answer.
 */
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
  const file = readSmall(join(found.commonDir, "config"), MAX_CONFIG_BYTES);
  if (file.kind === "unusable") throw new ScopeUnknown();
  const config = file.kind === "read" ? parsePlainConfig(file.text) : undefined;
  return config === undefined ? undefined : (remoteScope(config.originUrl ?? "") ?? localScope(found.top));
}

function boundTo(checkout: Checkout | undefined): string | undefined {
  if (checkout === undefined) return undefined;
  const binding = textOf(join(checkout.gitDir, "powercontext", "codex-workspace.json"), MAX_BINDING_BYTES);
  return binding === undefined ? undefined : boundScope(binding);
}
