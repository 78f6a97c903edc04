import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { stunServerOf } from '@alo/net';
import { z } from 'zod';

const portNumber = z.coerce.number().int().min(0).max(65_535);
const port = (byDefault: number) => portNumber.default(byDefault);
/** What a process may do; an installation has all of them, in one process group or in as many as it needs. */
const processRoles = ['web', 'telephony', 'worker'] as const;

const googleDocs = 'https://docs.google.com';
const text = z.string().trim().min(1).optional();
/** Words, separated by commas. */
const listed = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  );
/** Servers of one NATS, where everybody signs in alike. */
const natsUrls = listed
  .pipe(z.array(z.url({ protocol: /^(nats|tls)$/ })))
  .refine((urls) => new Set(urls.map((url) => url.replace(/[^@/]*$/, ''))).size <= 1, {
    error: 'the servers of one NATS have one scheme and one sign-in',
  });

/** An address, a network, or one of the names that Fastify has for some. */
function isProxy(word: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(word)) return true;
  const [address = '', size, ...more] = word.split('/');
  const family = isIP(address);
  const isMask = size !== undefined && family === 4 && isIP(size) === 4;
  const isLength = /^[1-9]\d*$/.test(size ?? '') && Number(size) <= (family === 4 ? 32 : 128);
  return family !== 0 && (size === undefined || isMask || isLength) && more.length === 0;
}

/** `10000-10999`: of each pair the even port is RTP's, the next RTCP's (RFC 3550 §11). */
const portRange = z
  .string()
  .trim()
  .regex(/^\d{4,5}-\d{4,5}$/, 'two ports, as 10000-10999')
  .transform((range) => {
    const [first = 0, last = 0] = range.split('-').map(Number);
    return { first, last };
  })
  .refine(
    ({ first, last }) => first >= 1024 && last > first && last <= 65_535,
    'ports from 1024 to 65535, the lower one first',
  );

/** `turn:relay.example.vn:3478?transport=tcp`: what browsers take (RFC 7065). */
const turnUrl = /^turns?:(?:[a-z0-9][a-z0-9.-]*|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:\?transport=(?:udp|tcp))?$/i;

/** What the environment may say; everything has a default that suits a first start on one's own machine. */
const environment = z
  .object({
    /** Port of the console, the API, live events and SIP over WebSocket. */
    ALO_PORT: port(8080),
    /** Address to listen on; `0.0.0.0` lets other machines in (their browsers want HTTPS for the microphone). */
    ALO_HOST: z.string().trim().min(1).default('localhost'),
    /** Everything that is kept: database, recordings, keys. */
    ALO_DATA_DIR: z
      .string()
      .trim()
      .min(1)
      .default(join(import.meta.dirname, '../../../.alo')),
    /** SIP over UDP and TCP; where it is taken, the next free one. */
    ALO_SIP_PORT: port(5060),
    /** SIP over TLS, for desk phones and carriers; where it is taken, the next free one. */
    ALO_SIP_TLS_PORT: port(5061),
    ALO_SIP_WSS_PORT: port(4443),
    /** Where a NAT shows this machine to the world: an IPv4 address, an IPv6 address, or both, separated by a comma. */
    ALO_PUBLIC_ADDRESS: listed
      .refine((words) => words.every((word) => isIP(word) !== 0), 'addresses, as 203.0.113.9')
      .refine((words) => new Set(words.map(isIP)).size === words.length, 'one address of each family'),
    /** A STUN server, `host` or `host:port`, that says where the world sees us where the address above is not said. */
    ALO_STUN_SERVER: z
      .string()
      .trim()
      .transform((written, { addIssue }) => {
        const server = stunServerOf(written);
        if (server === undefined) addIssue({ code: 'custom', message: 'a server, as stun.example.vn:3478' });
        return server;
      })
      .optional(),
    /** UDP ports for the audio of desk phones and carriers, `10000-10999`; without them any that is free. */
    ALO_RTP_PORTS: portRange.optional(),
    /** The one port, of UDP and of TCP, for the audio of all browsers; without it any that is free. */
    ALO_ICE_PORT: portNumber.optional(),
    /** So many processes carry the audio of calls, beside the engine that has their signalling; 0: the engine carries it. */
    ALO_MEDIA_WORKERS: z.coerce.number().int().min(0).max(64).default(0),
    /** When Opus is spoken: `never`, `among-phones` that have it, or `with-browsers` whoever is at the other end. */
    ALO_OPUS: z.enum(['never', 'among-phones', 'with-browsers']).default('among-phones'),
    /** Other pages whose phones may come by SIP over WebSocket, as `https://crm.example.vn`. */
    ALO_PHONE_ORIGINS: listed.refine(
      (words) =>
        words.every((word) => /^https?:$/.test(URL.parse(word)?.protocol ?? '') && URL.parse(word)?.origin === word),
      'origins of pages, as https://crm.example.vn',
    ),
    /** TURN servers for browsers whose network lets no audio through, and the secret that they share with us (coturn's `static-auth-secret`). */
    ALO_TURN_URLS: listed.refine(
      (words) => words.every((word) => turnUrl.test(word)),
      'addresses of TURN servers, as turn:turn.example.vn:3478 or turns:turn.example.vn:443?transport=tcp',
    ),
    ALO_TURN_SECRET: text,
    /** SIP over WebSocket without TLS, for a proxy that passes `/sip` here and not to `ALO_PORT`. */
    ALO_SIP_WS_PORT: portNumber.optional(),
    /**
     * Asterisk's REST interface, `http://user:password@host:8088`: it carries the calls in place of our own switch, and `ALO_SIP_PORT` is
     * where it listens.
     */
    ALO_ASTERISK_URL: z.url({ protocol: /^http$/ }).optional(),
    /** Where Asterisk sees our sounds, if not where we have them: the ones that come along, and those that companies brought. */
    ALO_ASTERISK_PROMPTS: text,
    ALO_ASTERISK_COMPANY_PROMPTS: text,
    /** PEM files for TLS and WSS; without them a certificate is made, which browsers do not accept unasked. */
    ALO_TLS_CERT: text,
    ALO_TLS_KEY: text,
    /** PostgreSQL in place of the built-in one. */
    DATABASE_URL: text,
    /** Another sign-in for migrations, where the one above may not create tables. */
    ALO_DATABASE_OWNER_URL: text,
    /** Addresses or networks of proxies, separated by commas, whose forwarded headers are believed. */
    ALO_TRUSTED_PROXIES: listed.refine(
      (words) => words.every(isProxy),
      'addresses or networks, as 10.0.0.1 or 10.0.0.0/8',
    ),
    /** Calls at once, of all companies together and of one (half of them by default, all where no other company has calls); further ones are refused and shown as such. */
    ALO_MAX_CALLS: z.coerce.number().int().positive().default(200),
    ALO_MAX_CALLS_PER_COMPANY: z.coerce.number().int().positive().optional(),
    /** A carrier that gives no sign of life for so many seconds is given up, and the next one tried. */
    ALO_CARRIER_SILENCE_SECONDS: z.coerce.number().positive().max(32).default(5),
    /** Told to stop, it waits so many seconds for calls to end by themselves. */
    ALO_DRAIN_SECONDS: z.coerce.number().min(0).max(86_400).default(30),
    /** So many seconds calls go on without a server, while it is started again. */
    ALO_GRACE_SECONDS: z.coerce.number().min(0).max(3_600).default(30),
    /** Set by the keeper: the engine that it runs beside us. */
    ALO_ENGINE: z
      .string()
      .transform((json): unknown => JSON.parse(json))
      .pipe(z.object({ socketPath: z.string(), token: z.string() }))
      .optional(),
    /** What this process does: `web` (console, API, live events), `telephony` (calls), `worker` (exports, imports). */
    ALO_ROLES: z
      .string()
      .default(processRoles.join(','))
      .transform((list) => list.split(',').map((role) => role.trim()))
      .pipe(z.array(z.enum(processRoles)).min(1)),
    /** Where a process without a console answers `/healthz`, `/readyz` and `/metrics`; nowhere where it is left out. */
    ALO_HEALTH_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
    /** This machine's name among several that run calls; none where one machine does. */
    ALO_NODE: z
      .string()
      .trim()
      .regex(/^[a-z0-9-]{0,32}$/, 'small letters, digits and dashes, at most 32')
      .default(''),
    /** Where phones in browsers reach this machine, `wss://n1.alo.example.vn/sip`, where several run calls; left out, where the console is. */
    ALO_NODE_WS: z.url({ protocol: /^wss?$/ }).optional(),
    /** Where a SIP proxy in front of several machines reaches this one, `10.0.0.5:5060`; left out, by the address that it shows the world. */
    ALO_NODE_SIP: text,
    /** Where processes with a console reach this machine on the private network, `10.0.0.5:5070`, to stand in a link with it. */
    ALO_NODE_LINK: z
      .string()
      .trim()
      .regex(/^.+:[1-9][0-9]{0,4}$/, 'a host and a port, as 10.0.0.5:5070')
      .optional(),
    /** A NATS that processes tell each other by, `nats://user:password@nats1:4222`, servers separated by commas; the database where it is left out. */
    ALO_NATS_URL: natsUrls,
    /** A bucket that speaks S3: files go there from the data folders of all machines. */
    ALO_S3_ENDPOINT: text,
    ALO_S3_BUCKET: text,
    ALO_S3_REGION: z.string().trim().min(1).default('us-east-1'),
    ALO_S3_ACCESS_KEY: text,
    ALO_S3_SECRET_KEY: text,
    /** Recordings of conversations are sealed on the disk when they are whole. */
    ALO_SEAL_RECORDINGS: z.enum(['yes', 'no']).default('no'),
    /** `smtp://user:password@host:587`; without one letters are files in `outbox/` of the data folder. */
    ALO_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    /** Letters may go without TLS, by a line that the operator knows. */
    ALO_SMTP_PLAIN: z.enum(['yes', 'no']).default('no'),
    /** Who may read backups, by public names of age (`age1…`); backups are not encrypted without one. */
    ALO_BACKUP_RECIPIENT: listed,
    ALO_MAIL_FROM: z.string().trim().min(1).default('Alô <no-reply@localhost>'),
    /** A voice over HTTP, in place of the one that is built in. */
    ALO_SPEECH_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Where people open the console, for links in letters; the address that it listens on where it is left out. */
    ALO_PUBLIC_URL: z
      .url({ protocol: /^https?$/ })
      .transform((url) => url.replace(/\/+$/, ''))
      .optional(),
    /** `companies`: a company may have its recordings sent to a recogniser that it chooses, and searched by what is said in them. */
    ALO_TRANSCRIPTS: z.enum(['off', 'companies']).default('off'),
    /** Hosts, with their port where it is unusual, that webhooks may post to inside our own network and without encryption. */
    ALO_WEBHOOK_HOSTS: listed,
    /** Hosts that companies' own sign-ins (OpenID Connect) may be at inside our own network and without encryption. */
    ALO_OIDC_HOSTS: listed,
    /** Hosts, with their port or without, that companies' directories (LDAP) may be at inside our own network. Always encrypted. */
    ALO_LDAP_HOSTS: listed,
    /** Where Google Sheets are read from: a mirror of one's own, or a stand-in for tests. */
    ALO_SHEETS_URL: z.url({ protocol: /^https?$/ }).default(googleDocs),
    /** Whoever shows this word may read `/metrics`; without it there is none. */
    ALO_METRICS_TOKEN: z.string().trim().min(16).optional(),
    /** An OpenTelemetry collector that takes traces by OTLP over HTTP, and what it wants to be told as `authorization`. */
    ALO_OTLP_URL: z.url({ protocol: /^https?$/ }).optional(),
    ALO_OTLP_AUTHORIZATION: text,
    ALO_LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
    /** Node.js reads this itself: where it keeps what it made of our sources. */
    NODE_COMPILE_CACHE: text,
  })
  .refine((given) => (given.ALO_TLS_CERT === undefined) === (given.ALO_TLS_KEY === undefined), {
    error: 'ALO_TLS_CERT and ALO_TLS_KEY belong together',
  })
  .refine((given) => (given.ALO_TURN_URLS.length === 0) === (given.ALO_TURN_SECRET === undefined), {
    error: 'ALO_TURN_URLS and ALO_TURN_SECRET belong together',
  })
  .refine((given) => s3Of(given) !== 'half', {
    error: 'ALO_S3_ENDPOINT, ALO_S3_BUCKET, ALO_S3_ACCESS_KEY and ALO_S3_SECRET_KEY belong together',
  })
  .refine((given) => given.DATABASE_URL !== undefined || given.ALO_ROLES.length === processRoles.length, {
    error: 'Processes with roles of their own share a database: DATABASE_URL is missing',
  });

/** The bucket, undefined where none is named, `half` where something of it is missing. */
function s3Of(given: {
  ALO_S3_ENDPOINT?: string | undefined;
  ALO_S3_BUCKET?: string | undefined;
  ALO_S3_REGION: string;
  ALO_S3_ACCESS_KEY?: string | undefined;
  ALO_S3_SECRET_KEY?: string | undefined;
}) {
  const [endpoint, bucket] = [given.ALO_S3_ENDPOINT, given.ALO_S3_BUCKET];
  const [accessKeyId, secretAccessKey] = [given.ALO_S3_ACCESS_KEY, given.ALO_S3_SECRET_KEY];
  const all = [endpoint, bucket, accessKeyId, secretAccessKey];
  if (all.every((one) => one === undefined)) return undefined;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return 'half';
  return { endpoint, bucket, region: given.ALO_S3_REGION, accessKeyId, secretAccessKey };
}

/** The sign-in of an address is told apart from it: addresses are logged. */
function asteriskOf(given: {
  ALO_ASTERISK_URL?: string | undefined;
  ALO_ASTERISK_PROMPTS?: string | undefined;
  ALO_ASTERISK_COMPANY_PROMPTS?: string | undefined;
}) {
  if (given.ALO_ASTERISK_URL === undefined) return undefined;
  const { origin, username, password } = new URL(given.ALO_ASTERISK_URL);
  return {
    url: origin,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    promptsFolder: given.ALO_ASTERISK_PROMPTS,
    companyPromptsFolder: given.ALO_ASTERISK_COMPANY_PROMPTS,
  };
}

export type Config = ReturnType<typeof readConfig>;

/** The only reader of the environment. Throws with a line for each variable that is wrong. */
export function readConfig(variables: NodeJS.ProcessEnv) {
  const outcome = environment.safeParse(variables);
  if (!outcome.success) {
    throw new Error(`Configuration:\n${z.prettifyError(outcome.error)}`);
  }
  const given = outcome.data;
  const s3 = s3Of(given);
  return {
    port: given.ALO_PORT,
    host: given.ALO_HOST,
    dataFolder: resolve(given.ALO_DATA_DIR),
    sipPort: given.ALO_SIP_PORT,
    sipTlsPort: given.ALO_SIP_TLS_PORT,
    sipWssPort: given.ALO_SIP_WSS_PORT,
    opus: given.ALO_OPUS,
    phoneOrigins: given.ALO_PHONE_ORIGINS,
    sipWsPort: given.ALO_SIP_WS_PORT,
    publicAddresses: given.ALO_PUBLIC_ADDRESS,
    stunServer: given.ALO_STUN_SERVER,
    rtpPorts: given.ALO_RTP_PORTS,
    icePort: given.ALO_ICE_PORT,
    mediaWorkers: given.ALO_MEDIA_WORKERS,
    relays:
      given.ALO_TURN_SECRET === undefined ? undefined : { urls: given.ALO_TURN_URLS, secret: given.ALO_TURN_SECRET },
    asterisk: asteriskOf(given),
    certificate:
      given.ALO_TLS_CERT === undefined || given.ALO_TLS_KEY === undefined
        ? undefined
        : { certFile: resolve(given.ALO_TLS_CERT), keyFile: resolve(given.ALO_TLS_KEY) },
    databaseUrl: given.DATABASE_URL,
    databaseOwnerUrl: given.ALO_DATABASE_OWNER_URL ?? given.DATABASE_URL,
    trustedProxies: given.ALO_TRUSTED_PROXIES,
    maxCalls: given.ALO_MAX_CALLS,
    maxCallsPerCompany: given.ALO_MAX_CALLS_PER_COMPANY ?? Math.ceil(given.ALO_MAX_CALLS / 2),
    maxCallsOfOnlyCompany: given.ALO_MAX_CALLS_PER_COMPANY ?? given.ALO_MAX_CALLS,
    carrierSilenceMs: given.ALO_CARRIER_SILENCE_SECONDS * 1_000,
    drainMs: given.ALO_DRAIN_SECONDS * 1_000,
    graceMs: given.ALO_GRACE_SECONDS * 1_000,
    engineBeside: given.ALO_ENGINE,
    roles: given.ALO_ROLES,
    node: given.ALO_NODE,
    nodeWs: given.ALO_NODE_WS,
    nodeLink: given.ALO_NODE_LINK,
    nodeSip: given.ALO_NODE_SIP ?? `${given.ALO_PUBLIC_ADDRESS[0] ?? hostname()}:${given.ALO_SIP_PORT}`,
    healthPort: given.ALO_HEALTH_PORT,
    natsUrls: given.ALO_NATS_URL,
    s3: s3 === 'half' ? undefined : s3,
    sealsRecordings: given.ALO_SEAL_RECORDINGS === 'yes',
    mail: {
      from: given.ALO_MAIL_FROM,
      smtpUrl: given.ALO_SMTP_URL,
      smtpPlain: given.ALO_SMTP_PLAIN === 'yes',
      dataFolder: resolve(given.ALO_DATA_DIR),
    },
    speechUrl: given.ALO_SPEECH_URL,
    publicUrl: given.ALO_PUBLIC_URL,
    collector:
      given.ALO_OTLP_URL === undefined
        ? undefined
        : { url: given.ALO_OTLP_URL, authorization: given.ALO_OTLP_AUTHORIZATION },
    backupRecipients: given.ALO_BACKUP_RECIPIENT,
    offersTranscripts: given.ALO_TRANSCRIPTS === 'companies',
    webhookHosts: given.ALO_WEBHOOK_HOSTS,
    oidcHosts: given.ALO_OIDC_HOSTS,
    ldapHosts: given.ALO_LDAP_HOSTS,
    sheetsUrl: given.ALO_SHEETS_URL,
    metricsToken: given.ALO_METRICS_TOKEN,
    logLevel: given.ALO_LOG_LEVEL,
    compileCache: given.NODE_COMPILE_CACHE,
  };
}

/** What a worker of its own process has to read to be one of this installation. */
export function workerEnvironment(
  config: Config,
  { databaseUrl, queueUrl }: { databaseUrl: string; queueUrl: string },
): Record<string, string> {
  const { dataFolder, logLevel, s3, sealsRecordings, mail, offersTranscripts, webhookHosts, sheetsUrl, compileCache } =
    config;
  const bucket = s3 && {
    ALO_S3_ENDPOINT: s3.endpoint,
    ALO_S3_BUCKET: s3.bucket,
    ALO_S3_REGION: s3.region,
    ALO_S3_ACCESS_KEY: s3.accessKeyId,
    ALO_S3_SECRET_KEY: s3.secretAccessKey,
  };
  return {
    ALO_ROLES: 'worker' satisfies (typeof processRoles)[number],
    ALO_DATA_DIR: dataFolder,
    ALO_LOG_LEVEL: logLevel,
    ALO_SEAL_RECORDINGS: sealsRecordings ? 'yes' : 'no',
    ALO_TRANSCRIPTS: offersTranscripts ? 'companies' : 'off',
    ALO_WEBHOOK_HOSTS: webhookHosts.join(','),
    ALO_SHEETS_URL: sheetsUrl,
    ALO_NATS_URL: config.natsUrls.join(','),
    ALO_MAIL_FROM: mail.from,
    ...(mail.smtpUrl === undefined ? {} : { ALO_SMTP_URL: mail.smtpUrl }),
    ...(mail.smtpPlain === true ? { ALO_SMTP_PLAIN: 'yes' } : {}),
    DATABASE_URL: databaseUrl,
    ALO_DATABASE_OWNER_URL: queueUrl,
    ...(compileCache === undefined ? {} : { NODE_COMPILE_CACHE: compileCache }),
    ...bucket,
  };
}
