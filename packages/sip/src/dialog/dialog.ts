import { splitList } from '../message/lexer.ts';
import type { Header, Request, Response } from '../message/message.ts';
import { type NameAddr, parseNameAddr } from '../message/name-addr.ts';
import { newRequest } from '../message/new-message.ts';
import { callIdOf, contact, cseq, from, headerList, to } from '../message/read-headers.ts';
import { formatUri, parseSipUri } from '../message/uri.ts';

/**
 * One end's view of a dialog (RFC 3261 §12): a value; whatever happens in the dialog gives the next one.
 *
 *     early ──2xx──► confirmed ──BYE──► (dropped by its owner)
 */
export interface Dialog {
  readonly state: 'early' | 'confirmed';
  /** Did we send the INVITE that made it? */
  readonly side: 'caller' | 'callee';
  readonly callId: string;
  readonly localTag: string;
  /** '' with a far end older than RFC 3261 (§12.1.1, §12.1.2). */
  readonly remoteTag: string;
  /** Our From in requests that we send, tag included; the far end's To. */
  readonly local: NameAddr;
  readonly remote: NameAddr;
  /** Where the far end wants its requests: its last Contact (§12.2.1.2, §12.2.2). */
  readonly remoteTarget: string;
  /** Route values in the order in which we send them. */
  readonly routeSet: readonly string[];
  /** CSeq of the last request that we sent; 0 before the first. */
  readonly localSeq: number;
  readonly remoteSeq: number | undefined;
}

/** The dialog that our response to an INVITE makes (§12.1.1); undefined where the request names no Contact: answer 400. */
export function dialogOfCallee(request: Request, response: Response): Dialog | undefined {
  const local = to(response);
  const remote = from(request);
  const target = contact(request);
  const sequence = cseq(request);
  const localTag = local?.params.get('tag');
  if (!local || !remote || !target || !sequence || !localTag) return undefined;
  return {
    state: response.status >= 200 ? 'confirmed' : 'early',
    side: 'callee',
    callId: callIdOf(request),
    localTag,
    remoteTag: remote.params.get('tag') ?? '',
    local,
    remote,
    remoteTarget: target.uri,
    routeSet: headerList(request, 'record-route'),
    localSeq: 0,
    remoteSeq: sequence.number,
  };
}

/**
 * The dialog that a response to our INVITE makes (§12.1.2): one for each To tag, so a forked call has several. That of a 2xx
 * takes the place of the early one, with a target and a route set of its own (§13.2.2.4).
 * Undefined for 100, for refusals, and for a provisional response without a tag.
 */
export function dialogOfCaller(request: Request, response: Response): Dialog | undefined {
  const local = from(request);
  const remote = to(response);
  const sequence = cseq(request);
  const localTag = local?.params.get('tag');
  if (!local || !remote || !sequence || !localTag) return undefined;
  const remoteTag = remote.params.get('tag') ?? '';
  if (response.status <= 100 || response.status >= 300 || (response.status < 200 && remoteTag === '')) return undefined;
  return {
    state: response.status >= 200 ? 'confirmed' : 'early',
    side: 'caller',
    callId: callIdOf(request),
    localTag,
    remoteTag,
    local,
    remote,
    // Contact is mandatory in what makes a dialog, but ringing without one is common: the old target is all we have.
    remoteTarget: contact(response)?.uri ?? request.uri,
    routeSet: headerList(response, 'record-route').toReversed(),
    localSeq: sequence.number,
    remoteSeq: undefined,
  };
}

/** The dialog after a request in it, or how the request is to be refused. */
export type InDialog =
  | { readonly ok: true; readonly dialog: Dialog }
  | { readonly ok: false; readonly status: 400 | 500 };

/** Methods whose Contact moves the far end's target (§12.2; RFC 3311 §5.1, RFC 6665 §4.4.1). */
const TARGET_REFRESH = new Set(['INVITE', 'UPDATE', 'SUBSCRIBE', 'NOTIFY', 'REFER']);

/** Takes a request of the far end: its CSeq must rise, else 500 (§12.2.2); its Contact may move the target. */
export function receiveInDialog(dialog: Dialog, request: Request): InDialog {
  const sequence = cseq(request);
  if (!sequence) return { ok: false, status: 400 };
  // An ACK and a CANCEL carry the number of their INVITE.
  const repeats = request.method === 'ACK' || request.method === 'CANCEL';
  if (repeats) return { ok: true, dialog };
  if (dialog.remoteSeq !== undefined && sequence.number <= dialog.remoteSeq) return { ok: false, status: 500 };
  const target = TARGET_REFRESH.has(request.method) ? contact(request)?.uri : undefined;
  return { ok: true, dialog: { ...dialog, remoteSeq: sequence.number, remoteTarget: target ?? dialog.remoteTarget } };
}

/** A 2xx to our re-INVITE or UPDATE may move the target too (§12.2.1.2). */
export function refreshTarget(dialog: Dialog, response: Response): Dialog {
  const target = response.status >= 200 && response.status < 300 ? contact(response)?.uri : undefined;
  return target === undefined ? dialog : { ...dialog, remoteTarget: target };
}

/** What a request in a dialog has besides what the dialog gives it. */
export interface InDialogParts {
  readonly headers?: readonly Header[];
  readonly body?: Uint8Array;
  readonly maxForwards?: number;
}

/** The next request of ours in the dialog (§12.2.1.1), and the dialog with its CSeq spent. */
export function requestInDialog(
  dialog: Dialog,
  method: string,
  parts: InDialogParts = {},
): { readonly dialog: Dialog; readonly request: Request } {
  const localSeq = dialog.localSeq + 1;
  return { dialog: { ...dialog, localSeq }, request: build(dialog, method, localSeq, parts) };
}

/** The ACK of a 2xx to that INVITE, with its number (§13.2.2.4) and its proofs (§22.1). */
export function ackFor(dialog: Dialog, invite: Request, parts: InDialogParts = {}): Request {
  const headers = [...proofsIn(invite), ...(parts.headers ?? [])];
  return build(dialog, 'ACK', cseq(invite)?.number ?? 1, { ...parts, headers });
}

/** What a request has to prove who sends it. */
export function proofsIn({ headers }: Request): readonly Header[] {
  return headers.filter(({ name }) => name === 'authorization' || name === 'proxy-authorization');
}

function build(dialog: Dialog, method: string, sequence: number, parts: InDialogParts): Request {
  const { uri, routes } = routing(dialog);
  return newRequest({
    method,
    uri,
    routes,
    from: dialog.local,
    to: dialog.remote,
    callId: dialog.callId,
    cseq: sequence,
    ...parts,
  });
}

/** Loose routing sends to the target through the route set; a strict router wants itself in the Request-URI (§12.2.1.1). */
function routing(dialog: Dialog): { readonly uri: string; readonly routes: readonly string[] } {
  const [first, ...others] = dialog.routeSet;
  const router = first === undefined ? undefined : parseSipUri(parseNameAddr(first)?.uri ?? '');
  if (!router || router.params.has('lr')) return { uri: dialog.remoteTarget, routes: dialog.routeSet };
  return { uri: formatUri({ ...router, headers: '' }), routes: [...others, `<${dialog.remoteTarget}>`] };
}

/**
 * Where a request of ours goes next: its first Route, else its Request-URI (§8.1.2). A strict router stands in the Request-URI, and behind
 * it in Route what has no `lr`: the target of the dialog, last of all.
 */
export function nextHop(request: Request): string {
  const routes = headerList(request, 'route')
    .flatMap(splitList)
    .map((route) => parseNameAddr(route)?.uri ?? '');
  const [first] = routes;
  if (first === undefined) return request.uri;
  if (isLoose(first))
    return isLoose(routes.at(-1) ?? '') || parseSipUri(request.uri)?.user !== undefined ? first : request.uri;
  return request.uri;
}

const isLoose = (uri: string): boolean => parseSipUri(uri)?.params.has('lr') !== false;

const key = (id: string, localTag: string, remoteTag: string): string => `${id}\n${localTag}\n${remoteTag}`;

/** The three parts of a dialog's identity (§12) as one string, for maps. */
export const dialogKey = (dialog: Dialog): string => key(dialog.callId, dialog.localTag, dialog.remoteTag);

/** The key of the dialog that a request we received belongs to; undefined where it has no To tag, so belongs to none. */
export function dialogKeyOfRequest(request: Request): string | undefined {
  const localTag = to(request)?.params.get('tag');
  return localTag ? key(callIdOf(request), localTag, from(request)?.params.get('tag') ?? '') : undefined;
}
