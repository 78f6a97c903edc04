/** So long it is not looked at again. */
const forMs = 60_000;

/** Until when it is taken for granted, by company. */
const until = new Map<string, number>();

/**
 * Whether a company had more calls than are counted a moment ago. To count them is most of what the first page of its history costs, the
 * one that everybody reads; calls go by their age alone, some at a time, so a minute later there are as many.
 */
export const isKnownFull = (tenantId: string, now = performance.now()): boolean => (until.get(tenantId) ?? 0) > now;

export const noteFull = (tenantId: string, now = performance.now()): void => void until.set(tenantId, now + forMs);
