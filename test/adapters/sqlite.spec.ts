import { memoryConformance } from "../conformance/memory.conformance.js";
import { scopeDirectoryConformance } from "../conformance/scope-directory.conformance.js";
import { sourceJournalConformance } from "../conformance/source-journal.conformance.js";
import { unitOfWorkConformance } from "../conformance/unit-of-work.conformance.js";
import { sqliteFamily } from "./sqlite.family.js";

unitOfWorkConformance(sqliteFamily);
scopeDirectoryConformance(sqliteFamily);
sourceJournalConformance(sqliteFamily);
memoryConformance(sqliteFamily);
