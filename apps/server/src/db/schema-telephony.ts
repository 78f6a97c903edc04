import type { CallStatus, CallSummary, Direction, QueuePlan, RingGroup, Segment } from '@alo/call-core';
import type { ColumnType, Generated } from 'kysely';

import type { OwnTenant, TenantRow, Timestamp } from './schema-columns.ts';

/** What routing reads, and what calls leave behind. */
export interface TelephonyTables {
  time_group: TimeGroupTable;
  time_group_detail: TimeGroupDetailTable;
  time_condition: TimeConditionTable;
  announcement: AnnouncementTable;
  voicemail_box: VoicemailBoxTable;
  trunk: TrunkTable;
  service_number: ServiceNumberTable;
  extension: ExtensionTable;
  ring_group: RingGroupTable;
  queue: QueueTable;
  queue_member: QueueMemberTable;
  ivr_menu: IvrMenuTable;
  ivr_key: IvrKeyTable;
  last_call_rule: LastCallRuleTable;
  ring_group_member: RingGroupMemberTable;
  inbound_rule: InboundRuleTable;
  outbound_rule: OutboundRuleTable;
  outbound_route: OutboundRouteTable;
  block_list: BlockListTable;
  telephony_setting: TelephonySettingTable;
  tenant_lease: TenantLeaseTable;
  call: CallTable;
  leg: LegTable;
  call_event: CallEventTable;
  call_segment: CallSegmentTable;
  recording: RecordingTable;
}

/** Destination types of the specification §9, and the end of a call. */
export type DestinationKind =
  | 'ivr'
  | 'direct'
  | 'group'
  | 'fw'
  | 'msg'
  | 'time'
  | 'voicemail'
  | 'queue'
  | 'lastcall'
  | 'hang-up';

/** A 64-bit integer; ours are far below 2^53, and arrive as numbers. */
type Big = number;

interface TimeGroupTable extends TenantRow {
  name: string;
}

interface TimeGroupDetailTable extends TenantRow {
  time_group_id: string;
  position: Generated<number>;
  from_time: string;
  to_time: string;
  weekdays: Generated<number[]>;
  days_of_month: Generated<number[]>;
  months: Generated<number[]>;
  dates: Generated<string[]>;
}

interface TimeConditionTable extends TenantRow {
  name: string;
  time_group_id: string;
  override: 'match' | 'otherwise' | null;
  match_kind: DestinationKind;
  match_value: Generated<string>;
  otherwise_kind: DestinationKind;
  otherwise_value: Generated<string>;
}

interface AnnouncementTable extends TenantRow {
  name: string;
  file: string;
  skip_key: string | null;
  then_kind: DestinationKind;
  then_value: Generated<string>;
}

interface VoicemailBoxTable extends TenantRow {
  name: string;
  greeting: string;
  max_seconds: Generated<number>;
  max_silence_seconds: Generated<number>;
}

interface TrunkTable extends TenantRow {
  name: string;
  host: string;
  port: Generated<number>;
  transport: Generated<'udp' | 'tcp'>;
  addresses: Generated<string[]>;
  enabled: Generated<boolean>;
}

interface ServiceNumberTable extends TenantRow {
  number: string;
  carrier_form: Generated<string>;
  name: string;
  trunk_id: string;
  enabled: Generated<boolean>;
}

interface ExtensionTable extends TenantRow {
  number: string;
  name: string;
  ring_seconds: Generated<number>;
  otherwise_kind: DestinationKind | null;
  otherwise_value: Generated<string>;
  call_waiting: Generated<boolean>;
  pick_up_group: Generated<string>;
}

interface QueueTable extends TenantRow {
  name: string;
  number: Generated<string>;
  strategy: Generated<QueuePlan['strategy']>;
  joining: Generated<QueuePlan['joining']>;
  weight: Generated<number>;
  ring_seconds: Generated<number>;
  rest_seconds: Generated<number>;
  wrap_up_seconds: Generated<number>;
  pause_after_missed: number | null;
  max_waiting: number | null;
  max_wait_seconds: number | null;
  to_enter: Generated<QueuePlan['toEnter']>;
  to_stay: Generated<QueuePlan['toStay']>;
  music: Generated<string>;
  service_level_seconds: Generated<number>;
  short_abandon_seconds: Generated<number>;
  more: ColumnType<Partial<QueuePlan>, string | undefined, string>;
  timeout_kind: DestinationKind | null;
  timeout_value: Generated<string>;
  full_kind: DestinationKind | null;
  full_value: Generated<string>;
  empty_kind: DestinationKind | null;
  empty_value: Generated<string>;
}

interface QueueMemberTable extends TenantRow {
  queue_id: string;
  extension_id: string;
  position: Generated<number>;
  penalty: Generated<number>;
  weight: Generated<number>;
  skills: ColumnType<Record<string, number>, string | undefined, string>;
}

interface IvrMenuTable extends TenantRow {
  name: string;
  number: Generated<string>;
  prompt: Generated<string[]>;
  invalid_prompt: Generated<string[]>;
  timeout_prompt: Generated<string[]>;
  direct_dialling: Generated<boolean>;
  digit_seconds: Generated<number>;
  wait_seconds: Generated<number>;
  tries: Generated<number>;
  invalid_kind: DestinationKind | null;
  invalid_value: Generated<string>;
  timeout_kind: DestinationKind | null;
  timeout_value: Generated<string>;
}

interface IvrKeyTable extends TenantRow {
  ivr_menu_id: string;
  keys: string;
  destination_kind: DestinationKind;
  destination_value: Generated<string>;
}

interface LastCallRuleTable extends TenantRow {
  name: string;
  within_hours: Generated<number>;
  ring_seconds: Generated<number>;
  otherwise_kind: DestinationKind;
  otherwise_value: Generated<string>;
}

interface RingGroupTable extends TenantRow {
  name: string;
  number: Generated<string>;
  strategy: Generated<RingGroup['strategy']>;
  ring_seconds: Generated<number>;
  otherwise_kind: DestinationKind | null;
  otherwise_value: Generated<string>;
}

interface RingGroupMemberTable extends TenantRow {
  ring_group_id: string;
  extension_id: string;
  position: Generated<number>;
}

interface InboundRuleTable extends TenantRow {
  name: string;
  priority: Generated<number>;
  enabled: Generated<boolean>;
  service_number_id: string | null;
  caller_pattern: Generated<string>;
  time_group_id: string | null;
  destination_kind: DestinationKind;
  destination_value: Generated<string>;
  after_talk_kind: DestinationKind | null;
  after_talk_value: Generated<string>;
}

interface OutboundRuleTable extends TenantRow {
  name: string;
  priority: Generated<number>;
  enabled: Generated<boolean>;
  pattern: string;
  extensions: string[] | null;
  strip: Generated<number>;
  prepend: Generated<string>;
}

interface OutboundRouteTable extends TenantRow {
  outbound_rule_id: string;
  position: Generated<number>;
  service_number_id: string;
}

interface BlockListTable extends TenantRow {
  direction: 'in' | 'out';
  kind: 'number' | 'pattern' | 'anonymous';
  value: Generated<string>;
  reason: Generated<string>;
  expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

interface TelephonySettingTable {
  tenant_id: OwnTenant;
  records_inbound: Generated<boolean>;
  records_outbound: Generated<boolean>;
  records_internal: Generated<boolean>;
  hold_music: Generated<string>;
  parking_first: Generated<number>;
  parking_count: Generated<number>;
  parking_seconds: Generated<number>;
  pick_up_code: Generated<string>;
}

interface TenantLeaseTable {
  tenant_id: OwnTenant;
  holder: string;
  epoch: Big;
}

interface CallTable {
  tenant_id: OwnTenant;
  id: string;
  started_at: Timestamp;
  revision: Big;
  direction: Direction;
  status: CallStatus | 'in_progress';
  stage: CallSummary['stage'];
  answered_at: Timestamp | null;
  ended_at: Timestamp | null;
  dialled: string;
  service_number: string;
  outside_number: string;
  from_extension: string;
  to_extension: string;
  agent_extension: string;
  wait_ms: Big;
  ring_ms: Big;
  talk_ms: Big;
  hold_ms: Big;
  cause: string;
  ended_by: '' | 'customer' | 'agent' | 'system';
  ended_by_extension: Generated<string>;
  trace: ColumnType<unknown, string, string>;
}

interface LegTable {
  tenant_id: OwnTenant;
  call_id: string;
  call_started_at: Timestamp;
  id: string;
  position: number;
  side: 'arrived' | 'dialled';
  extension: string;
  number: string;
  name: string;
  trunk_id: string;
  started_at: Timestamp;
  ringing_at: Timestamp | null;
  answered_at: Timestamp | null;
  ended_at: Timestamp | null;
  cause: string;
  sip_code: number | null;
  loss_percent: number | null;
  jitter_ms: number | null;
  round_trip_ms: number | null;
}

interface CallEventTable {
  tenant_id: OwnTenant;
  call_id: string;
  call_started_at: Timestamp;
  seq: Big;
  at: Timestamp;
  type: string;
  data: ColumnType<unknown, string, never>;
}

interface CallSegmentTable {
  tenant_id: OwnTenant;
  call_id: string;
  call_started_at: Timestamp;
  id: string;
  position: number;
  extension: string;
  leg_id: string;
  how: Segment['how'];
  through_kind: '' | 'group' | 'queue';
  through_key: string;
  from_at: Timestamp;
  to_at: Timestamp | null;
  hold_ms: Big;
}

interface RecordingTable {
  tenant_id: OwnTenant;
  id: string;
  call_id: string;
  call_started_at: Timestamp;
  kind: 'conversation' | 'message';
  voicemail_box_id: string;
  state: 'open' | 'ready' | 'failed' | 'incomplete' | 'no-space';
  started_at: Timestamp;
  duration_ms: Big;
  bytes: Big;
}
