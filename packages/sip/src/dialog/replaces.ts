import { parseParams } from '../message/lexer.ts';
import type { Dialog } from './dialog.ts';

/** A call that another one takes the place of (RFC 3891 §6.1). */
export interface Replaces {
  readonly callId: string;
  readonly toTag: string;
  readonly fromTag: string;
  readonly earlyOnly: boolean;
}

/** Reads the value of a Replaces header; undefined where it is broken or lacks a tag. */
export function parseReplaces(value: string): Replaces | undefined {
  const semicolon = value.indexOf(';');
  const callId = (semicolon < 0 ? value : value.slice(0, semicolon)).trim();
  const params = parseParams(value, semicolon < 0 ? value.length : semicolon);
  const toTag = params?.get('to-tag');
  const fromTag = params?.get('from-tag');
  if (!params || !toTag || !fromTag || !/^\S+$/.test(callId)) return undefined;
  return { callId, toTag, fromTag, earlyOnly: params.has('early-only') };
}

/** The value by which the far end's far end names this dialog, seen from where we stand. */
export const formatReplaces = (dialog: Dialog): string =>
  `${dialog.callId};to-tag=${dialog.remoteTag};from-tag=${dialog.localTag}`;

/** What an INVITE with Replaces takes over. */
export type ReplacesResult =
  | { readonly kind: 'found'; readonly dialog: Dialog }
  /** What to answer the INVITE that asked (RFC 3891 §3). */
  | { readonly kind: 'refused'; readonly status: 481 | 486 };

/** Which of our dialogs an INVITE with this Replaces takes over: to-tag is ours, from-tag the far end's (RFC 3891 §3). */
export function findReplaced(dialogs: Iterable<Dialog>, replaces: Replaces): ReplacesResult {
  for (const dialog of dialogs) {
    if (dialog.callId !== replaces.callId || dialog.localTag !== replaces.toTag) continue;
    // "0" stands for no tag at all, for far ends older than RFC 3261.
    if (dialog.remoteTag !== replaces.fromTag && !(dialog.remoteTag === '' && replaces.fromTag === '0')) continue;
    if (dialog.state === 'confirmed') {
      return replaces.earlyOnly ? { kind: 'refused', status: 486 } : { kind: 'found', dialog };
    }
    // An early dialog may be replaced only by the side that called.
    return dialog.side === 'caller' ? { kind: 'found', dialog } : { kind: 'refused', status: 481 };
  }
  return { kind: 'refused', status: 481 };
}
