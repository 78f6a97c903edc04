export const eventFrom1 = (event: unknown) => event as never;
export const snapshotFrom1 = (_: unknown) => ({ nextSeq: 1, lines: [] });
