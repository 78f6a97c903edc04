/** Whether an error has one of these codes, as those of the system do (`ENOENT`). */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.some((code) => code === error.code);
