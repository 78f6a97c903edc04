import { splitList } from '../message/lexer.ts';
import { type Header, NO_BODY, type Request, type Response } from '../message/message.ts';
import { cseq, header } from '../message/read-headers.ts';

/** The ACK of a refusal, made by the transaction itself (RFC 3261 §17.1.1.3): To of the response, one Via, same routes. */
export function ackForRefusal(invite: Request, response: Response): Request {
  return derive(invite, 'ACK', { name: 'to', value: header(response, 'to') ?? '' });
}

/** The CANCEL of an INVITE (§9.1): all that identifies the transaction is the INVITE's own. */
export function cancelFor(invite: Request, headers: readonly Header[]): Request {
  const cancel = derive(invite, 'CANCEL', { name: 'to', value: header(invite, 'to') ?? '' });
  return { ...cancel, headers: [...cancel.headers, ...headers] };
}

function derive(invite: Request, method: 'ACK' | 'CANCEL', to: Header): Request {
  const headers: Header[] = [];
  let viaTaken = false;
  for (const field of invite.headers) {
    switch (field.name) {
      case 'via':
        if (!viaTaken) headers.push({ name: 'via', value: splitList(field.value)[0] ?? field.value });
        viaTaken = true;
        break;
      case 'to':
        headers.push(to);
        break;
      case 'cseq':
        headers.push({ name: 'cseq', value: `${cseq(invite)?.number ?? 0} ${method}` });
        break;
      case 'route':
      case 'from':
      case 'call-id':
      case 'max-forwards':
        headers.push(field);
        break;
      default:
        break;
    }
  }
  return { kind: 'request', method, uri: invite.uri, headers, body: NO_BODY };
}
