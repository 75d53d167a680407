import { indexRebuildConformance } from "../conformance/index-rebuild.conformance.js";
import { memoryReadsConformance } from "../conformance/memory-reads.conformance.js";
import { memoryWritesConformance } from "../conformance/memory-writes.conformance.js";
import { scopeDirectoryConformance } from "../conformance/scope-directory.conformance.js";
import { searchConformance } from "../conformance/search.conformance.js";
import { sourceJournalConformance } from "../conformance/source-journal.conformance.js";
import { unitOfWorkConformance } from "../conformance/unit-of-work.conformance.js";
import { testedDatabase } from "../support/test-database.js";
import { oceanbaseFamily } from "./oceanbase.family.js";
import { sqliteFamily } from "./sqlite.family.js";

const family = { sqlite: sqliteFamily, oceanbase: oceanbaseFamily }[testedDatabase];

unitOfWorkConformance(family);
scopeDirectoryConformance(family);
sourceJournalConformance(family);
memoryWritesConformance(family);
memoryReadsConformance(family);
searchConformance(family);
indexRebuildConformance(family);
