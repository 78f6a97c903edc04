import { randomInt } from 'node:crypto';

/** How codes are kept of which a call tells: read again for the call, and compared with what is typed. */
export interface OtpCodes {
  seal(tenantId: string, id: string, code: string): Buffer;
  hash(tenantId: string, id: string, code: string): Buffer;
  matches(kept: Buffer, given: { readonly tenantId: string; readonly id: string; readonly code: string }): boolean;
}

/** What keeps codes, and the clock that they expire by. */
export interface OtpKeeper {
  readonly codes: OtpCodes;
  readonly now: () => number;
}

/** Where a code belongs. */
export const codePlaceOf = (tenantId: string, requestId: string): string => `${tenantId}/${requestId}`;

export const newCode = (length: number): string => Array.from({ length }, () => String(randomInt(10))).join('');
