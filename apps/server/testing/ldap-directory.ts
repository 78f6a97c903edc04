import { once } from 'node:events';
import { type AddressInfo, createServer as createPlainServer, type Server, type Socket } from 'node:net';
import { createSecureContext, createServer as createSecureServer, TLSSocket } from 'node:tls';
import {
  BerReader,
  BerWriter,
  BindRequest,
  ExtendedRequest,
  type Message,
  PresenceFilter,
  SearchRequest,
} from 'ldapts';
import { generate } from 'selfsigned';

/** Somebody in the directory. */
export interface Entry {
  readonly dn: string;
  readonly password: string;
  readonly values: Readonly<Record<string, string>>;
}

export interface Directory {
  readonly port: number;
  /** PEM of its certificate, which it has signed itself, for `localhost`. */
  readonly ca: string;
  readonly entries: Entry[];
  /** All names that somebody tried to enter by, with the passwords that came over the line. */
  readonly binds: { readonly dn: string; readonly password: string }[];
  close(): Promise<void>;
}

const success = 0;
const invalidCredentials = 49;
const noSuchObject = 32;
const unwillingToPerform = 53;

/** A directory on the loopback interface that does of LDAP what a sign-in asks for: StartTLS, bind, search. */
export async function ldapDirectory(security: 'ldaps' | 'starttls' = 'ldaps'): Promise<Directory> {
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  const pair = { cert: made.cert, key: made.private };
  const entries: Entry[] = [];
  const binds: Directory['binds'] = [];
  const open = new Set<Socket>();
  const served = (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => open.delete(socket));
    let upgraded = false;
    socket.on('data', function read(piece: Buffer) {
      const answer = answerTo(piece, { entries, binds });
      if (answer === 'starttls' && !upgraded) {
        upgraded = true;
        socket.off('data', read);
        socket.write(result(1, 0x78, success));
        const secure = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(pair) });
        served(secure);
        return;
      }
      if (answer instanceof Buffer) socket.write(answer);
    });
  };
  const server: Server = security === 'ldaps' ? createSecureServer(pair, served) : createPlainServer(served);
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    ca: made.cert,
    entries,
    binds,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function answerTo(
  piece: Buffer,
  { entries, binds }: Pick<Directory, 'entries' | 'binds'>,
): Buffer | 'starttls' | undefined {
  const reader = new BerReader(piece);
  reader.readSequence();
  const id = reader.readInt() ?? 0;
  const kind = reader.readSequence();
  switch (kind) {
    case 0x60: {
      const { dn, password } = parsed(new BindRequest({ messageId: id }), reader);
      binds.push({ dn, password });
      // As a real one does: without a password anybody is let in, as nobody.
      if (password === '') return result(id, 0x61, success);
      const entry = entries.find((one) => one.dn === dn);
      if (entry?.password === 'khoá') return result(id, 0x61, unwillingToPerform);
      return result(id, 0x61, entry?.password === password ? success : invalidCredentials);
    }
    case 0x63: {
      const request = parsed(new SearchRequest({ messageId: id, filter: anything }), reader);
      const { baseDN, scope, filter, attributes } = request;
      const within = entries.filter(({ dn }) => (scope === 'base' ? dn === baseDN : dn.endsWith(baseDN)));
      if (within.length === 0) return result(id, 0x65, noSuchObject);
      const found = within.filter(
        ({ values }) => scope === 'base' || filter.matches({ ...values, objectClass: 'person' }),
      );
      return Buffer.concat([...found.map((one) => entryOf(id, one, attributes)), result(id, 0x65, success)]);
    }
    case 0x77:
      return parsed(new ExtendedRequest({ messageId: id }), reader).oid === '1.3.6.1.4.1.1466.20037'
        ? 'starttls'
        : undefined;
    default:
      return undefined;
  }
}

function parsed<M extends Message>(message: M, reader: BerReader): M {
  message.parse(reader, []);
  return message;
}

const anything = new PresenceFilter({ attribute: 'objectclass' });

/** A message with an answer of this kind (RFC 4511 §4.1.9). */
function result(id: number, kind: number, code: number): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(kind);
  writer.writeEnumeration(code);
  writer.writeString('');
  writer.writeString('');
  writer.endSequence();
  writer.endSequence();
  return writer.buffer;
}

function entryOf(id: number, { dn, values }: Entry, attributes: readonly string[]): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(0x64);
  writer.writeString(dn);
  writer.startSequence();
  for (const [type, value] of Object.entries(values)) {
    if (!attributes.includes(type)) continue;
    writer.startSequence();
    writer.writeString(type);
    writer.startSequence(0x31);
    writer.writeString(value);
    writer.endSequence();
    writer.endSequence();
  }
  writer.endSequence();
  writer.endSequence();
  writer.endSequence();
  return writer.buffer;
}
