// The first job of docker-compose.yml, before the database makes its volume: settings that cannot work are refused here, in
// one line each, instead of minutes later or for ever.
import { SERVER_PREFIX } from "../dist/platform/config/environment.js";
import { parseServerConfig } from "../dist/platform/config/server.config.js";
import { reportFailedStart } from "../dist/start-failure.js";

// The images of the database put it into shell commands, SQL and YAML as it is.
const ROOT_PASSWORD = /^[A-Za-z][A-Za-z0-9_-]{7,63}$/;

function problems() {
  const found = [];
  if (!ROOT_PASSWORD.test(process.env.POWERCONTEXT_DATABASE_ROOT_PASSWORD ?? "")) {
    found.push(
      "POWERCONTEXT_DATABASE_ROOT_PASSWORD must be a letter and 7 to 63 letters, digits, hyphens or underscores after it",
    );
  }
  if ((process.env.POWERCONTEXT_DATABASE_PASSWORD ?? "").trim() === "") {
    found.push("POWERCONTEXT_DATABASE_PASSWORD must not be blank");
  }
  if ((process.env[`${SERVER_PREFIX}AUTH_TOKEN`] ?? "") === "") found.push(`${SERVER_PREFIX}AUTH_TOKEN must be set`);
  return found;
}

try {
  parseServerConfig();
  const found = problems();
  for (const problem of found) console.error(`powercontext cannot start: ${problem}. Correct it in .env.`);
  if (found.length > 0) process.exitCode = 1;
  else console.log("the settings can be used");
} catch (error) {
  reportFailedStart(error);
  process.exitCode = 1;
}
