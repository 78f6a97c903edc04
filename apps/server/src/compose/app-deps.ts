import type { ConsoleConfig } from '@alo/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { Sounds } from '../audio/sounds.ts';
import type { Bus } from '../bus/bus.ts';
import type { Db } from '../db/database.ts';
import type { ConsoleMistakes } from '../features/console-mistakes/console-mistakes.ts';
import type { PhoneDoor } from '../features/devices/device-settings.ts';
import type { Relays } from '../features/identity/relays.ts';
import type { Health } from '../http/health.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Shares } from '../http/shares.ts';
import type { ServerKey } from '../kernel/key-ring.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { DiskReport } from '../storage/disk-watch.ts';
import type { RecordingFiles } from '../storage/small/recording-files.ts';
import type { EngineAccess, Switchboard } from '../switchboard/switchboard.ts';

/** What the web side needs from outside itself. */
export interface AppDeps {
  readonly db: Db;
  /** Between this process and the others. */
  readonly bus: Bus;
  readonly log: FastifyBaseLogger;
  readonly serverKey: ServerKey;
  readonly telephony: Switchboard;
  readonly engine: EngineAccess;
  /** Recordings, exports, what was uploaded. */
  readonly files: RecordingFiles;
  readonly mail: Mailer;
  /** Takes mistakes that consoles tell of themselves; they are logged alone where it is left out. */
  readonly mistakes?: ConsoleMistakes;
  /** Where people open the console, without a slash at the end: links in letters begin with it. */
  readonly consoleUrl: () => string;
  readonly consoleFolder?: string;
  readonly sipWssPort?: number;
  /** Where phones reach us that do not come by the console; the usual ports where it is absent. */
  readonly phonePorts?: () => Omit<PhoneDoor, 'host'>;
  readonly demo?: ConsoleConfig['demo'];
  readonly trustedProxies?: readonly string[];
  /** See `HttpOptions`. */
  readonly metrics?: Metrics;
  /** See `Gate`. */
  readonly shares?: Shares;
  /** What makes sounds that calls can play; the one that is built in where it is left out. */
  readonly sounds?: Sounds;
  /** Where the product's own sounds are; beside these sources where it is left out. */
  readonly promptsFolder?: string;
  /** Hosts that companies' own sign-ins may be at inside our own network. */
  readonly oidcHosts?: readonly string[];
  /** The same for their CRMs. */
  readonly crmHosts?: readonly string[];
  /** Companies may have their recordings written down by recognisers of theirs. */
  readonly offersTranscripts?: boolean;
  /** The same for their directories. */
  readonly ldapHosts?: readonly string[];
  /** Relays for the audio of browsers; none where it is left out. */
  readonly relays?: Relays | undefined;
  /** How the data folder's disk is; nobody looks where it is absent. */
  readonly disk?: () => DiskReport;
  /** How far the history is behind the calls that run here. */
  readonly historyBehind?: Health['historyBehind'];
  /** See `HttpOptions`. */
  readonly overloadDelayMs?: number;
  /** How often automations are looked at; see `automationDriver`. */
  readonly automationsEveryMs?: number;
  /** Milliseconds since 1970; tests turn it. */
  readonly now?: () => number;
}
