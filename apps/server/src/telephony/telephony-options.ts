import type { AgentActivity, Alarm, StepResult, TenantId, TrunkEvent } from '@alo/call-core';
import type { DeviceSeen, KeptRegistration, LineHeard, TelephonyEngine } from '@alo/engine';
import type { Sealer } from '../storage/sealed.ts';
import type { SealedDial } from '../storage/sealed-number.ts';
import type { Clock } from './clock.ts';
import type { CompanyData } from './company-data.ts';
import type { Disk } from './disk.ts';
import type { HistoryStore } from './history/history-batch.ts';
import type { Claim, LeaseStore } from './lease/lease-store.ts';
import type { RunnerLog } from './log.ts';
import type { ProvisionerOptions } from './provisioner.ts';
import type { SavedPart, TelephonyConfig } from './routing-plan.ts';
import type { Measure } from './runner/attach.ts';

/** A tenant, as it is known before its configuration is read. */
export interface TelephonyTenant {
  readonly id: string;
  readonly sip_domain: string;
}

/** The reads and writes of telephony in a database. */
export interface TelephonyStore {
  readonly leases: LeaseStore;
  history(tenantId: string, claim: Claim): HistoryStore;
  /** The history for a holder that had the tenant until another took it. */
  tail(tenantId: string, had: { readonly holder: string; readonly until: number }): HistoryStore;
  /** The configuration; with `before`, that one with the changes of `saved`. */
  config(tenantId: string, before?: TelephonyConfig, saved?: ReadonlySet<SavedPart>): Promise<TelephonyConfig>;
  /** The status that each person with an extension chose last. */
  activities(tenantId: string): Promise<readonly AgentStatus[]>;
  /** The state of a trunk now, for the screen of trunks. */
  trunkIs(tenantId: string, event: TrunkEvent): Promise<void>;
  /** Alarms for the people who run the company; a repeated one is counted up. */
  alarmed(tenantId: string, alarms: readonly Alarm[]): Promise<void>;
  /** Makes what the rows of this moment and the weeks to come will need. Any tenant's name will do. */
  prepareMonths(tenantId: string, now: number): Promise<void>;
}

export type AgentStatus = {
  readonly extension: string;
  readonly activity: AgentActivity;
  readonly reason: string | null;
};

export interface TelephonyOptions {
  readonly engine: TelephonyEngine;
  readonly store: TelephonyStore;
  /** Journals go to `<dataFolder>/journal/<tenant>`, rows that the database refuses to `<dataFolder>/set-aside`. */
  readonly dataFolder: string;
  /** Hides in journals what people press. */
  readonly sealer: Sealer;
  /** Measures the file of a recording whose end no engine reported. */
  readonly measure: (tenant: TenantId, ...of: Parameters<Measure>) => ReturnType<Measure>;
  /** Names this installation, and this node of it, in leases; the same after a restart. */
  readonly holder: string;
  /** Where this process runs: a process before it in the same place has ended, or leaves it the calls. */
  readonly place: string;
  /** The secrets of phones: of all of a tenant's, or of the people of some sessions. */
  readonly secretsOf: (
    tenant: TelephonyTenant,
    ...of: Parameters<ProvisionerOptions['readSecrets']>
  ) => ReturnType<ProvisionerOptions['readSecrets']>;
  /** Where desk phones are remembered; nowhere where it is absent. */
  readonly devices?: DeviceMemory;
  /** What lines sound like, as engines tell; nobody listens where it is absent. */
  readonly onHeard?: (tenantId: string, heard: LineHeard) => void;
  /** What a phone's dialled text stands for: who must not see a number dials it sealed, as a prepared call is. Undefined where it is plain. */
  readonly readDialled?: (tenantId: string, dialled: string) => SealedDial | undefined;
  /** What calls want to know and to have kept besides; none where it is absent. */
  readonly companyData?: CompanyData;
  readonly log: RunnerLog;
  readonly clock?: Clock;
  readonly disk?: Disk;
  readonly graceMs?: number;
  readonly leaseMs?: number;
}

/** Keeps how desk phones registered, as the engine reports it. */
export interface DeviceMemory {
  see(tenantId: string, seen: DeviceSeen): void;
  /** How they were reached last; what was just seen included. */
  registrations(tenantId: string): Promise<readonly KeptRegistration[]>;
}

/** A listener to changes of calls and phones, such as the live screens. */
export interface TelephonyListener {
  /** What is different on a tenant's board. */
  onChanged?(tenantId: string, changed: StepResult['changed']): void;
  /** The history has the rows of these conversations as they are now. */
  onWritten?(tenantId: string, callIds: readonly string[]): void;
  /** The same of those of them in which somebody has left a message. */
  onMessagesLeft?(tenantId: string, callIds: readonly string[]): void;
  /** The history has what people's time goes to, and no conversation with it. */
  onSpansWritten?(tenantId: string): void;
}
