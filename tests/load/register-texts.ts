import { hash } from 'node:crypto';

/** Who registers, and what of it is different each time. */
export interface RegisterParts {
  readonly user: string;
  readonly domain: string;
  readonly transport: 'udp' | 'ws';
  /** What the phone names itself by, `127.0.0.1:40000`. */
  readonly hostPort: string;
  readonly sequence: number;
  readonly authorization: string | undefined;
}

/** A REGISTER as a browser phone (JsSIP) writes it, header by header; the texts are made here because a load must cost little. */
export function registerText(parts: RegisterParts): string {
  const { user, domain, transport, hostPort, sequence, authorization } = parts;
  // Unique over phones that come one after the other under the same name, too (RFC 3261 §8.1.1.7): Asterisk asks for no more.
  const branch = `z9hG4bK${user}x${sequence}x${hostPort.replace(':', '-')}`;
  return [
    `REGISTER sip:${domain} SIP/2.0`,
    `Via: SIP/2.0/${transport.toUpperCase()} ${hostPort};branch=${branch};rport`,
    'Max-Forwards: 69',
    `To: <sip:${user}@${domain}>`,
    `From: "${user}" <sip:${user}@${domain}>;tag=t${user}`,
    `Call-ID: load-${user}-${hostPort}`,
    `CSeq: ${sequence} REGISTER`,
    ...(authorization === undefined ? [] : [`Authorization: ${authorization}`]),
    `Contact: <sip:${user}@${hostPort};transport=${transport}>;+sip.ice;reg-id=1;` +
      `+sip.instance="<urn:uuid:00000000-0000-4000-8000-${user.padStart(12, '0')}>";expires=60`,
    'Expires: 60',
    'Allow: INVITE,ACK,CANCEL,BYE,UPDATE,MESSAGE,OPTIONS,REFER,INFO,NOTIFY',
    'Supported: path,gruu,outbound',
    'User-Agent: JsSIP 3.10.1',
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n');
}

/** What an Authorization is made of. */
export interface ProofParts {
  readonly user: string;
  readonly domain: string;
  /** MD5 of user:realm:password, hexadecimal. */
  readonly ha1: string;
  readonly nonce: string;
  /** How many times the nonce has been used, this time included. */
  readonly count: number;
}

/** The answer to an MD5 challenge for a REGISTER (RFC 7616 §3.4). */
export function proofText({ user, domain, ha1, nonce, count }: ProofParts): string {
  const uri = `sip:${domain}`;
  const nc = count.toString(16).padStart(8, '0');
  const cnonce = `c${count}`;
  const response = hash('md5', `${ha1}:${nonce}:${nc}:${cnonce}:auth:${hash('md5', `REGISTER:${uri}`)}`);
  return (
    `Digest algorithm=MD5, username="${user}", realm="${domain}", nonce="${nonce}", uri="${uri}", ` +
    `response="${response}", qop=auth, cnonce="${cnonce}", nc=${nc}`
  );
}
