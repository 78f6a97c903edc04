import { formatParams, type Params, parseParams } from './lexer.ts';

/** One hop (RFC 3261 §20.42). */
export interface Via {
  /** Upper case: UDP, TCP, TLS, WS, WSS. */
  readonly transport: string;
  /** Lower case; IPv6 in brackets. */
  readonly host: string;
  readonly port?: number;
  readonly params: Params;
}

const VIA =
  /^[ \t]*SIP[ \t]*\/[ \t]*2\.0[ \t]*\/[ \t]*([A-Za-z0-9\-.!%*_+`'~]+)[ \t]+([A-Za-z0-9.\-_]+|\[[0-9A-Fa-f:.]+\])[ \t]*(?::[ \t]*(\d{1,5})[ \t]*)?(?=;|$)/i;

/** Reads one Via value; undefined where the syntax is broken. */
export function parseVia(text: string): Via | undefined {
  const parts = VIA.exec(text);
  if (!parts) return undefined;
  const [all, transport = '', host = '', portText] = parts;
  const port = portText === undefined ? undefined : Number(portText);
  if (port !== undefined && port > 65_535) return undefined;
  const params = parseParams(text, all.length);
  if (!params) return undefined;
  return {
    transport: transport.toUpperCase(),
    host: host.toLowerCase(),
    ...(port === undefined ? {} : { port }),
    params,
  };
}

/** The text of one hop (§20.42). */
export function formatVia(via: Via): string {
  const port = via.port === undefined ? '' : `:${via.port}`;
  return `SIP/2.0/${via.transport} ${via.host}${port}${formatParams(via.params)}`;
}

/** What marks a branch as unique by RFC 3261 (§8.1.1.7); one without it is matched the old way (§17.2.3). */
export const MAGIC_COOKIE = 'z9hG4bK';
