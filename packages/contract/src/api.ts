import * as botCalls from './bot-calls.ts';
import * as callControl from './call-control.ts';
import * as calls from './calls.ts';
import * as customers from './customers.ts';
import { dashboard } from './dashboard.ts';
import * as identity from './identity.ts';
import type { Endpoint } from './lib/endpoint.ts';
import { liveTicket } from './live/live.ts';
import * as notifications from './notifications.ts';
import { allDepartment, allTeam } from './organisation.ts';
import { branches } from './resources/branches.ts';
import { departments } from './resources/departments.ts';
import { teams } from './resources/teams.ts';
import { getSystemSetting, updateSystemSetting } from './system-setting.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** Every call of the product. Tests walk it: each one is mounted, guarded and kept within its tenant. */
export const api: readonly Endpoint[] = [
  identity,
  callControl,
  calls,
  customers,
  notifications,
  botCalls,
  branches,
  departments,
  teams,
  { allDepartment, allTeam, dashboard, liveTicket, getSystemSetting, updateSystemSetting },
].flatMap((module) => Object.values(module).filter(isEndpoint));
