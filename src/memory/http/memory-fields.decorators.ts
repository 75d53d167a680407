import { CodePoints, StoredCodePoints, StoredUtf8 } from "../../platform/http/dto/field.decorators.js";

/** What sort of statement an entry is. */
export const KindField = (): PropertyDecorator => StoredCodePoints(1, 128);

/** The statement of an entry. */
export const EntryTextField = (): PropertyDecorator => StoredUtf8(8192);

/** Why a change is made. Measured as sent; blank becomes null in the service. */
export const ReasonField = (): PropertyDecorator => CodePoints(0, 512, { optional: true, nullable: true });
