import type { Socket } from 'node:net';
import type { CallId, EngineCommand, EngineEvent, TenantId } from '@alo/call-core';
import type { DeviceSeen, EngineSnapshot, LineHeard, ProvisionChange, TenantProvision } from '@alo/engine';
import type { z } from 'zod';
import type { Upgrade } from '../handover/handover.ts';
import type { AudioProcess, BotEvent, BotStart, KnownPorts, Listening, LogFields, LogLevel } from '../link/channel.ts';

/** The plant that carries the calls of an engine's process: our own switch on this machine, or one that it commands. */
export interface Plant {
  readonly listening: Listening;
  /** Phones and carriers are heard from now on. */
  open(): void;
  perform(tenant: TenantId, call: CallId, command: EngineCommand): void;
  /** The own keys of sealed files in base64, by the file's name, for the command that comes next. A plant that plays none has none. */
  opens?(keys: Readonly<Record<string, string>>): void;
  provision(tenant: TenantProvision): Promise<void> | void;
  /** False where the revision before is not the one that is known. */
  change(tenant: TenantId, revision: number, changes: readonly ProvisionChange[]): Promise<boolean> | boolean;
  forget(tenant: TenantId): Promise<void> | void;
  /** As far as is known here. */
  snapshot(): EngineSnapshot;
  /** Resolves when what was asked until now is done. */
  settled(): Promise<void>;
  acceptWebSocket(upgrade: Upgrade, socket: Socket): void;
  /** A server decides about the calls from now on, or none is there: they go on as they are. A plant of which nothing depends on that has none. */
  served?(isServed: boolean): void;
  /** The server had something on disk so long after it happened. */
  serverTook(lagMs: number): void;
  startBot(bot: BotStart): Promise<void>;
  stopBot(id: string): void;
  /** Ends every call, completes recordings, frees ports. */
  close(): Promise<void>;
}

export interface PlantEvents {
  readonly emit: (tenant: TenantId, event: EngineEvent) => void;
  readonly onSeen: (tenant: TenantId, seen: DeviceSeen) => void;
  /** What its lines sound like; a plant that does not hear that never tells. */
  readonly onHeard: (tenant: TenantId, heard: LineHeard) => void;
  /** How the processes are that carry its audio, from time to time; a plant whose audio is its own has none. */
  readonly onAudio: (processes: readonly AudioProcess[]) => void;
  readonly botSays: (id: string, event: BotEvent) => void;
  readonly log: (level: LogLevel, message: string, fields: LogFields) => void;
  /** False while calls only end here. */
  readonly takesCalls: () => boolean;
}

/**
 * Opens a plant; `before` are the ports that an engine before this one had. Rejects where it cannot be: a port that is not to be had, a
 * switch that is not there.
 */
export type OpenPlant<Options> = (options: Options, events: PlantEvents, before: KnownPorts | null) => Promise<Plant>;

/** The program of an engine's process. */
export interface PlantProgram<Options> {
  readonly options: z.ZodType<Options>;
  readonly open: OpenPlant<Options>;
  /** Lets go of memory that is kept for the next call, while there is none. */
  readonly atRest?: () => void;
}
