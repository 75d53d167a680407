/** Sizes of a list of terms to score, and of any other list. */
export const ARM_SIZES = [4, 8, 16, 32, 64] as const;
export const LIST_SIZES = [4, 8, 16, 32, 64, 128, 256, 512] as const;
