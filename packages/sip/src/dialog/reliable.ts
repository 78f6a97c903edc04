import type { Request, Response } from '../message/message.ts';
import { cseq, header, headerNumber, optionTags } from '../message/read-headers.ts';

/** Provisional responses that are acknowledged (RFC 3262). */

/** The option tag. */
export const reliably = '100rel';

/** The number of a provisional response that wants a PRACK; undefined where it wants none. */
export function reliableNumber(response: Response): number | undefined {
  if (response.status <= 100 || response.status >= 200) return undefined;
  return optionTags(response, 'require').includes(reliably) ? headerNumber(response, 'rseq') : undefined;
}

/** What a PRACK of this response says in RAck (§7.2). */
export const rackOf = (response: Response): string =>
  `${header(response, 'rseq') ?? ''} ${cseq(response)?.number ?? 0} ${cseq(response)?.method ?? ''}`;

/** The number of the response that a PRACK is about; undefined where it is about another request, or cannot be read. */
export function acknowledgedNumber(prack: Request, invite: Request): number | undefined {
  const [, number = '', sequence = '', method = ''] =
    /^(\d{1,10})\s+(\d{1,10})\s+(\S+)$/.exec(header(prack, 'rack') ?? '') ?? [];
  const isIts = Number(sequence) === cseq(invite)?.number && method === 'INVITE';
  return number !== '' && isIts ? Number(number) : undefined;
}
