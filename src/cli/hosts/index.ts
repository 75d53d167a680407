export { diagnoseHost } from "./diagnosis.js";
export { type Host, HOSTS } from "./host.js";
export { removeHost } from "./removal.js";
export { setUpHost } from "./setup.js";
