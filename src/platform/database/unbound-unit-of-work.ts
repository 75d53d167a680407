import { DomainError } from "../../kernel/domain-error.js";
import { UnitOfWork, type DbSession } from "../../kernel/unit-of-work.port.js";

/** What an application built without its runtime has in place of a database: every use is refused (RFC 0020). */
export class UnboundUnitOfWork extends UnitOfWork {
  readonly reader: DbSession = { query: () => Promise.reject(notReady()) };

  run(): Promise<never> {
    return Promise.reject(notReady());
  }
}

function notReady(): DomainError {
  return new DomainError("runtime_not_ready", "This server runs without a database binding.");
}
